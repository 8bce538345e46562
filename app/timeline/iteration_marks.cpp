// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/iteration_marks.h"

#include "app/timeline/timeline_geometry.h"

#include <algorithm>

namespace hscope::app {

std::vector<IterationMark> iterationMarks(std::span<const core::Iteration> iterations,
                                          core::TimeRange range, double width, double minDistance)
{
    std::vector<IterationMark> marks;
    const TimeScale scale(range, width);
    if (scale.nsPerPx() <= 0) {
        return marks;
    }
    const auto firstFrom = [&](core::TraceTime time) {
        const auto found = std::partition_point(
            iterations.begin(), iterations.end(),
            [time](const core::Iteration& iteration) { return iteration.range.start < time; });
        return static_cast<std::size_t>(found - iterations.begin());
    };
    std::size_t next = firstFrom(range.start);
    if (next > 0 && iterations[next - 1].range.end > range.start) {
        const double room =
            next < iterations.size() ? scale.xOf(iterations[next].range.start) : width;
        if (room >= minDistance) {
            marks.push_back({next - 1, 0.0, false});
        }
    }
    while (next < iterations.size() && iterations[next].range.start < range.end) {
        const double x = scale.xOf(iterations[next].range.start);
        const std::size_t following = std::max(next + 1, firstFrom(scale.timeAt(x + minDistance)));
        if (following == next + 1) {
            marks.push_back({next, x, true});
        }
        next = following;
    }
    return marks;
}

} // namespace hscope::app
