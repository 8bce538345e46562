// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/overview.h"
#include "app/timeline/timeline_row.h"
#include "core/analysis/device_usage.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace hscope::app {

/// When a device was busy, prepared for drawing.
struct DeviceActivity
{
    core::DeviceUsage usage;
    std::vector<core::TimeRange> sampled; ///< Windows in which a sampling tool would say "in use".
    TimelineRow busy;                     ///< Disjoint ranges; their category is gpu_kernel.
};

/// The lowest and highest value of consecutive samples of a counter.
struct CounterBlocks
{
    struct Extent
    {
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -std::numeric_limits<double>::infinity();
    };

    static constexpr std::size_t kBlockSize = 64;

    std::vector<Extent> ranges; ///< Of each kBlockSize samples.
    Extent total;
};

/// What makes drawing independent of the number of slices: every row's slices in order, and blocks
/// over them.
///
/// A row is one depth (nesting level or lane) of one track. Made once per trace, off the GUI
/// thread; immutable.
///
/// Memory: about 9.4 bytes per slice.
class TimelineIndex
{
public:
    /// Builds the index of `store` and keeps it alive. Null if a stop was requested.
    ///
    /// Cost: O(n), O(n log n) for GPU slices. Thread: any.
    [[nodiscard]] static std::shared_ptr<const TimelineIndex>
    build(std::shared_ptr<const core::TraceStore> store, std::stop_token stop);

    TimelineIndex(const TimelineIndex&) = delete;
    TimelineIndex& operator=(const TimelineIndex&) = delete;
    ~TimelineIndex();

    [[nodiscard]] const std::shared_ptr<const core::TraceStore>& store() const { return m_store; }

    /// The number of rows of `track`, at least one if it has slices.
    [[nodiscard]] std::uint32_t depthCount(core::TrackId track) const;

    /// The slices of one row; `order` holds slice ids. Empty beyond the last depth.
    [[nodiscard]] TimelineRow row(core::TrackId track, std::uint32_t depth) const;

    /// The slice of that row that touches `around`, the nearest to its middle from the left. Cost:
    /// O(log n).
    [[nodiscard]] std::optional<core::SliceId> sliceAt(core::TrackId track, std::uint32_t depth,
                                                       core::TimeRange around) const;

    /// The slice before or after `slice` in its row, if there is one.
    [[nodiscard]] std::optional<core::SliceId> previousInRow(core::SliceId slice) const;
    [[nodiscard]] std::optional<core::SliceId> nextInRow(core::SliceId slice) const;

    /// The iterations of a process. `order` counts from `first`, an index into
    /// TraceStore::iterations().
    struct Iterations
    {
        std::uint32_t first = 0;
        TimelineRow row;
    };

    [[nodiscard]] const Iterations& iterations(core::ProcessId process) const
    {
        return m_iterationRows[process.value()];
    }

    [[nodiscard]] const CounterBlocks& counter(core::TrackId track) const
    {
        return m_counters[track.value()];
    }

    [[nodiscard]] const std::vector<DeviceActivity>& devices() const { return m_devices; }

    [[nodiscard]] const Overview& overview() const { return m_overview; }

private:
    struct RowRange
    {
        std::uint32_t first = 0; ///< Into m_order.
        std::uint32_t count = 0;
        std::uint32_t firstBlock = 0; ///< Into m_blocks.
        std::uint32_t blockCount = 0;
    };

    struct OwnColumns;

    explicit TimelineIndex(std::shared_ptr<const core::TraceStore> store);

    void addTrack(core::TrackId track);
    void sealRow(RowRange& range);
    void addIterations();
    void addCounters();
    bool addDevices(std::stop_token stop);
    [[nodiscard]] std::uint32_t positionInRow(const TimelineRow& row, core::SliceId slice) const;

    std::shared_ptr<const core::TraceStore> m_store;
    std::vector<std::uint32_t> m_order;    ///< Slice ids, grouped by row.
    std::vector<RowRange> m_rows;          ///< Grouped by track, then depth.
    std::vector<std::uint32_t> m_firstRow; ///< By track, one more at the end.
    std::vector<RowBlock> m_blocks;
    std::vector<std::unique_ptr<OwnColumns>>
        m_ownColumns;                        ///< Behind rows that are not made of slices.
    std::vector<Iterations> m_iterationRows; ///< By process.
    std::vector<CounterBlocks> m_counters;   ///< By track.
    std::vector<DeviceActivity> m_devices;
    Overview m_overview;
};

} // namespace hscope::app
