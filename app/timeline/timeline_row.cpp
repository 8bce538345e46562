// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_row.h"

#include "app/timeline/row_traversal.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hscope::app {

namespace {

using CategoryTimes = std::array<std::int64_t, core::kCategoryCount>;

std::size_t indexOf(core::Category category)
{
    return static_cast<std::size_t>(category);
}

/// The block that is being filled on one level.
struct OpenBlock
{
    RowBlock block;
    CategoryTimes times{};
    std::int64_t longestNs = -1;
    std::uint32_t parts = 0;
    std::uint32_t next = 0; ///< Where the finished block goes.

    void begin(std::int64_t startNs)
    {
        if (parts == 0) {
            block = RowBlock{};
            block.firstStartNs = startNs;
            block.lastEndNs = std::numeric_limits<std::int64_t>::min();
            times = {};
            longestNs = -1;
        }
    }

    void addInterval(const TimelineRow& row, std::uint32_t position)
    {
        const std::int64_t start = row.startNs(position);
        const std::int64_t end = row.endNs(position);
        begin(start);
        block.lastEndNs = std::max(block.lastEndNs, end);
        block.busyNs += end - start;
        times[indexOf(row.category(position))] += end - start;
        if (end - start > longestNs) {
            longestNs = end - start;
            block.longest = row.order[position];
        }
        ++parts;
    }

    void addBlock(const OpenBlock& child)
    {
        begin(child.block.firstStartNs);
        block.lastEndNs = std::max(block.lastEndNs, child.block.lastEndNs);
        block.busyNs += child.block.busyNs;
        for (std::size_t i = 0; i < times.size(); ++i) {
            times[i] += child.times[i];
        }
        if (child.longestNs > longestNs) {
            longestNs = child.longestNs;
            block.longest = child.block.longest;
        }
        ++parts;
    }

    void finish(const TimelineRow& row)
    {
        const auto* most = std::max_element(times.begin(), times.end());
        block.dominant = *most > 0 ? static_cast<core::Category>(most - times.begin())
                                   : row.categories[block.longest];
    }
};

/// Writes the open block of `level` to its place and adds it to the level above.
void close(const TimelineRow& row, std::span<OpenBlock> levels, std::size_t level,
           std::span<RowBlock> blocks)
{
    OpenBlock& open = levels[level];
    if (open.parts == 0) {
        return;
    }
    open.finish(row);
    blocks[open.next++] = open.block;
    if (level + 1 < levels.size()) {
        levels[level + 1].addBlock(open);
        if (levels[level + 1].parts == TimelineRow::kFanOut) {
            close(row, levels, level + 1, blocks);
        }
    }
    open.parts = 0;
}

} // namespace

std::uint32_t blocksOnLevel(std::uint32_t count, std::uint32_t level)
{
    if (count == 0) {
        return 0;
    }
    std::uint64_t blocks =
        (std::uint64_t{count} + TimelineRow::kLeafSize - 1) / TimelineRow::kLeafSize;
    for (std::uint32_t i = 0; i < level; ++i) {
        if (blocks == 1) {
            return 0;
        }
        blocks = (blocks + TimelineRow::kFanOut - 1) / TimelineRow::kFanOut;
    }
    return static_cast<std::uint32_t>(blocks);
}

void appendBlocks(const TimelineRow& row, std::vector<RowBlock>& blocks)
{
    const std::uint32_t count = row.count();
    std::vector<OpenBlock> levels;
    std::uint32_t total = 0;
    for (std::uint32_t level = 0; blocksOnLevel(count, level) != 0; ++level) {
        levels.emplace_back();
        levels.back().next = total;
        total += blocksOnLevel(count, level);
    }
    const std::size_t first = blocks.size();
    blocks.resize(first + total);
    const std::span<RowBlock> own(blocks.data() + first, total);
    for (std::uint32_t position = 0; position < count; ++position) {
        levels[0].addInterval(row, position);
        if (levels[0].parts == TimelineRow::kLeafSize) {
            close(row, levels, 0, own);
        }
    }
    for (std::size_t level = 0; level < levels.size(); ++level) {
        close(row, levels, level, own);
    }
}

std::uint32_t firstStartingFrom(const TimelineRow& row, std::int64_t ns)
{
    const auto found =
        std::partition_point(row.order.begin(), row.order.end(),
                             [&](std::uint32_t index) { return row.starts[index] < ns; });
    return static_cast<std::uint32_t>(found - row.order.begin());
}

Fold fold(const TimelineRow& row, core::TimeRange range)
{
    Fold result;
    CategoryTimes times{};
    std::int64_t most = -1;
    const auto add = [&](core::Category category, std::int64_t busyNs, std::uint32_t count) {
        result.count += count;
        result.busyNs += busyNs;
        std::int64_t& time = times[indexOf(category)];
        time += busyNs;
        if (time > most) {
            most = time;
            result.dominant = category;
        }
    };
    traverse(
        row, range, [](const RowBlock&) { return true; },
        [&](const RowBlock& block, std::uint32_t count) {
            add(block.dominant, block.busyNs, count);
        },
        [&](std::uint32_t position) {
            const core::TimeRange own{core::traceTime(row.startNs(position)),
                                      core::traceTime(row.endNs(position))};
            add(row.category(position), own.intersected(range).length().count(), 1);
        });
    return result;
}

} // namespace hscope::app
