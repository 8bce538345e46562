// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_range.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hscope::app {

/// `toNs - fromNs` as a floating-point number; right over the whole range of int64, where the
/// difference is not one.
[[nodiscard]] constexpr double nsBetween(std::int64_t fromNs, std::int64_t toNs)
{
    const auto from = static_cast<std::uint64_t>(fromNs);
    const auto to = static_cast<std::uint64_t>(toNs);
    return toNs >= fromNs ? static_cast<double>(to - from) : -static_cast<double>(from - to);
}

/// `ns + deltaNs`, stopping at the ends of int64.
[[nodiscard]] inline std::int64_t nsPlus(std::int64_t ns, double deltaNs)
{
    // 2^63 is a double, the largest int64 is not.
    constexpr double kLimit = 9223372036854775808.0;
    if (deltaNs >= kLimit) {
        return std::numeric_limits<std::int64_t>::max();
    }
    if (deltaNs <= -kLimit) {
        return std::numeric_limits<std::int64_t>::min();
    }
    const auto delta = static_cast<std::int64_t>(std::floor(deltaNs + 0.5));
    std::int64_t sum = 0;
    if (__builtin_add_overflow(ns, delta, &sum)) {
        return delta > 0 ? std::numeric_limits<std::int64_t>::max()
                         : std::numeric_limits<std::int64_t>::min();
    }
    return sum;
}

/// The one mapping between time and horizontal position.
///
///   range.start          time                     range.end
///   |--------------------|------------------------|
///   x = 0                xOf(time)                width
///
/// Times are rebased to the start of the range as integers before anything becomes a floating-point
/// number, so a trace that counts from 1970 is drawn as exactly as one that counts from 0. A range
/// or width that is empty maps everything to 0 and back to the start.
class TimeScale
{
public:
    TimeScale() = default;

    TimeScale(core::TimeRange range, double width)
        : m_startNs(core::toNs(range.start))
        , m_nsPerPx(width > 0 && !range.isEmpty()
                        ? nsBetween(core::toNs(range.start), core::toNs(range.end)) / width
                        : 0.0)
    {
    }

    [[nodiscard]] double nsPerPx() const { return m_nsPerPx; }

    [[nodiscard]] double xOf(std::int64_t ns) const
    {
        return m_nsPerPx > 0 ? nsBetween(m_startNs, ns) / m_nsPerPx : 0.0;
    }

    [[nodiscard]] double xOf(core::TraceTime time) const { return xOf(core::toNs(time)); }

    /// The nearest nanosecond to `x`.
    [[nodiscard]] core::TraceTime timeAt(double x) const
    {
        return core::traceTime(nsPlus(m_startNs, x * m_nsPerPx));
    }

    /// The stretch of time under `radius` pixels to both sides of `x`, at least 1 ns long.
    [[nodiscard]] core::TimeRange around(double x, double radius) const
    {
        const std::int64_t from = nsPlus(m_startNs, std::floor((x - radius) * m_nsPerPx));
        const std::int64_t to = nsPlus(m_startNs, std::ceil((x + radius) * m_nsPerPx));
        return {core::traceTime(from), core::traceTime(std::max(to, nsPlus(from, 1.0)))};
    }

private:
    std::int64_t m_startNs = 0;
    double m_nsPerPx = 0;
};

/// `range` scaled by `factor` (below 1: closer) so that `fixed` stays where it is on screen.
[[nodiscard]] inline core::TimeRange zoomed(core::TimeRange range, core::TraceTime fixed,
                                            double factor)
{
    const double left = nsBetween(core::toNs(range.start), core::toNs(fixed)) * factor;
    const double right = nsBetween(core::toNs(fixed), core::toNs(range.end)) * factor;
    return {core::traceTime(nsPlus(core::toNs(fixed), -left)),
            core::traceTime(nsPlus(core::toNs(fixed), right))};
}

/// `range` moved by `deltaNs`, its length unchanged, kept inside `limits` where it fits.
[[nodiscard]] inline core::TimeRange panned(core::TimeRange range, double deltaNs,
                                            core::TimeRange limits)
{
    const double room = deltaNs < 0 ? nsBetween(core::toNs(range.start), core::toNs(limits.start))
                                    : nsBetween(core::toNs(range.end), core::toNs(limits.end));
    const double step = deltaNs < 0 ? std::max(deltaNs, std::min(room, 0.0))
                                    : std::min(deltaNs, std::max(room, 0.0));
    return {core::traceTime(nsPlus(core::toNs(range.start), step)),
            core::traceTime(nsPlus(core::toNs(range.end), step))};
}

} // namespace hscope::app
