// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/draw_list.h"

#include "app/timeline/row_folder.h"
#include "app/timeline/timeline_geometry.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hscope::app {

namespace {

/// Reduces the samples of one counter to what each pixel column shows.
class CounterFolder
{
public:
    CounterFolder(std::span<const core::CounterSample> samples, const CounterBlocks& blocks,
                  const TimelineViewport& viewport, DrawList& list)
        : m_samples(samples)
        , m_blocks(blocks)
        , m_range(viewport.range)
        , m_scale(viewport.range, viewport.width)
        , m_low(std::min(0.0, blocks.total.lowest))
        , m_span(std::max(0.0, blocks.total.highest) - m_low)
        , m_list(list)
    {
    }

    void run()
    {
        std::size_t next = firstAt(m_range.start, 0);
        if (next > 0) {
            add(0.0, next - 1, next); // the value that holds when the view begins
        }
        while (next < m_samples.size() && m_samples[next].time < m_range.end) {
            const double column = std::floor(m_scale.xOf(m_samples[next].time));
            const std::size_t end = std::max(
                next + 1, firstAt(std::min(m_scale.timeAt(column + 1.0), m_range.end), next));
            add(m_scale.xOf(m_samples[next].time), next, end);
            next = end;
        }
    }

private:
    /// The first sample at or after `time`, looked for from `from` on with growing steps.
    std::size_t firstAt(core::TraceTime time, std::size_t from)
    {
        std::size_t step = 1;
        std::size_t low = from;
        while (low + step < m_samples.size() && m_samples[low + step].time < time) {
            low += step;
            step *= 2;
            ++m_list.operations;
        }
        const auto begin = m_samples.begin() + static_cast<std::ptrdiff_t>(low);
        const auto end = m_samples.begin() +
                         static_cast<std::ptrdiff_t>(std::min(low + step + 1, m_samples.size()));
        m_list.operations += static_cast<std::uint64_t>(std::bit_width(step));
        const auto found = std::partition_point(
            begin, end, [time](const core::CounterSample& sample) { return sample.time < time; });
        return static_cast<std::size_t>(found - m_samples.begin());
    }

    void add(double x, std::size_t first, std::size_t end)
    {
        double lowest = m_samples[first].value;
        double highest = lowest;
        for (std::size_t i = first; i < end;) {
            ++m_list.operations;
            if (i % CounterBlocks::kBlockSize == 0 && i + CounterBlocks::kBlockSize <= end) {
                const CounterBlocks::Extent& extent =
                    m_blocks.ranges[i / CounterBlocks::kBlockSize];
                lowest = std::min(lowest, extent.lowest);
                highest = std::max(highest, extent.highest);
                i += CounterBlocks::kBlockSize;
            } else {
                lowest = std::min(lowest, m_samples[i].value);
                highest = std::max(highest, m_samples[i].value);
                ++i;
            }
        }
        m_list.samples.push_back({static_cast<float>(x), ratio(lowest), ratio(highest),
                                  ratio(m_samples[end - 1].value)});
    }

    [[nodiscard]] float ratio(double value) const
    {
        return m_span > 0 ? static_cast<float>((value - m_low) / m_span) : 0.0F;
    }

    std::span<const core::CounterSample> m_samples;
    const CounterBlocks& m_blocks;
    core::TimeRange m_range;
    TimeScale m_scale;
    double m_low;
    double m_span;
    DrawList& m_list;
};

class ListBuilder
{
public:
    ListBuilder(const core::TraceStore& store, const TimelineIndex& index,
                const TimelineViewport& viewport, double scale, DrawList recycled)
        : m_store(store)
        , m_index(index)
        , m_viewport(viewport)
        , m_labelWidth(kLabelWidth * scale)
        , m_list(std::move(recycled))
        , m_folder(viewport.range, viewport.width, m_list.items)
    {
    }

    DrawList run(std::span<const LayoutRow> rows)
    {
        for (const LayoutRow& row : rows) {
            add(row);
        }
        return std::move(m_list);
    }

private:
    void add(const LayoutRow& row)
    {
        DrawRow drawn;
        drawn.row = row;
        if (row.kind == RowKind::Counter) {
            drawn.firstItem = static_cast<std::uint32_t>(m_list.samples.size());
            CounterFolder(m_store.samplesOf(row.track), m_index.counter(row.track), m_viewport,
                          m_list)
                .run();
            drawn.itemCount = static_cast<std::uint32_t>(m_list.samples.size()) - drawn.firstItem;
        } else if (row.kind != RowKind::ProcessHeader) {
            drawn.firstItem = static_cast<std::uint32_t>(m_list.items.size());
            m_list.operations += m_folder.add(intervalsOf(row));
            drawn.itemCount = static_cast<std::uint32_t>(m_list.items.size()) - drawn.firstItem;
            if (row.kind != RowKind::DeviceBusy) {
                addLabels(drawn);
            }
        }
        m_list.rows.push_back(drawn);
    }

    [[nodiscard]] TimelineRow intervalsOf(const LayoutRow& row) const
    {
        switch (row.kind) {
        case RowKind::Iterations:
            return m_index.iterations(row.process).row;
        case RowKind::DeviceBusy:
            return m_index.devices()[row.device].busy;
        case RowKind::Operations:
        case RowKind::Slices:
        case RowKind::Markers:
            return m_index.row(row.track, row.depth);
        case RowKind::ProcessHeader:
        case RowKind::Counter:
            break;
        }
        return {};
    }

    void addLabels(const DrawRow& row)
    {
        const auto width = static_cast<float>(m_viewport.width);
        for (std::uint32_t i = row.firstItem; i < row.firstItem + row.itemCount; ++i) {
            const DrawItem& item = m_list.items[i];
            const float x0 = std::max(item.x0, 0.0F);
            const float x1 = std::min(item.x1, width);
            if (!item.folded && static_cast<double>(x1 - x0) >= m_labelWidth) {
                m_list.labels.push_back({i, x0, x1});
            }
        }
    }

    const core::TraceStore& m_store;
    const TimelineIndex& m_index;
    const TimelineViewport& m_viewport;
    double m_labelWidth;
    DrawList m_list;
    RowFolder m_folder;
};

} // namespace

DrawList buildDrawList(const core::TraceStore& store, const TimelineIndex& index,
                       const TimelineLayout& layout, const TimelineViewport& viewport, double scale,
                       DrawList recycled)
{
    recycled.clear();
    if (viewport.range.isEmpty() || viewport.width <= 0) {
        return {};
    }
    return ListBuilder(store, index, viewport, scale, std::move(recycled))
        .run(layout.rowsBetween(viewport.scrollY, viewport.scrollY + viewport.height));
}

} // namespace hscope::app
