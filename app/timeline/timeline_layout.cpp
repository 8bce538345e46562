// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_layout.h"

#include "app/timeline/timeline_looks.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace hscope::app {

namespace {

void flip(std::vector<bool>& flags, std::size_t position)
{
    if (position >= flags.size()) {
        flags.resize(position + 1);
    }
    flags[position] = !flags[position];
}

template <typename Item>
std::span<const Item> between(const std::vector<Item>& items, int top, int bottom)
{
    const auto first = std::partition_point(
        items.begin(), items.end(), [top](const Item& item) { return item.bottom() <= top; });
    const auto last = std::partition_point(first, items.end(),
                                           [bottom](const Item& item) { return item.y < bottom; });
    return std::span<const Item>(first, last);
}

template <typename Item>
std::optional<Item> at(const std::vector<Item>& items, int y)
{
    const auto found = between(items, y, y + 1);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

} // namespace

void CollapseState::toggle(core::ProcessId process)
{
    flip(processes, process.value());
}

void CollapseState::toggle(core::TrackId track)
{
    flip(tracks, track.value());
}

/// Stacks heads and rows from top to bottom.
class TimelineLayout::Builder
{
public:
    Builder(TimelineLayout& layout, const core::TraceStore& store, const TimelineIndex& index,
            const CollapseState& collapse, const TimelineLooks* looks)
        : m_layout(layout)
        , m_store(store)
        , m_index(index)
        , m_collapse(collapse)
        , m_looks(looks)
        , m_operations(store.tracks().size())
        , m_tracksOf(store.processes().size())
        , m_deviceShown(index.devices().size(), false)
    {
    }

    void run()
    {
        m_layout.m_firstRowOfTrack.resize(m_store.tracks().size());
        for (std::uint32_t i = 0; i < m_store.tracks().size(); ++i) {
            const core::TrackId id(i);
            const core::Track& track = m_store.track(id);
            if (track.kind == core::TrackKind::Operations && track.thread) {
                m_operations[track.thread->value()].push_back(id);
            } else if (track.kind != core::TrackKind::Iterations) {
                m_tracksOf[track.process.value()].push_back(id);
            }
        }
        std::vector<std::uint32_t> processes(m_store.processes().size());
        std::iota(processes.begin(), processes.end(), 0U);
        std::stable_sort(
            processes.begin(), processes.end(), [this](std::uint32_t a, std::uint32_t b) {
                return m_store.processes()[a].sortIndex < m_store.processes()[b].sortIndex;
            });
        for (const std::uint32_t process : processes) {
            addProcess(core::ProcessId(process));
        }
        m_layout.m_height = m_y;
    }

private:
    [[nodiscard]] bool hasContent(core::TrackId id) const
    {
        const core::Track& track = m_store.track(id);
        return track.sliceCount != 0 || !m_index.counter(id).ranges.empty() ||
               !m_operations[id.value()].empty();
    }

    void addProcess(core::ProcessId process)
    {
        std::vector<core::TrackId>& tracks = m_tracksOf[process.value()];
        std::erase_if(tracks, [this](core::TrackId id) { return !hasContent(id); });
        const bool hasIterations = m_index.iterations(process).row.count() != 0;
        if (tracks.empty() && !hasIterations) {
            return;
        }
        const bool collapsed = m_collapse.isCollapsed(process);
        TrackHead head = makeHead(RowKind::ProcessHeader, process);
        head.canCollapse = true;
        head.isCollapsed = collapsed;
        head.height = measure::kHeader;
        m_layout.m_heads.push_back(head);
        addRow(makeRow(RowKind::ProcessHeader, process), measure::kHeader);
        if (collapsed) {
            return;
        }
        if (hasIterations) {
            addSingle(RowKind::Iterations, process, core::TrackId(), 0, measure::kIterations);
        }
        std::stable_sort(tracks.begin(), tracks.end(), [this](core::TrackId a, core::TrackId b) {
            return orderOf(a) < orderOf(b);
        });
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            addTrack(tracks[i]);
            // A device's row follows its last stream; its marker rows come later.
            const core::Track& track = m_store.track(tracks[i]);
            const core::Track* const next =
                i + 1 < tracks.size() ? &m_store.track(tracks[i + 1]) : nullptr;
            const bool more = next != nullptr && next->kind == core::TrackKind::GpuStream &&
                              next->device == track.device;
            if (track.kind == core::TrackKind::GpuStream && !more) {
                addDeviceOf(tracks[i]);
            }
        }
    }

