// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/operation_timeline.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace hscope::core {

namespace {

void append(OperationTimeline& timeline, std::int64_t startNs, std::optional<StringId> name)
{
    if (!timeline.empty() && timeline.back().startNs == startNs) {
        timeline.pop_back(); // it would have held for no time
    }
    const std::optional<StringId> before = timeline.empty() ? std::nullopt : timeline.back().name;
    if (before != name) {
        timeline.push_back({startNs, name});
    }
}

/// The slice track of `kind` that belongs to each thread of a process.
template <typename Visit>
void forEachOperationTrack(const TraceStore& trace, ProcessId process, Visit visit)
{
    for (const TrackId id : trace.tracksOf(process)) {
        const Track& track = trace.track(id);
        if (track.kind == TrackKind::Operations && track.thread && track.sliceCount > 0) {
            visit(*track.thread, track);
        }
    }
}

/// The links to slices of a track.
std::span<const Link> linksInto(const TraceStore& trace, const Track& track)
{
    const auto byTarget = [](const Link& link) { return link.to.value(); };
    const auto links = trace.links();
    const auto first = std::ranges::lower_bound(links, track.firstSlice, {}, byTarget);
    const auto last =
        std::ranges::lower_bound(links, track.firstSlice + track.sliceCount, {}, byTarget);
    return {first, last};
}

} // namespace

OperationTimeline flattenOperations(const TraceStore& trace, const Track& operations)
{
    const SliceColumns& slices = trace.slices();
    OperationTimeline timeline;
    std::vector<std::size_t> open;
    const auto endBefore = [&](std::int64_t ns) {
        while (!open.empty() && slices.endNs[open.back()] <= ns) {
            const std::int64_t end = slices.endNs[open.back()];
            while (!open.empty() && slices.endNs[open.back()] <= end) {
                open.pop_back();
            }
            append(timeline, end,
                   open.empty() ? std::nullopt : std::optional(slices.name[open.back()]));
        }
    };
    for (std::size_t i = operations.firstSlice;
         i < std::size_t{operations.firstSlice} + operations.sliceCount; ++i) {
        if (slices.endNs[i] > slices.startNs[i]) {
            endBefore(slices.startNs[i]);
            open.push_back(i);
            append(timeline, slices.startNs[i], slices.name[i]);
        }
    }
    endBefore(std::numeric_limits<std::int64_t>::max());
    return timeline;
}

std::optional<StringId> operationAt(std::span<const OperationSegment> timeline, std::int64_t ns)
{
    const auto after = std::upper_bound(
        timeline.begin(), timeline.end(), ns,
        [](std::int64_t time, const OperationSegment& s) { return time < s.startNs; });
    return after == timeline.begin() ? std::nullopt : std::prev(after)->name;
}

OperationMap::OperationMap(const TraceStore& trace, ProcessId process)
{
    const SliceColumns& slices = trace.slices();
    std::tuple<std::int64_t, std::int64_t> earliest; // start, minus length
    forEachOperationTrack(trace, process, [&](TrackId thread, const Track& track) {
        m_own.emplace(thread, flattenOperations(trace, track));
        const std::size_t first = track.firstSlice;
        const std::tuple key(slices.startNs[first], slices.startNs[first] - slices.endNs[first]);
        if (!m_rootThread || key < earliest) {
            earliest = key;
            m_rootThread = thread;
        }
    });
    if (!m_rootThread) {
        return;
    }
    findParents(trace, process);
    m_root = resolved(trace, *m_rootThread);
    for (const auto& [thread, own] : m_own) {
        m_resolved[thread] = thread == *m_rootThread ? m_root : resolved(trace, thread);
    }
    for (const auto& [thread, parents] : m_parents) {
        if (!m_resolved.contains(thread)) {
            m_resolved[thread] = resolved(trace, thread);
        }
    }
}

