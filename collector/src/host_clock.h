// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

namespace hscope::collector {

/// The clock of recorded events. Ticks are those of the time-stamp counter if it is invariant, else
/// nanoseconds of CLOCK_MONOTONIC.
class HostClock
{
public:
    /// Looks at the processor once. Environment HSCOPE_CLOCK=monotonic chooses the slow clock.
    static HostClock detect();

    [[nodiscard]] bool hasCounter() const { return m_hasCounter; }

    /// Thread: any. Async-signal-safe. Cost: 10 to 40 ns.
    [[nodiscard]] std::uint64_t ticks() const
    {
#if defined(__x86_64__) || defined(__i386__)
        if (m_hasCounter) {
            return __rdtsc();
        }
#endif
        return monotonicNs();
    }

    [[nodiscard]] static std::uint64_t monotonicNs()
    {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
               static_cast<std::uint64_t>(now.tv_nsec);
    }

    /// One moment in both units.
    struct Moment
    {
        std::uint64_t ticks = 0;
        std::int64_t ns = 0;
    };

    /// Reads both clocks close together: the closest of several tries.
    [[nodiscard]] Moment now() const;

private:
    bool m_hasCounter = false;
};

/// From ticks to nanoseconds of CLOCK_MONOTONIC, kept true while recording.
///
/// Between two calls of follow() the map is a line. A new line starts where the old one is at that
/// moment, so that the map is continuous and rises, and aims at where the true clock will be after
/// a stretch as long as the last one.
class TickMap
{
public:
    /// A map through two moments, the longer apart the better.
    TickMap(HostClock::Moment earlier, HostClock::Moment later);

    void follow(HostClock::Moment moment);

    [[nodiscard]] std::int64_t toNs(std::uint64_t ticks) const
    {
        return ticks < m_current.ticks ? m_before.at(ticks) : m_current.at(ticks);
    }

private:
    struct Line
    {
        std::uint64_t ticks = 0;
        std::int64_t ns = 0;
        std::uint64_t nsPerTick = 0; ///< Times 2^32.

        [[nodiscard]] std::int64_t at(std::uint64_t when) const
        {
            __extension__ using Wide = __int128;
            const Wide apart = static_cast<std::int64_t>(when - ticks);
            return ns + static_cast<std::int64_t>((apart * nsPerTick) >> 32U);
        }
    };

    Line m_before;
    Line m_current;
    HostClock::Moment m_first;
};

} // namespace hscope::collector
