// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_range.h"
#include "core/schema/category.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::app {

/// One block of consecutive intervals of a row.
struct RowBlock
{
    std::int64_t firstStartNs = 0;
    std::int64_t lastEndNs = 0;
    std::int64_t busyNs = 0; ///< Sum of the lengths of its intervals.
    std::uint32_t longest =
        0; ///< Its longest interval, as an index into the columns: no look-up per frame.
    core::Category dominant = core::Category::Native; ///< The category with most time, exact.
};

/// Read access to one row: intervals in start order that never overlap, and a tree of blocks over
/// them.
///
///   intervals   a b c d e f g h | i j k ...       kLeafSize per block of level 0
///   level 0     [0            ] | [1    ...]      kFanOut blocks per block of level 1
///   level 1     [0                         ]      the top level has one block
///
/// A view: whoever made it keeps the columns alive. Memory of the blocks: 5.4 bytes per interval.
struct TimelineRow
{
    static constexpr std::uint32_t kLeafSize = 8;
    static constexpr std::uint32_t kFanOut = 4;

    std::span<const std::uint32_t> order; ///< Position -> index into the columns.
    std::span<const std::int64_t> starts; ///< Columns, in ns.
    std::span<const std::int64_t> ends;
    std::span<const core::Category> categories;
    std::span<const RowBlock> blocks; ///< Level 0 first.

    /// Asks for the columns of some intervals ahead of time; a row's slices lie far apart in them.
    void prefetch(std::uint32_t first, std::uint32_t last) const
    {
        for (std::uint32_t position = first; position < last; ++position) {
            const std::uint32_t index = order[position];
            __builtin_prefetch(&starts[index]);
            __builtin_prefetch(&ends[index]);
            __builtin_prefetch(&categories[index]);
        }
    }

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(order.size()); }

    [[nodiscard]] std::int64_t startNs(std::uint32_t position) const
    {
        return starts[order[position]];
    }

    [[nodiscard]] std::int64_t endNs(std::uint32_t position) const { return ends[order[position]]; }

    [[nodiscard]] core::Category category(std::uint32_t position) const
    {
        return categories[order[position]];
    }
};

/// What lies in a stretch of one row: how much, how busy, and with what.
struct Fold
{
    std::uint64_t count = 0;
    std::int64_t busyNs = 0; ///< Time inside the stretch.
    core::Category dominant =
        core::Category::Native; ///< With most time; by blocks, so exact up to ties within one.

    friend bool operator==(const Fold&, const Fold&) = default;
};

/// The number of blocks of `level` above `count` intervals; level 0 of a row without intervals has
/// none.
[[nodiscard]] std::uint32_t blocksOnLevel(std::uint32_t count, std::uint32_t level);

/// Appends the blocks above the intervals of `row` (whose own `blocks` are not read) to `blocks`,
/// level 0 first. Cost: O(count).
void appendBlocks(const TimelineRow& row, std::vector<RowBlock>& blocks);

/// True if the interval intersects `range`; an empty interval does if the range contains its start.
[[nodiscard]] constexpr bool touches(std::int64_t startNs, std::int64_t endNs,
                                     core::TimeRange range)
{
    const std::int64_t from = core::toNs(range.start);
    const std::int64_t to = core::toNs(range.end);
    return startNs < to && (endNs > from || (startNs == endNs && startNs >= from));
}

/// The first position whose interval starts at or after `ns`; the count if there is none. Cost:
/// O(log count).
[[nodiscard]] std::uint32_t firstStartingFrom(const TimelineRow& row, std::int64_t ns);

/// Folds every interval that touches `range`. Cost: O(log count).
[[nodiscard]] Fold fold(const TimelineRow& row, core::TimeRange range);

} // namespace hscope::app
