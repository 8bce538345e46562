// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_index.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>

namespace hscope::app {

struct TimelineIndex::OwnColumns
{
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> ends;
    std::vector<core::Category> categories;
    std::vector<std::uint32_t> order;
    std::vector<RowBlock> blocks;

    void add(core::TimeRange range, core::Category category)
    {
        starts.push_back(core::toNs(range.start));
        ends.push_back(core::toNs(range.end));
        categories.push_back(category);
    }

    TimelineRow seal()
    {
        order.resize(starts.size());
        std::iota(order.begin(), order.end(), 0U);
        TimelineRow row{order, starts, ends, categories, {}};
        appendBlocks(row, blocks);
        row.blocks = blocks;
        return row;
    }
};

TimelineIndex::TimelineIndex(std::shared_ptr<const core::TraceStore> store)
    : m_store(std::move(store))
{
}

TimelineIndex::~TimelineIndex() = default;

std::shared_ptr<const TimelineIndex>
TimelineIndex::build(std::shared_ptr<const core::TraceStore> store, std::stop_token stop)
{
    HSCOPE_CHECK(store != nullptr);
    // Not make_shared: the constructor is private.
    const std::shared_ptr<TimelineIndex> index(new TimelineIndex(std::move(store)));
    const auto trackCount = static_cast<std::uint32_t>(index->m_store->tracks().size());
    index->m_order.resize(index->m_store->slices().size());
    index->m_blocks.reserve(index->m_store->slices().size() / 5);
    index->m_firstRow.reserve(trackCount + 1);
    for (std::uint32_t track = 0; track < trackCount; ++track) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        index->addTrack(core::TrackId(track));
    }
    index->m_firstRow.push_back(static_cast<std::uint32_t>(index->m_rows.size()));
    index->m_blocks.shrink_to_fit();
    index->addIterations();
    index->addCounters();
    if (!index->addDevices(stop) || stop.stop_requested()) {
        return nullptr;
    }
    index->m_overview = makeOverview(*index->m_store, *index);
    return index;
}

void TimelineIndex::addTrack(core::TrackId id)
{
    const core::Track& track = m_store->track(id);
    const core::SliceColumns& slices = m_store->slices();
    m_firstRow.push_back(static_cast<std::uint32_t>(m_rows.size()));

    // A counting sort by depth keeps the order of starts within a row.
    const std::uint32_t end = track.firstSlice + track.sliceCount;
    std::vector<std::uint32_t> counts;
    for (std::uint32_t slice = track.firstSlice; slice < end; ++slice) {
        const std::size_t depth = slices.depth[slice];
        if (depth >= counts.size()) {
            counts.resize(depth + 1);
        }
        ++counts[depth];
    }
    const std::size_t firstRow = m_rows.size();
    std::vector<std::uint32_t> next;
    std::uint32_t position = track.firstSlice;
    for (const std::uint32_t count : counts) {
        m_rows.push_back({position, count, 0, 0});
        next.push_back(position);
        position += count;
    }
    for (std::uint32_t slice = track.firstSlice; slice < end; ++slice) {
        m_order[next[slices.depth[slice]]++] = slice;
    }
    for (std::size_t i = firstRow; i < m_rows.size(); ++i) {
        sealRow(m_rows[i]);
    }
}

void TimelineIndex::sealRow(RowRange& range)
{
    const core::SliceColumns& slices = m_store->slices();
    const std::span<std::uint32_t> order(m_order.data() + range.first, range.count);
    // Slices that start together may come longest first; in a row the empty one has to come first.
    const auto before = [&slices](std::uint32_t a, std::uint32_t b) {
        return slices.startNs[a] != slices.startNs[b] ? slices.startNs[a] < slices.startNs[b]
                                                      : slices.endNs[a] < slices.endNs[b];
    };
    if (!std::is_sorted(order.begin(), order.end(), before)) {
        std::stable_sort(order.begin(), order.end(), before);
    }
    range.firstBlock = static_cast<std::uint32_t>(m_blocks.size());
    appendBlocks({order, slices.startNs, slices.endNs, slices.category, {}}, m_blocks);
    range.blockCount = static_cast<std::uint32_t>(m_blocks.size()) - range.firstBlock;
}