    using Order = std::tuple<int, std::int64_t, std::int32_t, std::int64_t, std::uint32_t>;

    [[nodiscard]] Order orderOf(core::TrackId id) const
    {
        const core::Track& track = m_store.track(id);
        const auto group = [&track] {
            switch (track.kind) {
            case core::TrackKind::Operations: // whose thread is not known
                return 0;
            case core::TrackKind::Thread:
                return 1;
            case core::TrackKind::Counter:
                return 2;
            case core::TrackKind::GpuStream:
                return 3;
            case core::TrackKind::Marker:
            case core::TrackKind::Iterations:
                break;
            }
            return 4;
        }();
        return {group, group == 3 ? track.device.value_or(0) : 0, track.sortIndex,
                group == 3 ? track.stream.value_or(0) : 0, id.value()};
    }

    void addTrack(core::TrackId id)
    {
        const core::Track& track = m_store.track(id);
        for (const core::TrackId operations : m_operations[id.value()]) {
            addRows(RowKind::Operations, operations, track.sliceCount == 0);
        }
        switch (track.kind) {
        case core::TrackKind::Counter:
            addSingle(RowKind::Counter, track.process, id, 0, measure::kCounter);
            break;
        case core::TrackKind::Marker:
            addRows(RowKind::Markers, id, true);
            break;
        case core::TrackKind::Operations:
            addRows(RowKind::Operations, id, true);
            break;
        case core::TrackKind::Thread:
        case core::TrackKind::GpuStream:
        case core::TrackKind::Iterations:
            if (track.sliceCount != 0) {
                const TrackLook* look = m_looks != nullptr ? m_looks->trackLook(id) : nullptr;
                if (look != nullptr) {
                    addThinRow(id, look->continues);
                } else {
                    addRows(RowKind::Slices, id, true);
                }
            }
            break;
        }
    }

    void addRows(RowKind kind, core::TrackId id, bool hasSeparator)
    {
        const core::Track& track = m_store.track(id);
        const std::uint32_t depths = m_index.depthCount(id);
        TrackHead head = makeHead(kind, track.process);
        head.track = id;
        head.hasSeparator = hasSeparator;
        head.canCollapse = depths > 1;
        head.isCollapsed = head.canCollapse && m_collapse.isCollapsed(id);
        m_y += measure::kPadding;
        m_layout.m_firstRowOfTrack[id.value()] = static_cast<std::uint32_t>(m_layout.m_rows.size());
        const std::uint32_t shown = head.isCollapsed ? 1 : depths;
        for (std::uint32_t depth = 0; depth < shown; ++depth) {
            LayoutRow row = makeRow(kind, track.process);
            row.track = id;
            row.depth = depth;
            addRow(row, measure::kRow);
        }
        finishHead(head);
    }

    /// The rows of a track with a look of its own; below the last one, as part of it, or apart.
    void addThinRow(core::TrackId id, bool continues)
    {
        const core::Track& track = m_store.track(id);
        TrackHead head = makeHead(RowKind::Slices, track.process);
        head.track = id;
        if (continues) {
            head = m_layout.m_heads.back();
            m_layout.m_heads.pop_back();
            m_y -= measure::kPadding + measure::kHairline;
        } else {
            m_y += measure::kPadding;
        }
        m_layout.m_firstRowOfTrack[id.value()] = static_cast<std::uint32_t>(m_layout.m_rows.size());
        for (std::uint32_t depth = 0; depth < m_index.depthCount(id); ++depth) {
            LayoutRow row = makeRow(RowKind::Slices, track.process);
            row.track = id;
            row.depth = depth;
            addRow(row, TimelineLooks::kRow);
        }
        finishHead(head);
    }

