// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/host_clock.h"

#include <cstdlib>
#include <cstring>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace hscope::collector {

namespace {

constexpr std::uint64_t kOne = std::uint64_t{1} << 32U;

/// Nanoseconds per tick times 2^32 of the line through two points.
std::uint64_t slope(std::uint64_t ticks, std::int64_t ns)
{
    __extension__ using Wide = unsigned __int128;
    return ticks == 0 || ns <= 0
               ? kOne
               : static_cast<std::uint64_t>((static_cast<Wide>(ns) << 32U) / ticks);
}

#if defined(__x86_64__) || defined(__i386__)
/// The counter runs at one rate whatever the processor's frequency and sleep states.
bool hasInvariantCounter()
{
    constexpr unsigned kPowerManagement = 0x80000007;
    constexpr unsigned kInvariant = 1U << 8U;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(kPowerManagement, &a, &b, &c, &d) != 0 && (d & kInvariant) != 0;
}
#endif

} // namespace

HostClock HostClock::detect()
{
    HostClock clock;
#if defined(__x86_64__) || defined(__i386__)
    const char* wanted = std::getenv("HSCOPE_CLOCK");
    clock.m_hasCounter =
        hasInvariantCounter() && (wanted == nullptr || std::strcmp(wanted, "monotonic") != 0);
#endif
    return clock;
}

HostClock::Moment HostClock::now() const
{
    constexpr int kTries = 5;
    Moment best;
    std::uint64_t bestWidth = ~std::uint64_t{0};
    for (int i = 0; i < kTries; ++i) {
        const std::uint64_t before = ticks();
        const auto ns = static_cast<std::int64_t>(monotonicNs());
        const std::uint64_t width = ticks() - before;
        if (width < bestWidth) {
            bestWidth = width;
            best = {before + width / 2, ns};
        }
    }
    if (!m_hasCounter) {
        best.ns = static_cast<std::int64_t>(best.ticks);
    }
    return best;
}

TickMap::TickMap(HostClock::Moment earlier, HostClock::Moment later)
    : m_before{earlier.ticks, earlier.ns, slope(later.ticks - earlier.ticks, later.ns - earlier.ns)}
    , m_current{later.ticks, later.ns, m_before.nsPerTick}
    , m_first(earlier)
{
}

void TickMap::follow(HostClock::Moment moment)
{
    if (moment.ticks <= m_current.ticks) {
        return;
    }
    const std::uint64_t step = moment.ticks - m_current.ticks;
    const std::int64_t here = m_current.at(moment.ticks);
    // The whole stretch since the first moment gives the best rate.
    const std::uint64_t rate = slope(moment.ticks - m_first.ticks, moment.ns - m_first.ns);
    const std::int64_t target = Line{moment.ticks, moment.ns, rate}.at(moment.ticks + step);
    m_before = m_current;
    m_current = {moment.ticks, here, target > here ? slope(step, target - here) : 1};
}

} // namespace hscope::collector