void TimelineIndex::addIterations()
{
    m_iterationRows.resize(m_store->processes().size());
    const auto iterations = m_store->iterations();
    for (std::size_t i = 0; i < iterations.size();) {
        const core::ProcessId process = iterations[i].process;
        auto columns = std::make_unique<OwnColumns>();
        const std::size_t first = i;
        for (; i < iterations.size() && iterations[i].process == process; ++i) {
            columns->add(iterations[i].range, core::Category::Annotation);
        }
        m_iterationRows[process.value()] = {static_cast<std::uint32_t>(first), columns->seal()};
        m_ownColumns.push_back(std::move(columns));
    }
}

void TimelineIndex::addCounters()
{
    m_counters.resize(m_store->tracks().size());
    for (std::uint32_t i = 0; i < m_counters.size(); ++i) {
        const auto samples = m_store->samplesOf(core::TrackId(i));
        CounterBlocks& blocks = m_counters[i];
        for (std::size_t first = 0; first < samples.size(); first += CounterBlocks::kBlockSize) {
            const auto part =
                samples.subspan(first, std::min(CounterBlocks::kBlockSize, samples.size() - first));
            const auto [low, high] =
                std::minmax_element(part.begin(), part.end(),
                                    [](const auto& a, const auto& b) { return a.value < b.value; });
            blocks.ranges.push_back({low->value, high->value});
            blocks.total.lowest = std::min(blocks.total.lowest, low->value);
            blocks.total.highest = std::max(blocks.total.highest, high->value);
        }
    }
}

bool TimelineIndex::addDevices(std::stop_token stop)
{
    for (core::DeviceActivity& device : core::deviceActivity(*m_store)) {
        if (stop.stop_requested()) {
            return false;
        }
        auto columns = std::make_unique<OwnColumns>();
        for (const core::TimeRange range : device.busy) {
            columns->add(range, core::Category::GpuKernel);
        }
        m_devices.push_back({device.usage, std::move(device.sampled), columns->seal()});
        m_ownColumns.push_back(std::move(columns));
    }
    return true;
}

std::uint32_t TimelineIndex::depthCount(core::TrackId track) const
{
    return m_firstRow[track.value() + 1] - m_firstRow[track.value()];
}

TimelineRow TimelineIndex::row(core::TrackId track, std::uint32_t depth) const
{
    if (depth >= depthCount(track)) {
        return {};
    }
    const RowRange& range = m_rows[m_firstRow[track.value()] + depth];
    const core::SliceColumns& slices = m_store->slices();
    return {std::span(m_order).subspan(range.first, range.count), slices.startNs, slices.endNs,
            slices.category, std::span(m_blocks).subspan(range.firstBlock, range.blockCount)};
}

std::optional<core::SliceId> TimelineIndex::sliceAt(core::TrackId track, std::uint32_t depth,
                                                    core::TimeRange around) const
{
    const TimelineRow found = row(track, depth);
    const std::int64_t middle = core::toNs(around.start) + around.length().count() / 2;
    // The interval that contains the middle is the last that starts at or before it.
    const std::uint32_t behind = firstStartingFrom(found, middle + 1);
    const auto hit = [&](std::uint32_t position) {
        return touches(found.startNs(position), found.endNs(position), around);
    };
    if (behind > 0 && hit(behind - 1)) {
        return core::SliceId(found.order[behind - 1]);
    }
    if (behind < found.count() && hit(behind)) {
        return core::SliceId(found.order[behind]);
    }
    return std::nullopt;
}

std::uint32_t TimelineIndex::positionInRow(const TimelineRow& row, core::SliceId slice) const
{
    std::uint32_t position = firstStartingFrom(row, m_store->slices().startNs[slice.value()]);
    while (position < row.count() && row.order[position] != slice.value()) {
        ++position; // only past slices that start at the same instant
    }
    return position;
}

std::optional<core::SliceId> TimelineIndex::previousInRow(core::SliceId slice) const
{
    const TimelineRow own = row(m_store->trackOf(slice), m_store->slices().depth[slice.value()]);
    const std::uint32_t position = positionInRow(own, slice);
    return position == 0 ? std::nullopt : std::optional(core::SliceId(own.order[position - 1]));
}

std::optional<core::SliceId> TimelineIndex::nextInRow(core::SliceId slice) const
{
    const TimelineRow own = row(m_store->trackOf(slice), m_store->slices().depth[slice.value()]);
    const std::uint32_t position = positionInRow(own, slice);
    return position + 1 >= own.count() ? std::nullopt
                                       : std::optional(core::SliceId(own.order[position + 1]));
}

} // namespace hscope::app
