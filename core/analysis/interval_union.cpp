// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/interval_union.h"

#include <algorithm>

namespace hscope::core {

namespace {

bool startsBefore(const TimeRange& a, const TimeRange& b)
{
    return a.start < b.start;
}

std::vector<TimeRange> unionOfTwo(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b)
{
    std::vector<TimeRange> result;
    result.reserve(a.size() + b.size());
    auto nextB = b.begin();
    for (const TimeRange& range : a) {
        for (; nextB != b.end() && startsBefore(*nextB, range); ++nextB) {
            appendToUnion(result, *nextB);
        }
        appendToUnion(result, range);
    }
    for (; nextB != b.end(); ++nextB) {
        appendToUnion(result, *nextB);
    }
    return result;
}

} // namespace

std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges)
{
    if (!std::is_sorted(ranges.begin(), ranges.end(), startsBefore)) {
        std::sort(ranges.begin(), ranges.end(), startsBefore);
    }
    std::vector<TimeRange> result;
    for (const TimeRange& range : ranges) {
        appendToUnion(result, range);
    }
    return result;
}

std::vector<TimeRange> unionOf(std::vector<std::vector<TimeRange>> lists)
{
    while (lists.size() > 1) {
        std::vector<std::vector<TimeRange>> pairs;
        for (std::size_t i = 0; i + 1 < lists.size(); i += 2) {
            pairs.push_back(unionOfTwo(lists[i], lists[i + 1]));
        }
        if (lists.size() % 2 == 1) {
            pairs.push_back(std::move(lists.back()));
        }
        lists = std::move(pairs);
    }
    return lists.empty() ? std::vector<TimeRange>() : std::move(lists.front());
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