void OperationMap::findParents(const TraceStore& trace, ProcessId process)
{
    for (const TrackId to : trace.tracksOf(process)) {
        if (trace.track(to).kind != TrackKind::Thread) {
            continue;
        }
        for (const Link& link : linksInto(trace, trace.track(to))) {
            if (link.kind != LinkKind::ForwardBackward && link.kind != LinkKind::Fork) {
                continue;
            }
            const TrackId from = trace.trackOf(link.from);
            if (from != to && trace.track(from).process == process &&
                trace.track(from).kind == TrackKind::Thread) {
                m_parents[to].push_back({trace.slices().startNs[link.to.value()], from});
            }
        }
    }
    for (auto& [thread, parents] : m_parents) {
        std::stable_sort(parents.begin(), parents.end(),
                         [](const Parent& a, const Parent& b) { return a.startNs < b.startNs; });
        const auto same = [](const Parent& a, const Parent& b) { return a.thread == b.thread; };
        parents.erase(std::unique(parents.begin(), parents.end(), same), parents.end());
    }
}

const OperationTimeline* OperationMap::ownOf(TrackId thread) const
{
    const auto found = m_own.find(thread);
    return found == m_own.end() ? nullptr : &found->second;
}

std::optional<TrackId> OperationMap::parentAt(TrackId thread, std::int64_t ns) const
{
    if (const auto found = m_parents.find(thread); found != m_parents.end()) {
        const auto after =
            std::upper_bound(found->second.begin(), found->second.end(), ns,
                             [](std::int64_t time, const Parent& p) { return time < p.startNs; });
        if (after != found->second.begin()) {
            return std::prev(after)->thread;
        }
    }
    return thread == *m_rootThread ? std::nullopt : m_rootThread;
}

std::optional<StringId> OperationMap::resolve(TrackId thread, std::int64_t ns) const
{
    std::set<TrackId> visited; // links may form a circle
    std::optional<TrackId> at = thread;
    while (at && visited.insert(*at).second) {
        if (const OperationTimeline* const own = ownOf(*at)) {
            if (const auto name = operationAt(*own, ns)) {
                return name;
            }
        }
        at = parentAt(*at, ns);
    }
    const OperationTimeline* const root =
        ownOf(*m_rootThread); // a circle leads nowhere: the root has the last word
    return root == nullptr ? std::nullopt : operationAt(*root, ns);
}

/// Evaluates the rule at every instant at which any thread it may inherit from changes.
std::shared_ptr<const OperationTimeline> OperationMap::resolved(const TraceStore& trace,
                                                                TrackId thread) const
{
    std::set<TrackId> ancestors = {thread, *m_rootThread};
    std::vector<TrackId> queue(ancestors.begin(), ancestors.end());
    std::vector<std::int64_t> changes;
    while (!queue.empty()) {
        const TrackId next = queue.back();
        queue.pop_back();
        if (const OperationTimeline* const own = ownOf(next)) {
            for (const OperationSegment& segment : *own) {
                changes.push_back(segment.startNs);
            }
        }
        if (const auto found = m_parents.find(next); found != m_parents.end()) {
            for (const Parent& parent : found->second) {
                changes.push_back(parent.startNs);
                if (ancestors.insert(parent.thread).second) {
                    queue.push_back(parent.thread);
                }
            }
        }
    }
    std::sort(changes.begin(), changes.end());
    changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
    // A short-lived thread need not know what happens before and after it.
    const Track& track = trace.track(thread);
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
    if (thread != *m_rootThread && track.sliceCount > 0) {
        const SliceColumns& slices = trace.slices();
        const auto first = slices.endNs.begin() + track.firstSlice;
        until = *std::max_element(first, first + track.sliceCount);
        const auto from =
            std::upper_bound(changes.begin(), changes.end(), slices.startNs[track.firstSlice]);
        changes.erase(changes.begin(), from == changes.begin() ? from : std::prev(from));
    }
    auto timeline = std::make_shared<OperationTimeline>();
    for (const std::int64_t change : changes) {
        if (change <= until) {
            append(*timeline, change, resolve(thread, change));
        }
    }
    return timeline;
}

std::shared_ptr<const OperationTimeline> OperationMap::timelineOf(TrackId thread) const
{
    const auto found = m_resolved.find(thread);
    return found == m_resolved.end() ? m_root : found->second;
}

std::optional<StringId> OperationMap::at(TrackId thread, std::int64_t ns) const
{
    const auto found = m_resolved.find(thread);
    return operationAt(found == m_resolved.end() ? *m_root : *found->second, ns);
}

} // namespace hscope::core
