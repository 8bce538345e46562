// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/trace_builder.h"

#include "core/base/check.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace hscope::core {

namespace {

/// Copies `source` to the end of `target` in the given order (empty: as it is) and frees it.
template <typename T>
void appendAndFree(std::vector<T>& target, std::vector<T>& source,
                   const std::vector<std::uint32_t>& order)
{
    if (order.empty()) {
        target.insert(target.end(), source.begin(), source.end());
    } else {
        for (const std::uint32_t i : order) {
            target.push_back(source[i]);
        }
    }
    std::vector<T>().swap(source);
}

/// The open slices of one track while rows are assigned; ended ones are dropped lazily.
struct OpenSlice
{
    std::int64_t endNs;
    std::uint16_t depth;
};

constexpr std::uint16_t kDeepest = std::numeric_limits<std::uint16_t>::max() - 1;

/// Rows of a thread: one below the deepest slice still open, so that children lie below their
/// parent.
class NestingRows
{
public:
    std::uint16_t place(std::int64_t startNs, std::int64_t endNs)
    {
        while (!m_open.empty() && m_open.back().endNs <= startNs) {
            m_open.pop_back();
        }
        // Depths grow along the stack, so the deepest open slice is the last one.
        std::uint16_t depth = 0;
        if (!m_open.empty()) {
            depth = static_cast<std::uint16_t>(std::min<int>(m_open.back().depth + 1, kDeepest));
        }
        m_crosses = !m_open.empty() && m_open.back().endNs < endNs;
        if (endNs > startNs) { // a zero-length slice never keeps a row busy
            m_open.push_back({endNs, depth});
        }
        return depth;
    }

    /// Whether the slice placed last ends after the one that it started in.
    [[nodiscard]] bool crosses() const { return m_crosses; }

private:
    std::vector<OpenSlice> m_open;
    bool m_crosses = false;
};

/// Lanes of a GPU stream: the first lane that is free.
class LaneRows
{
public:
    std::uint16_t place(std::int64_t startNs, std::int64_t endNs)
    {
        for (std::size_t lane = 0; lane < m_endNs.size(); ++lane) {
            if (m_endNs[lane] <= startNs) {
                m_endNs[lane] = endNs;
                return static_cast<std::uint16_t>(lane);
            }
        }
        if (m_endNs.size() >= kDeepest) {
            return kDeepest;
        }
        m_endNs.push_back(endNs);
        return static_cast<std::uint16_t>(m_endNs.size() - 1);
    }

private:
    std::vector<std::int64_t> m_endNs;
};

} // namespace

ProcessId TraceBuilder::addProcess(const Process& process)
{
    m_data.processes.push_back(process);
    return ProcessId(static_cast<std::uint32_t>(m_data.processes.size() - 1));
}

TrackId TraceBuilder::addTrack(const Track& track)
{
    HSCOPE_CHECK(track.process.value() < m_data.processes.size());
    m_data.tracks.push_back(track);
    m_columns.emplace_back();
    return TrackId(static_cast<std::uint32_t>(m_data.tracks.size() - 1));
}

void TraceBuilder::turnIntoMarkers(TrackId track)
{
    m_data.tracks[track.value()].kind = TrackKind::Marker;
    std::vector<Category>& categories = m_columns[track.value()].category;
    std::fill(categories.begin(), categories.end(), Category::Annotation);
}

std::vector<std::optional<ProcessId>>
TraceBuilder::removeProcesses(const std::set<ProcessId>& processes)
{
    std::vector<std::optional<ProcessId>> renamed;
    std::vector<Process> kept;
    std::vector<std::optional<TrackId>> iterationTracks;
    m_iterationTracks.resize(m_data.processes.size());
    for (std::uint32_t i = 0; i < m_data.processes.size(); ++i) {
        if (processes.contains(ProcessId(i))) {
            renamed.emplace_back();
            continue;
        }
        renamed.emplace_back(ProcessId(static_cast<std::uint32_t>(kept.size())));
        kept.push_back(m_data.processes[i]);
        iterationTracks.push_back(m_iterationTracks[i]);
    }
    const auto rename = [&renamed](ProcessId& id) {
        HSCOPE_CHECK(renamed[id.value()].has_value());
        id = *renamed[id.value()];
    };
    for (Process& process : kept) {
        process.parent = process.parent ? renamed[process.parent->value()] : std::nullopt;
    }
    for (Track& track : m_data.tracks) {
        rename(track.process);
    }
    for (PendingIteration& pending : m_iterations) {
        rename(pending.iteration.process);
    }
    for (Phase& phase : m_data.phases) {
        rename(phase.process);
    }
    m_data.processes = std::move(kept);
    m_iterationTracks = std::move(iterationTracks);
    return renamed;
}

