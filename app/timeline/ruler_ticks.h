// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_range.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hscope::app {

struct RulerTick
{
    core::TraceTime time;
    double x = 0;
    std::string text; ///< UTF-8; the distance from the ruler's base, with unit.
};

/// The ticks of a time axis. Long numbers are avoided by counting from a round base left of the
/// view.
///
///   base 1.233 310 000 s | +400 µs      | +600 µs      | +800 µs      200 µs / div
struct RulerTicks
{
    core::TraceTime base;
    core::Duration step{};   ///< 1, 2 or 5 times a power of ten nanoseconds.
    std::string stepText;    ///< `200 µs`.
    bool fromOrigin = false; ///< The base is the origin: positions carry no plus sign.
    std::vector<RulerTick> ticks;
};

/// Ticks at least `minDistance` pixels apart for `range` across `width` pixels; positions count
/// from `origin`. Empty for an empty range or width.
[[nodiscard]] RulerTicks rulerTicks(core::TimeRange range, double width, core::TraceTime origin,
                                    double minDistance);

} // namespace hscope::app
