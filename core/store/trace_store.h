// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"
#include "core/schema/category.h"
#include "core/schema/schema.h"
#include "core/store/diagnostics.h"
#include "core/store/ids.h"
#include "core/store/string_pool.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hscope::core {

struct Process
{
    std::optional<std::int64_t>
        pid; ///< The operating system's id; reused by it, so not an identity.
    StringId name;
    std::optional<ProcessId> parent;
    std::optional<std::int64_t> rank;
    std::int32_t sortIndex = 0;
};

/// A row group of the timeline. Its slices are the index range [firstSlice, firstSlice +
/// sliceCount) of the slice columns, sorted by start, longest first, then order in the source.
struct Track
{
    ProcessId process;
    TrackKind kind = TrackKind::Thread;
    StringId name;
    std::optional<std::int64_t> tid;
    std::optional<std::int64_t> device; ///< Of a GPU stream.
    std::optional<std::int64_t> stream; ///< Of a GPU stream.
    std::int32_t sortIndex = 0;
    std::optional<TrackId>
        thread; ///< Of Operations and Iterations: the thread that opened (the first of) them.
    std::uint32_t firstSlice = 0;
    std::uint32_t sliceCount = 0;
    std::uint16_t depthCount = 0; ///< Rows needed: nesting depth of a thread, lanes of a stream.
};

/// The columns of all slices; every vector has the same length and SliceId is the index.
struct SliceColumns
{
    std::vector<std::int64_t> startNs;
    std::vector<std::int64_t> endNs;
    std::vector<StringId> name;
    std::vector<Category> category;
    std::vector<std::uint8_t> flags; ///< kSliceUnfinished, kSlicePseudo, who recorded it.
    std::vector<std::uint16_t>
        depth; ///< Row within the track; two slices of one row never overlap.
    std::vector<std::uint64_t> source; ///< Where its arguments are, for ArgumentSource.

    [[nodiscard]] std::size_t size() const { return startNs.size(); }
};

struct Link
{
    LinkKind kind = LinkKind::Launch;
    SliceId from;
    SliceId to;
    std::optional<std::int64_t> correlation;
};

struct Iteration
{
    ProcessId process;
    std::int64_t number = 0;
    TimeRange range;
    std::optional<SliceId> slice; ///< The slice that marks it, on a track of kind Iterations.
};

struct Phase
{
    ProcessId process;
    StringId name;
    TimeRange range;
};

struct Instant
{
    TrackId track;
    TraceTime time;
    StringId name;
};

struct CounterSample
{
    TrackId track;
    TraceTime time;
    double value = 0;
    std::optional<double> total; ///< For progress: what `value` counts towards.
};

/// A row of table `calibration`: what one recorded event of a kind costs.
struct CalibrationEntry
{
    std::string kind;
    std::optional<StringId> name; ///< The function that it is for; none: all.
    double meanNs = 0;
    double lowNs = 0; ///< 95% interval.
    double highNs = 0;
    std::int64_t samples = 0;
};

struct MetaEntry
{
    std::string key;
    std::string value;
};

/// A loaded trace: immutable, so any number of threads may read it without a lock.
///
/// Made by TraceBuilder. Differs from the file: operations and iterations lie on tracks of their
/// own kind, so that a thread's track holds just what the thread executed.
///
///   file:   thread 1  [inference      ][backprop  ]        store:  thread 1     [linear][add]
///   [mul]
///                      [linear][add]    [mul]                      operations   [inference
///                      ][backprop ]
class TraceStore
{
public:
    struct Data
    {
        StringPool strings;
        std::vector<Process> processes;
        std::vector<Track> tracks;
        SliceColumns slices;
        std::vector<Link> links;                   ///< Sorted by `to`, then `from`.
        std::vector<Iteration> iterations;         ///< Sorted by process, then start.
        std::vector<Phase> phases;                 ///< Sorted by process, then start.
        std::vector<Instant> instants;             ///< Sorted by track, then time.
        std::vector<CounterSample> counterSamples; ///< Sorted by track, then time.
        std::vector<MetaEntry> meta;
        std::vector<CalibrationEntry> calibration;
        Diagnostics diagnostics;
    };

    explicit TraceStore(Data data);

    /// What another trace can be made of that differs a little: everything but the diagnostics.
    [[nodiscard]] Data copy() const;

    TraceStore(const TraceStore&) = delete;
    TraceStore& operator=(const TraceStore&) = delete;
    ~TraceStore() = default;

    [[nodiscard]] const StringPool& strings() const { return m_data.strings; }

    [[nodiscard]] std::string_view text(StringId id) const { return m_data.strings.at(id); }

    [[nodiscard]] std::span<const Process> processes() const { return m_data.processes; }

    [[nodiscard]] std::span<const Track> tracks() const { return m_data.tracks; }

    [[nodiscard]] const SliceColumns& slices() const { return m_data.slices; }

    [[nodiscard]] std::span<const Link> links() const { return m_data.links; }

    [[nodiscard]] std::span<const Iteration> iterations() const { return m_data.iterations; }

    [[nodiscard]] std::span<const Phase> phases() const { return m_data.phases; }

    [[nodiscard]] std::span<const Instant> instants() const { return m_data.instants; }

    [[nodiscard]] std::span<const CounterSample> counterSamples() const
    {
        return m_data.counterSamples;
    }

    [[nodiscard]] std::span<const MetaEntry> meta() const { return m_data.meta; }

    [[nodiscard]] std::span<const CalibrationEntry> calibration() const
    {
        return m_data.calibration;
    }

    [[nodiscard]] const Diagnostics& diagnostics() const { return m_data.diagnostics; }

    [[nodiscard]] const Track& track(TrackId id) const { return m_data.tracks[id.value()]; }

    [[nodiscard]] const Process& process(ProcessId id) const
    {
        return m_data.processes[id.value()];
    }

    /// The tracks of one process, ascending. Cost: O(log tracks).
    [[nodiscard]] std::span<const TrackId> tracksOf(ProcessId process) const;

    /// The track that holds `slice`. Cost: O(log tracks).
    [[nodiscard]] TrackId trackOf(SliceId slice) const;

    [[nodiscard]] TimeRange rangeOf(SliceId slice) const
    {
        return {traceTime(m_data.slices.startNs[slice.value()]),
                traceTime(m_data.slices.endNs[slice.value()])};
    }

    [[nodiscard]] std::string_view nameOf(SliceId slice) const
    {
        return text(m_data.slices.name[slice.value()]);
    }

    /// Links that enter `slice`. Cost: O(log links).
    [[nodiscard]] std::span<const Link> linksTo(SliceId slice) const;

    /// Links that leave `slice`. Cost: O(log links + result).
    [[nodiscard]] std::vector<Link> linksFrom(SliceId slice) const;

    /// Samples of one counter track. Cost: O(log samples).
    [[nodiscard]] std::span<const CounterSample> samplesOf(TrackId track) const;

    /// From the first start to the last end of all slices but a profiler's pseudo rows; empty
    /// without slices.
    [[nodiscard]] TimeRange wallRange() const { return m_wallRange; }

    /// The wall range without the few slices that lie absurdly far from the rest; what a first view
    /// should show.
    [[nodiscard]] TimeRange usualRange() const { return m_usualRange; }

private:
    Data m_data;
    std::vector<TrackId> m_tracksByProcess;   ///< Sorted by process, then id.
    std::vector<std::uint32_t> m_linksByFrom; ///< Positions in m_data.links, sorted by `from`.
    TimeRange m_wallRange;
    TimeRange m_usualRange;
};

} // namespace hscope::core