SliceHandle TraceBuilder::addSlice(TrackId track, const SliceRow& slice)
{
    Columns& columns = m_columns[track.value()];
    columns.startNs.push_back(slice.startNs);
    columns.endNs.push_back(slice.endNs);
    columns.name.push_back(slice.name);
    columns.category.push_back(slice.category);
    columns.flags.push_back(slice.flags);
    columns.source.push_back(slice.source);
    return {track, static_cast<std::uint32_t>(columns.startNs.size() - 1)};
}

TrackId TraceBuilder::companion(std::vector<std::optional<TrackId>>& known, std::uint32_t index,
                                const Track& description)
{
    if (known.size() <= index) {
        known.resize(index + 1);
    }
    if (!known[index]) {
        known[index] = addTrack(description);
    }
    return *known[index];
}

SliceHandle TraceBuilder::addOperation(TrackId thread, const SliceRow& slice)
{
    const Track& owner = track(thread);
    Track description;
    description.process = owner.process;
    description.kind = TrackKind::Operations;
    description.name = owner.name;
    description.tid = owner.tid;
    description.sortIndex = owner.sortIndex;
    description.thread = thread;
    SliceRow row = slice;
    row.category = Category::Annotation;
    return addSlice(companion(m_operationTracks, thread.value(), description), row);
}

SliceHandle TraceBuilder::addIterationSlice(TrackId thread, std::int64_t number,
                                            const SliceRow& slice)
{
    const ProcessId process = track(thread).process;
    Track description;
    description.process = process;
    description.kind = TrackKind::Iterations;
    description.thread = thread;
    SliceRow row = slice;
    row.category = Category::Annotation;
    const SliceHandle handle =
        addSlice(companion(m_iterationTracks, process.value(), description), row);
    m_iterations.push_back(
        {Iteration{process, number, {traceTime(row.startNs), traceTime(row.endNs)}, std::nullopt},
         handle});
    return handle;
}

void TraceBuilder::addIteration(const Iteration& iteration)
{
    m_iterations.push_back({iteration, std::nullopt});
}

void TraceBuilder::addLink(LinkKind kind, SliceHandle from, SliceHandle to,
                           std::optional<std::int64_t> correlation)
{
    m_links.push_back({kind, from, to, correlation});
}

void TraceBuilder::addPhase(const Phase& phase)
{
    m_data.phases.push_back(phase);
}

void TraceBuilder::addInstant(const Instant& instant)
{
    m_data.instants.push_back(instant);
}

void TraceBuilder::addCounterSample(const CounterSample& sample)
{
    m_data.counterSamples.push_back(sample);
}

void TraceBuilder::addCalibration(CalibrationEntry entry)
{
    m_data.calibration.push_back(std::move(entry));
}

void TraceBuilder::addMeta(std::string key, std::string value)
{
    m_data.meta.push_back({std::move(key), std::move(value)});
}

SliceRow TraceBuilder::sliceAt(SliceHandle handle) const
{
    const Columns& columns = m_columns[handle.track.value()];
    const std::size_t i = handle.index;
    return {columns.startNs[i],  columns.endNs[i], columns.name[i],
            columns.category[i], columns.flags[i], columns.source[i]};
}

std::uint32_t TraceBuilder::sliceCount(TrackId track) const
{
    return static_cast<std::uint32_t>(m_columns[track.value()].startNs.size());
}

/// Unfinished slices reach to the last known end.
void TraceBuilder::endUnfinished()
{
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const Columns& columns : m_columns) {
        for (std::size_t i = 0; i < columns.endNs.size(); ++i) {
            if ((columns.flags[i] & kSlicePseudo) == 0) {
                const bool open = (columns.flags[i] & kSliceUnfinished) != 0;
                last = std::max(last, open ? columns.startNs[i] : columns.endNs[i]);
            }
        }
    }
    for (Columns& columns : m_columns) {
        for (std::size_t i = 0; i < columns.endNs.size(); ++i) {
            if ((columns.flags[i] & kSliceUnfinished) != 0) {
                columns.endNs[i] = std::max(columns.startNs[i], last);
            }
        }
    }
}

