// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"

#include <algorithm>
#include <span>
#include <vector>

namespace hscope::core {

/// Adds `next` to a union under construction; it starts no earlier than those before it.
inline void appendToUnion(std::vector<TimeRange>& ranges, TimeRange next)
{
    if (next.isEmpty()) {
        return;
    }
    if (!ranges.empty() && ranges.back().end >= next.start) {
        ranges.back().end = std::max(ranges.back().end, next.end);
    } else {
        ranges.push_back(next);
    }
}

/// The union of ranges in any order as disjoint ascending ranges; touching ones are merged, empty
/// ones dropped.
[[nodiscard]] std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges);

/// The union of lists that are each disjoint and ascending, likewise. Cost: O(n log lists).
[[nodiscard]] std::vector<TimeRange> unionOf(std::vector<std::vector<TimeRange>> lists);

/// Total length of disjoint ranges.
[[nodiscard]] Duration totalLength(std::span<const TimeRange> ranges);

} // namespace hscope::core
