// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/ruler_ticks.h"

#include "app/timeline/timeline_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace hscope::app {

namespace {

struct Unit
{
    double ns;
    const char* name;
};

constexpr std::array<Unit, 4> kUnits = {Unit{1e9, "s"}, Unit{1e6, "ms"}, Unit{1e3, "µs"},
                                        Unit{1.0, "ns"}};

const Unit& unitFor(double ns)
{
    for (const Unit& unit : kUnits) {
        if (std::abs(ns) >= unit.ns) {
            return unit;
        }
    }
    return kUnits.back();
}

/// Thin spaces between groups of three digits before the point.
std::string grouped(std::string number)
{
    const std::size_t first = number.starts_with('-') ? 1 : 0;
    const std::size_t point = std::min(number.find('.'), number.size());
    for (std::size_t at = point; at > first + 3;) {
        at -= 3;
        number.insert(at, "\u2009");
    }
    return number;
}

/// `ns` in the unit that suits it, with as many decimals as multiples of `stepNs` need.
std::string textOf(double ns, double stepNs)
{
    const Unit& unit = ns == 0 ? unitFor(stepNs) : unitFor(ns);
    const int decimals =
        stepNs >= unit.ns ? 0 : static_cast<int>(std::ceil(std::log10(unit.ns / stepNs) - 1e-9));
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, ns / unit.ns);
    return grouped(text.data()) + "\u2009" + unit.name;
}

/// The smallest of 1, 2, 5, 10, 20, ... that is not below `atLeast`.
std::int64_t roundStep(double atLeast)
{
    constexpr std::int64_t kLargest = 1'000'000'000'000'000'000;
    for (std::int64_t power = 1; power < kLargest; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (static_cast<double>(power * factor) >= atLeast) {
                return power * factor;
            }
        }
    }
    return kLargest;
}

} // namespace

RulerTicks rulerTicks(core::TimeRange range, double width, core::TraceTime origin,
                      double minDistance)
{
    RulerTicks result;
    result.base = origin;
    const TimeScale scale(range, width);
    if (scale.nsPerPx() <= 0) {
        return result;
    }
    const std::int64_t step = roundStep(scale.nsPerPx() * minDistance);
    const auto stepNs = static_cast<double>(step);
    result.step = core::Duration(step);
    result.stepText = textOf(stepNs, stepNs);

    // Counting in steps from the origin keeps everything below small and exact.
    const double startNs = nsBetween(core::toNs(origin), core::toNs(range.start));
    const double endNs = nsBetween(core::toNs(origin), core::toNs(range.end));
    const double first = std::ceil(startNs / stepNs);
    const double last = std::floor(endNs / stepNs);
    const double baseSteps =
        endNs / stepNs < 50.0 && startNs > -stepNs ? 0.0 : std::floor(startNs / stepNs / 5.0) * 5.0;
    result.fromOrigin = baseSteps == 0.0;
    result.base = core::traceTime(nsPlus(core::toNs(origin), baseSteps * stepNs));
    for (double i = first; i <= last; ++i) {
        const core::TraceTime time = core::traceTime(nsPlus(core::toNs(origin), i * stepNs));
        const double offset = (i - baseSteps) * stepNs;
        result.ticks.push_back(
            {time, scale.xOf(time),
             (result.fromOrigin || offset < 0 ? "" : "+") + textOf(offset, stepNs)});
    }
    return result;
}

} // namespace hscope::app
