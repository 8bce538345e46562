// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cmath>
#include <optional>

namespace hscope::sim {

using core::Duration;
using core::SimTime;

/// Where every simulation starts.
inline constexpr SimTime kSimStart{};

/// No simulated time is later: 146 years, so that sums of two do not overflow.
inline constexpr Duration kLongestSpan{std::int64_t{1} << 62};

/// Time since the start of the simulation.
[[nodiscard]] constexpr Duration sinceStart(SimTime time)
{
    return time - kSimStart;
}

/// Seconds as whole nanoseconds, rounded up; none if they are negative, not a number or too long.
///
/// What exceeds a whole number by less than one part in 10^12 counts as that number: profiles are
/// decimal, and products of doubles are not quite.
[[nodiscard]] inline std::optional<Duration> wholeNanoseconds(double seconds)
{
    constexpr double kSlack = 1e-12;
    const double ns = seconds * 1e9;
    if (!(ns >= 0) || ns >= static_cast<double>(kLongestSpan.count())) {
        return std::nullopt;
    }
    return Duration(static_cast<std::int64_t>(std::ceil(ns * (1 - kSlack))));
}

/// For results only; no time comes in this way.
[[nodiscard]] constexpr double toSeconds(Duration duration)
{
    return static_cast<double>(duration.count()) * 1e-9;
}

} // namespace hscope::sim
