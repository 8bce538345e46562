// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/interval_union.h"

#include <algorithm>

namespace hscope::core {

std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges)
{
    const auto byStart = [](const TimeRange& a, const TimeRange& b) { return a.start < b.start; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), byStart)) {
        std::sort(ranges.begin(), ranges.end(), byStart);
    }
    std::vector<TimeRange> result;
    for (const TimeRange& range : ranges) {
        if (range.isEmpty()) {
            continue;
        }
        if (result.empty() || result.back().end < range.start) {
            result.push_back(range);
        } else {
            result.back().end = std::max(result.back().end, range.end);
        }
    }
    return result;
}

Duration totalLength(std::span<const TimeRange> ranges)
{
    Duration total{};
    for (const TimeRange& range : ranges) {
        total += range.length();
    }
    return total;
}

} // namespace hscope::core