void TraceBuilder::takeOver(TrackId track)
{
    Columns& columns = m_columns[track.value()];
    Track& target = m_data.tracks[track.value()];
    SliceColumns& slices = m_data.slices;
    target.firstSlice = static_cast<std::uint32_t>(slices.size());
    target.sliceCount = static_cast<std::uint32_t>(columns.startNs.size());

    const auto before = [&columns](std::uint32_t a, std::uint32_t b) {
        return std::tuple(columns.startNs[a], -columns.endNs[a]) <
               std::tuple(columns.startNs[b], -columns.endNs[b]);
    };
    bool sorted = true;
    for (std::uint32_t i = 1; sorted && i < target.sliceCount; ++i) {
        sorted = !before(i, i - 1);
    }
    std::vector<std::uint32_t> order;
    if (!sorted) {
        order.resize(target.sliceCount);
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), before);
        columns.position.resize(order.size());
        for (std::uint32_t place = 0; place < order.size(); ++place) {
            columns.position[order[place]] = place;
        }
    }
    appendAndFree(slices.startNs, columns.startNs, order);
    appendAndFree(slices.endNs, columns.endNs, order);
    appendAndFree(slices.name, columns.name, order);
    appendAndFree(slices.category, columns.category, order);
    appendAndFree(slices.flags, columns.flags, order);
    appendAndFree(slices.source, columns.source, order);
}

void TraceBuilder::assignDepths(TrackId track)
{
    Track& target = m_data.tracks[track.value()];
    SliceColumns& slices = m_data.slices;
    const bool lanes = target.kind == TrackKind::GpuStream || target.kind == TrackKind::Marker;
    NestingRows nesting;
    LaneRows free;
    for (std::size_t i = target.firstSlice; i < slices.size(); ++i) {
        const std::int64_t start = slices.startNs[i];
        const std::int64_t end = slices.endNs[i];
        const std::uint16_t depth = lanes ? free.place(start, end) : nesting.place(start, end);
        slices.depth.push_back(depth);
        target.depthCount =
            std::max<std::uint16_t>(target.depthCount, static_cast<std::uint16_t>(depth + 1));
        if (!lanes && nesting.crosses()) {
            m_data.diagnostics.count(DiagnosticId::SlicesCross, [&] {
                return std::string(m_data.strings.at(slices.name[i])) + " at " +
                       std::to_string(start) + " ns";
            });
        }
    }
}

SliceId TraceBuilder::idOf(SliceHandle handle) const
{
    const Columns& columns = m_columns[handle.track.value()];
    const std::uint32_t place =
        columns.position.empty() ? handle.index : columns.position[handle.index];
    return SliceId(m_data.tracks[handle.track.value()].firstSlice + place);
}

std::shared_ptr<const TraceStore> TraceBuilder::finish()
{
    endUnfinished();
    for (std::uint32_t i = 0; i < m_columns.size(); ++i) {
        takeOver(TrackId(i));
        assignDepths(TrackId(i));
    }
    m_data.links.reserve(m_links.size());
    for (const PendingLink& link : m_links) {
        m_data.links.push_back({link.kind, idOf(link.from), idOf(link.to), link.correlation});
    }
    std::stable_sort(m_data.links.begin(), m_data.links.end(), [](const Link& a, const Link& b) {
        return std::tuple(a.to, a.from) < std::tuple(b.to, b.from);
    });
    for (const PendingIteration& pending : m_iterations) {
        Iteration iteration = pending.iteration;
        if (pending.slice) {
            iteration.slice = idOf(*pending.slice);
            iteration.range.end = traceTime(m_data.slices.endNs[iteration.slice->value()]);
        }
        m_data.iterations.push_back(iteration);
    }
    std::stable_sort(m_data.iterations.begin(), m_data.iterations.end(),
                     [](const Iteration& a, const Iteration& b) {
                         return std::tuple(a.process, a.range.start) <
                                std::tuple(b.process, b.range.start);
                     });
    std::stable_sort(
        m_data.phases.begin(), m_data.phases.end(), [](const Phase& a, const Phase& b) {
            return std::tuple(a.process, a.range.start) < std::tuple(b.process, b.range.start);
        });
    std::stable_sort(m_data.instants.begin(), m_data.instants.end(),
                     [](const Instant& a, const Instant& b) {
                         return std::tuple(a.track, a.time) < std::tuple(b.track, b.time);
                     });
    std::stable_sort(m_data.counterSamples.begin(), m_data.counterSamples.end(),
                     [](const CounterSample& a, const CounterSample& b) {
                         return std::tuple(a.track, a.time) < std::tuple(b.track, b.time);
                     });
    m_columns.clear();
    m_links.clear();
    m_iterations.clear();
    return std::make_shared<const TraceStore>(std::move(m_data));
}

} // namespace hscope::core
