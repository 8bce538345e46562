// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace hscope::core {

/// A slice as a reader describes it. Times in ns of trace time.
struct SliceRow
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0; ///< Ignored for an unfinished slice: it runs to the end of the trace.
    StringId name;
    Category category = Category::Native;
    std::uint8_t flags = 0;
    std::uint64_t source = 0; ///< See SliceColumns::source.
};

/// Names a slice of a builder until `finish` gives it its SliceId.
struct SliceHandle
{
    TrackId track;
    std::uint32_t index = 0; ///< Order of addition within the track.

    friend bool operator==(const SliceHandle&, const SliceHandle&) = default;
};

/// Collects a trace in any order and turns it into an immutable TraceStore.
///
/// Thread: one. Use: add everything, call finish() once.
class TraceBuilder
{
public:
    TraceBuilder() = default;
    TraceBuilder(const TraceBuilder&) = delete;
    TraceBuilder& operator=(const TraceBuilder&) = delete;
    ~TraceBuilder() = default;

    [[nodiscard]] StringPool& strings() { return m_data.strings; }

    [[nodiscard]] Diagnostics& diagnostics() { return m_data.diagnostics; }

    ProcessId addProcess(const Process& process);
    TrackId addTrack(const Track& track);

    [[nodiscard]] Process& process(ProcessId id) { return m_data.processes[id.value()]; }

    [[nodiscard]] Track& track(TrackId id) { return m_data.tracks[id.value()]; }

    [[nodiscard]] std::size_t trackCount() const { return m_data.tracks.size(); }

    /// Makes a track one whose slices are shown and not counted.
    void turnIntoMarkers(TrackId track);

    /// Takes processes without tracks away again; the ids of those behind them change. Gives the
    /// new id of each old one. Cost: O(everything but slices).
    std::vector<std::optional<ProcessId>> removeProcesses(const std::set<ProcessId>& processes);

    SliceHandle addSlice(TrackId track, const SliceRow& slice);

    /// Adds one of the user's operations, opened by `thread`.
    SliceHandle addOperation(TrackId thread, const SliceRow& slice);

    /// Adds an iteration of `thread`'s process together with the slice of that thread that marks
    /// it.
    SliceHandle addIterationSlice(TrackId thread, std::int64_t number, const SliceRow& slice);

    /// Adds an iteration that no slice marks.
    void addIteration(const Iteration& iteration);

    void addLink(LinkKind kind, SliceHandle from, SliceHandle to,
                 std::optional<std::int64_t> correlation);
    void addPhase(const Phase& phase);
    void addInstant(const Instant& instant);
    void addCounterSample(const CounterSample& sample);
    void addCalibration(CalibrationEntry entry);
    void addMeta(std::string key, std::string value);

    [[nodiscard]] SliceRow sliceAt(SliceHandle handle) const;

    [[nodiscard]] std::uint32_t sliceCount(TrackId track) const;

    /// Sorts, assigns rows and seals. The builder is empty afterwards.
    ///
    /// Cost: O(n log n) for unsorted tracks, O(n) for sorted ones; each track's input is freed as
    /// it is taken over.
    [[nodiscard]] std::shared_ptr<const TraceStore> finish();

private:
    struct Columns
    {
        std::vector<std::int64_t> startNs;
        std::vector<std::int64_t> endNs;
        std::vector<StringId> name;
        std::vector<Category> category;
        std::vector<std::uint8_t> flags;
        std::vector<std::uint64_t> source;
        std::vector<std::uint32_t>
            position; ///< Handle index -> place after sorting; empty if unchanged.
    };

    struct PendingLink
    {
        LinkKind kind;
        SliceHandle from;
        SliceHandle to;
        std::optional<std::int64_t> correlation;
    };

    struct PendingIteration
    {
        Iteration iteration;
        std::optional<SliceHandle> slice;
    };

    void endUnfinished();
    void takeOver(TrackId track);
    void assignDepths(TrackId track);
    [[nodiscard]] SliceId idOf(SliceHandle handle) const;
    [[nodiscard]] TrackId companion(std::vector<std::optional<TrackId>>& known, std::uint32_t index,
                                    const Track& description);

    TraceStore::Data m_data;
    std::vector<Columns> m_columns; ///< Parallel to m_data.tracks.
    std::vector<PendingLink> m_links;
    std::vector<PendingIteration> m_iterations;
    std::vector<std::optional<TrackId>> m_operationTracks; ///< By thread.
    std::vector<std::optional<TrackId>> m_iterationTracks; ///< By process.
};

} // namespace hscope::core