    void addSingle(RowKind kind, core::ProcessId process, core::TrackId track, std::uint32_t device,
                   int height)
    {
        TrackHead head = makeHead(kind, process);
        head.track = track;
        head.device = device;
        m_y += measure::kPadding;
        LayoutRow row = makeRow(kind, process);
        row.track = track;
        row.device = device;
        addRow(row, height);
        finishHead(head);
    }

    void addDeviceOf(core::TrackId stream)
    {
        const std::int64_t number = m_store.track(stream).device.value_or(0);
        for (std::uint32_t i = 0; i < m_index.devices().size(); ++i) {
            if (m_index.devices()[i].usage.device == number && !m_deviceShown[i]) {
                m_deviceShown[i] = true;
                addSingle(RowKind::DeviceBusy, m_store.track(stream).process, core::TrackId(), i,
                          measure::kDeviceBusy);
            }
        }
    }

    [[nodiscard]] TrackHead makeHead(RowKind kind, core::ProcessId process) const
    {
        TrackHead head;
        head.kind = kind;
        head.y = m_y;
        head.process = process;
        return head;
    }

    static LayoutRow makeRow(RowKind kind, core::ProcessId process)
    {
        LayoutRow row;
        row.kind = kind;
        row.process = process;
        return row;
    }

    void addRow(LayoutRow row, int height)
    {
        row.y = m_y;
        row.height = height;
        m_layout.m_rows.push_back(row);
        m_y += height;
    }

    void finishHead(TrackHead& head)
    {
        m_y += head.hasSeparator ? measure::kPadding + measure::kHairline : 0;
        head.height = m_y - head.y;
        m_layout.m_heads.push_back(head);
    }

    TimelineLayout& m_layout;
    const core::TraceStore& m_store;
    const TimelineIndex& m_index;
    const CollapseState& m_collapse;
    const TimelineLooks* m_looks;
    std::vector<std::vector<core::TrackId>> m_operations; ///< By thread.
    std::vector<std::vector<core::TrackId>>
        m_tracksOf; ///< By process, without operations and iterations.
    std::vector<bool> m_deviceShown;
    int m_y = 0;
};

TimelineLayout::TimelineLayout(const core::TraceStore& store, const TimelineIndex& index,
                               const CollapseState& collapse, const TimelineLooks* looks)
{
    Builder(*this, store, index, collapse, looks).run();
}

std::span<const LayoutRow> TimelineLayout::rowsBetween(int top, int bottom) const
{
    return between(m_rows, top, bottom);
}

std::span<const TrackHead> TimelineLayout::headsBetween(int top, int bottom) const
{
    return between(m_heads, top, bottom);
}

std::optional<LayoutRow> TimelineLayout::rowAt(int y) const
{
    return at(m_rows, y);
}

std::optional<TrackHead> TimelineLayout::headAt(int y) const
{
    return at(m_heads, y);
}

std::optional<LayoutRow> TimelineLayout::rowOf(const core::TraceStore& store,
                                               core::SliceId slice) const
{
    const core::TrackId track = store.trackOf(slice);
    if (track.value() >= m_firstRowOfTrack.size() || !m_firstRowOfTrack[track.value()]) {
        return std::nullopt;
    }
    const std::size_t position =
        std::size_t{*m_firstRowOfTrack[track.value()]} + store.slices().depth[slice.value()];
    if (position >= m_rows.size() || m_rows[position].track != track ||
        m_rows[position].depth != store.slices().depth[slice.value()]) {
        return std::nullopt;
    }
    return m_rows[position];
}

} // namespace hscope::app
