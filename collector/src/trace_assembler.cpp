// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/trace_assembler.h"

#include <utility>

namespace hscope::collector {

namespace {

constexpr auto kLaunch = static_cast<std::int64_t>(core::LinkKind::Launch);
constexpr std::size_t kMostLinkEnds = 1U << 17U; ///< Ends that wait for a partner, in each half.

enum SliceColumn : std::size_t
{
    kId,
    kTrack,
    kStart,
    kDuration,
    kName,
    kCategory,
    kFlags
};

/// Kinds that the schema does not know are flows.
std::int64_t knownKind(std::int64_t kind)
{
    constexpr auto kFlow = static_cast<std::int64_t>(core::LinkKind::Flow);
    return kind < 0 || kind > kFlow ? kFlow : kind;
}

} // namespace

void EventRows::clear()
{
    // Member by member, to keep the memory.
    strings.clear();
    tracks.clear();
    trackNames.clear();
    slices.clear();
    sliceEnds.clear();
    operations.clear();
    arguments.clear();
    iterations.clear();
    phases.clear();
    instants.clear();
    counters.clear();
    links.clear();
    calibrations.clear();
    textBytes = 0;
}

std::size_t EventRows::dropFrom(std::int64_t first)
{
    const std::size_t dropped = slices.size();
    slices.clear();
    operations.clear();
    arguments.clear();
    instants.clear();
    counters.clear();
    links.clear();
    std::erase_if(sliceEnds, [first](const SliceEnd& end) { return end.id >= first; });
    std::erase_if(iterations, [first](const IterationRow& row) { return row.slice >= first; });
    return dropped;
}

std::size_t TraceAssembler::LinkKeyHash::operator()(const LinkKey& key) const
{
    const auto mixed = static_cast<std::uint64_t>(key.correlation) * 0x9E3779B97F4A7C15;
    return (mixed ^ (mixed >> 32U)) + static_cast<std::size_t>(key.kind);
}

TraceAssembler::TraceAssembler(const NameTable& names)
    : m_strings(names)
{
}

std::int64_t TraceAssembler::addTrack(core::TrackKind kind, std::int64_t name)
{
    m_rows.tracks.push_back({m_nextTrack, static_cast<std::int64_t>(kind), name, std::nullopt,
                             std::nullopt, std::nullopt});
    return m_nextTrack++;
}

std::int64_t TraceAssembler::addThread(std::int64_t tid)
{
    const std::int64_t track = addNamedTrack("");
    m_rows.tracks.back().tid = tid;
    m_threadTracks[tid] = track;
    return track;
}

std::int64_t TraceAssembler::addNamedTrack(std::string_view name)
{
    return addTrack(core::TrackKind::Thread, stringOf(name));
}

std::int64_t TraceAssembler::addStream(std::int64_t device, std::int64_t stream)
{
    // As imported traces have them.
    const std::string name = "GPU " + std::to_string(device) + " stream " + std::to_string(stream);
    const std::int64_t track =
        addTrack(core::TrackKind::GpuStream, stringOf(std::string_view(name)));
    m_rows.tracks.back().device = device;
    m_rows.tracks.back().stream = stream;
    return track;
}

std::optional<std::int64_t> TraceAssembler::trackOfThread(std::int64_t tid) const
{
    const auto found = m_threadTracks.find(tid);
    return found == m_threadTracks.end() ? std::nullopt : std::optional(found->second);
}

void TraceAssembler::nameTrack(std::int64_t track, std::int64_t name)
{
    m_rows.trackNames.push_back({track, name});
}

TraceAssembler::Open TraceAssembler::beginSlice(std::int64_t track, std::int64_t startNs,
                                                std::int64_t name, std::uint8_t category,
                                                std::uint8_t flags)
{
    m_rows.slices.push_back(
        {m_nextSlice, track, startNs, 0, name, category, flags | core::kSliceUnfinished});
    return {m_nextSlice++, startNs};
}

void TraceAssembler::endSlice(Open slice, std::int64_t endNs)
{
    const std::int64_t first = m_nextSlice - static_cast<std::int64_t>(m_rows.slices.size());
    if (slice.id < first) {
        m_rows.sliceEnds.push_back({slice.id, endNs - slice.startNs});
        return;
    }
    EventRows::SliceRow& row = m_rows.slices[static_cast<std::size_t>(slice.id - first)];
    row[kDuration] = endNs - slice.startNs;
    row[kFlags] &= ~std::int64_t{core::kSliceUnfinished};
}

EventRows::IterationRow TraceAssembler::beginIteration(Open slice, std::int64_t number)
{
    const EventRows::IterationRow row{m_nextIteration++, number, slice.startNs, 0, slice.id};
    m_rows.iterations.push_back(row);
    return row;
}

void TraceAssembler::endIteration(EventRows::IterationRow iteration, std::int64_t endNs)
{
    iteration.durationNs = endNs - iteration.startNs;
    m_rows.iterations.push_back(iteration);
}

void TraceAssembler::addArgument(Open slice, std::int64_t position, std::int64_t name,
                                 std::string json)
{
    m_rows.textBytes += json.size();
    m_rows.arguments.push_back({slice.id, position, name, std::move(json)});
}

void TraceAssembler::addInstant(std::int64_t track, std::int64_t timeNs, std::int64_t name)
{
    m_rows.instants.push_back({m_nextInstant++, track, timeNs, name});
}

void TraceAssembler::addCounter(std::int64_t name, std::int64_t timeNs, double value,
                                std::optional<double> total)
{
    const auto [track, isNew] = m_counterTracks.emplace(name, m_nextTrack);
    if (isNew) {
        static_cast<void>(addTrack(core::TrackKind::Counter, name));
    }
    m_rows.counters.push_back({track->second, timeNs, value, total});
}

/// Keeps at least the last kMostLinkEnds ends and at most twice as many.
void TraceAssembler::remember(LinkEnds& ends, LinkEnds& before, LinkKey key, std::int64_t slice)
{
    if (ends.size() >= kMostLinkEnds) {
        before = std::move(ends);
        ends.clear();
    }
    ends[key] = slice;
}

std::optional<std::int64_t> TraceAssembler::find(const LinkEnds& ends, const LinkEnds& before,
                                                 LinkKey key)
{
    if (const auto found = ends.find(key); found != ends.end()) {
        return found->second;
    }
    const auto found = before.find(key);
    return found == before.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> TraceAssembler::findFrom(LinkKey key) const
{
    return key.kind == kLaunch ? m_launches.find(key.correlation) : find(m_from, m_fromBefore, key);
}

void TraceAssembler::addLink(LinkKey key, std::int64_t from, std::int64_t to)
{
    m_rows.links.push_back({m_nextLink++, key.kind, from, to, key.correlation});
}

void TraceAssembler::linkFrom(Open slice, std::int64_t kind, std::int64_t correlation)
{
    const LinkKey key{knownKind(kind), correlation};
    if (key.kind == kLaunch) {
        m_launches.remember(correlation, slice.id);
    } else {
        remember(m_from, m_fromBefore, key, slice.id);
    }
    if (const auto to = find(m_to, m_toBefore, key)) {
        addLink(key, slice.id, *to);
        m_to.erase(key);
        m_toBefore.erase(key);
    }
}

void TraceAssembler::linkTo(Open slice, std::int64_t kind, std::int64_t correlation)
{
    const LinkKey key{knownKind(kind), correlation};
    if (const auto from = findFrom(key)) {
        addLink(key, *from, slice.id);
    } else {
        remember(m_to, m_toBefore, key, slice.id);
    }
}

std::optional<TraceAssembler::Open> TraceAssembler::launchOf(std::int64_t correlation) const
{
    const auto id = m_launches.find(correlation);
    return id ? std::optional(Open{*id, 0}) : std::nullopt;
}

void TraceAssembler::setPhase(std::int64_t timeNs, std::optional<std::int64_t> name)
{
    if (m_phase) {
        m_phase->durationNs = timeNs - m_phase->startNs;
        m_rows.phases.push_back(*m_phase);
        m_phase.reset();
    }
    if (name) {
        m_phase = EventRows::PhaseRow{m_nextPhase++, *name, timeNs, 0};
        m_rows.phases.push_back(*m_phase);
    }
}

EventRows& TraceAssembler::rows(std::int64_t nowNs)
{
    for (EventRows::SliceRow& row : m_rows.slices) {
        if ((row[kFlags] & core::kSliceUnfinished) != 0) {
            row[kDuration] = std::max<std::int64_t>(0, nowNs - row[kStart]);
        }
    }
    if (m_phase) {
        m_phase->durationNs = std::max<std::int64_t>(0, nowNs - m_phase->startNs);
        m_rows.phases.push_back(*m_phase);
    }
    return m_rows;
}

} // namespace hscope::collector
