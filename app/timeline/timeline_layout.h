// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_index.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hscope::app {

struct TimelineLooks;

enum class RowKind : std::uint8_t
{
    ProcessHeader,
    Iterations,
    Operations, ///< One nesting level of the operations of a thread.
    Slices,     ///< One nesting level of a thread or one lane of a GPU stream.
    Counter,
    DeviceBusy, ///< Busy ranges of a device over its sampled utilisation.
    Markers     ///< One lane of rows that are shown but never counted.
};

/// Where things lie vertically. All values in device-independent pixels.
namespace measure {
inline constexpr int kHeader = 24;
inline constexpr int kRow = 18; ///< 17 for the slice and a gap of 1.
inline constexpr int kSlice = 17;
inline constexpr int kIterations = 16;
inline constexpr int kCounter = 36;
inline constexpr int kDeviceBusy = 31; ///< 17 busy, 2 apart, 12 sampled.
inline constexpr int kSampled = 12;
inline constexpr int kPadding = 4;  ///< Above and below the rows of a track.
inline constexpr int kHairline = 1; ///< Below each track.
inline constexpr int kHead = 200;
} // namespace measure

/// One horizontal strip in which things are drawn.
struct LayoutRow
{
    RowKind kind = RowKind::Slices;
    int y = 0;
    int height = 0;
    core::ProcessId process;
    core::TrackId track;      ///< Of Operations, Slices, Counter and Markers.
    std::uint32_t depth = 0;  ///< Of the same, without Counter.
    std::uint32_t device = 0; ///< Of DeviceBusy: index into TimelineIndex::devices().

    [[nodiscard]] int bottom() const { return y + height; }

    friend bool operator==(const LayoutRow&, const LayoutRow&) = default;
};

/// The label at the left of one or more rows.
struct TrackHead
{
    RowKind kind = RowKind::Slices;
    int y = 0;
    int height = 0; ///< With padding and hairline.
    core::ProcessId process;
    core::TrackId track;
    std::uint32_t device = 0;
    bool hasSeparator =
        true; ///< A hairline below; not between operations and the thread they belong to.
    bool canCollapse = false;
    bool isCollapsed = false;

    [[nodiscard]] int bottom() const { return y + height; }

    friend bool operator==(const TrackHead&, const TrackHead&) = default;
};

/// Which processes and tracks show only their header or first row.
struct CollapseState
{
    std::vector<bool> processes; ///< Missing entries are open.
    std::vector<bool> tracks;

    [[nodiscard]] bool isCollapsed(core::ProcessId process) const
    {
        return process.value() < processes.size() && processes[process.value()];
    }

    [[nodiscard]] bool isCollapsed(core::TrackId track) const
    {
        return track.value() < tracks.size() && tracks[track.value()];
    }

    void toggle(core::ProcessId process);
    void toggle(core::TrackId track);
};

/// Which rows exist and where; everything vertical about a timeline.
///
///   v trainer                      ProcessHeader
///     iterations   |158     |159   Iterations
///     Operations   [inference ]    Operations
///     main thread  [select    ]    Slices, depth 0
///                   [forward]      Slices, depth 1
///     memory       __/--\__        Counter
///     GPU 0 stream 7 [k] [k]       Slices, lane 0
///     GPU busy     [ ]   [  ]      DeviceBusy
///     profiler     [ span     ]    Markers
///
/// Tracks and processes without anything to draw are left out.
class TimelineLayout
{
public:
    TimelineLayout() = default;

    /// Null `looks`: every track looks as its kind. Cost: O(rows).
    TimelineLayout(const core::TraceStore& store, const TimelineIndex& index,
                   const CollapseState& collapse, const TimelineLooks* looks = nullptr);

    [[nodiscard]] const std::vector<LayoutRow>& rows() const { return m_rows; }

    [[nodiscard]] const std::vector<TrackHead>& heads() const { return m_heads; }

    [[nodiscard]] int height() const { return m_height; }

    /// The rows that show between `top` and `bottom`. Cost: O(log rows).
    [[nodiscard]] std::span<const LayoutRow> rowsBetween(int top, int bottom) const;
    [[nodiscard]] std::span<const TrackHead> headsBetween(int top, int bottom) const;

    /// The row or head at `y`, if there is one. Cost: O(log rows).
    [[nodiscard]] std::optional<LayoutRow> rowAt(int y) const;
    [[nodiscard]] std::optional<TrackHead> headAt(int y) const;

    /// The row that shows a slice; none if it is collapsed away. Cost: O(log tracks).
    [[nodiscard]] std::optional<LayoutRow> rowOf(const core::TraceStore& store,
                                                 core::SliceId slice) const;

private:
    class Builder;

    std::vector<LayoutRow> m_rows;  ///< By y.
    std::vector<TrackHead> m_heads; ///< By y.
    std::vector<std::optional<std::uint32_t>> m_firstRowOfTrack;
    int m_height = 0;
};

} // namespace hscope::app
