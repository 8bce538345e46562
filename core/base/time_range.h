// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>

namespace hscope::core {

/// A half-open stretch of trace time, `[start, end)`.
///
///   a |----)          a.overlaps(b) is false: touching ranges do not overlap
///   b      |---)      b.contains(b.start) is true, b.contains(b.end) is false
///
/// An empty range (start == end) is valid and contains nothing.
struct TimeRange
{
    TraceTime start;
    TraceTime end;

    [[nodiscard]] constexpr Duration length() const { return end - start; }

    [[nodiscard]] constexpr bool isEmpty() const { return end <= start; }

    [[nodiscard]] constexpr bool contains(TraceTime time) const
    {
        return start <= time && time < end;
    }

    [[nodiscard]] constexpr bool overlaps(TimeRange other) const
    {
        return start < other.end && other.start < end;
    }

    /// The common part; empty (at the later start) when there is none.
    [[nodiscard]] constexpr TimeRange intersected(TimeRange other) const
    {
        const TraceTime from = std::max(start, other.start);
        return {from, std::max(from, std::min(end, other.end))};
    }

    friend constexpr bool operator==(const TimeRange&, const TimeRange&) = default;
};

} // namespace hscope::core
