// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_row.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace hscope::app {

/// Walks one row from left to right as coarsely as a visitor allows.
///
/// A block that lies inside the range is offered to `isAtom`; if that says yes the block is handed
/// over whole to `onBlock(block, count)`, else its children are walked; single intervals go to
/// `onInterval(position)`. Everything that touches the range is handed over exactly once, in order.
///
/// Cost: O(handed-over pieces x log count); `operations` counts every block and interval looked at.
template <typename IsAtom, typename OnBlock, typename OnInterval>
class RowTraversal
{
public:
    RowTraversal(const TimelineRow& row, core::TimeRange range, IsAtom isAtom, OnBlock onBlock,
                 OnInterval onInterval)
        : m_row(row)
        , m_range(range)
        , m_fromNs(core::toNs(range.start))
        , m_toNs(core::toNs(range.end))
        , m_isAtom(std::move(isAtom))
        , m_onBlock(std::move(onBlock))
        , m_onInterval(std::move(onInterval))
    {
        std::uint32_t offset = 0;
        for (std::uint32_t blocks = blocksOnLevel(row.count(), 0); blocks != 0;
             blocks = blocksOnLevel(row.count(), m_levels)) {
            m_offsets[m_levels] = offset;
            m_counts[m_levels] = blocks;
            offset += blocks;
            ++m_levels;
        }
    }

    void run()
    {
        if (m_levels != 0 && !m_range.isEmpty()) {
            walk(m_levels - 1, 0);
        }
    }

    [[nodiscard]] std::uint64_t operations() const { return m_operations; }

private:
    /// False once everything further right starts behind the range.
    bool walk(std::uint32_t level, std::uint32_t index)
    {
        ++m_operations;
        const RowBlock& block = m_row.blocks[m_offsets[level] + index];
        if (block.firstStartNs >= m_toNs) {
            return false;
        }
        if (block.lastEndNs < m_fromNs) {
            return true;
        }
        // An empty interval at the very end of the range lies outside, hence "<" and not "<=".
        const bool inside = block.firstStartNs >= m_fromNs && block.lastEndNs < m_toNs;
        if (inside && m_isAtom(block)) {
            m_onBlock(block, intervalsBelow(level, index));
            return true;
        }
        return level == 0 ? walkIntervals(index) : walkChildren(level, index);
    }

    bool walkChildren(std::uint32_t level, std::uint32_t index)
    {
        const std::uint32_t first = index * TimelineRow::kFanOut;
        const std::uint32_t last = std::min(first + TimelineRow::kFanOut, m_counts[level - 1]);
        for (std::uint32_t child = first; child < last; ++child) {
            if (!walk(level - 1, child)) {
                return false;
            }
        }
        return true;
    }

    bool walkIntervals(std::uint32_t index)
    {
        const std::uint32_t first = index * TimelineRow::kLeafSize;
        const std::uint32_t last = std::min(first + TimelineRow::kLeafSize, m_row.count());
        m_row.prefetch(first, last);
        for (std::uint32_t position = first; position < last; ++position) {
            ++m_operations;
            const std::int64_t start = m_row.startNs(position);
            if (start >= m_toNs) {
                return false;
            }
            if (touches(start, m_row.endNs(position), m_range)) {
                m_onInterval(position);
            }
        }
        return true;
    }

    [[nodiscard]] std::uint32_t intervalsBelow(std::uint32_t level, std::uint32_t index) const
    {
        std::uint64_t span = TimelineRow::kLeafSize;
        for (std::uint32_t i = 0; i < level; ++i) {
            span *= TimelineRow::kFanOut;
        }
        const std::uint64_t first = index * span;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(span, m_row.count() - first));
    }

    static constexpr std::size_t kMaxLevels = 17; ///< 8 * 4^16 > 2^32.

    const TimelineRow& m_row;
    core::TimeRange m_range;
    std::int64_t m_fromNs;
    std::int64_t m_toNs;
    IsAtom m_isAtom;
    OnBlock m_onBlock;
    OnInterval m_onInterval;
    std::array<std::uint32_t, kMaxLevels> m_offsets{};
    std::array<std::uint32_t, kMaxLevels> m_counts{};
    std::uint32_t m_levels = 0;
    std::uint64_t m_operations = 0;
};

/// Runs a RowTraversal and returns its number of operations.
template <typename IsAtom, typename OnBlock, typename OnInterval>
std::uint64_t traverse(const TimelineRow& row, core::TimeRange range, IsAtom isAtom,
                       OnBlock onBlock, OnInterval onInterval)
{
    RowTraversal traversal(row, range, std::move(isAtom), std::move(onBlock),
                           std::move(onInterval));
    traversal.run();
    return traversal.operations();
}

} // namespace hscope::app
