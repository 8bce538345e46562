// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/slice_details.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/models/names.h"
#include "core/schema/schema.h"

#include <QCoreApplication>

#include <algorithm>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("SliceDetails", text);
}

/// The innermost slice of a track of nested slices that contains `time`.
std::optional<core::SliceId> innermostAt(const core::TraceStore& store, const core::Track& track,
                                         core::TraceTime time)
{
    const core::SliceColumns& slices = store.slices();
    const auto begin = slices.startNs.begin() + track.firstSlice;
    const auto after = std::upper_bound(begin, begin + track.sliceCount, core::toNs(time));
    for (auto at = after; at != begin;) {
        --at;
        const auto index = static_cast<std::size_t>(at - slices.startNs.begin());
        if (slices.endNs[index] > core::toNs(time)) {
            return core::SliceId(static_cast<std::uint32_t>(index));
        }
        if (slices.depth[index] == 0) {
            break; // Whatever began earlier ended before this one did.
        }
    }
    return std::nullopt;
}

/// The slice that directly contains `slice` on its thread.
std::optional<core::SliceId> parentOf(const core::TraceStore& store, core::SliceId slice)
{
    const core::SliceColumns& slices = store.slices();
    const core::Track& track = store.track(store.trackOf(slice));
    const std::uint16_t depth = slices.depth[slice.value()];
    if (track.kind != core::TrackKind::Thread || depth == 0) {
        return std::nullopt;
    }
    for (std::uint32_t i = slice.value(); i-- > track.firstSlice;) {
        if (slices.depth[i] == depth - 1) {
            return core::SliceId(i);
        }
    }
    return std::nullopt;
}

core::Duration selfTime(const core::TraceStore& store, core::SliceId slice,
                        const core::Track& track)
{
    const core::SliceColumns& slices = store.slices();
    const std::uint32_t first = slice.value();
    std::int64_t children = 0;
    for (std::uint32_t i = first + 1; i < track.firstSlice + track.sliceCount; ++i) {
        if (slices.startNs[i] >= slices.endNs[first]) {
            break;
        }
        if (slices.depth[i] == slices.depth[first] + 1) {
            children += std::min(slices.endNs[i], slices.endNs[first]) - slices.startNs[i];
        }
    }
    return store.rangeOf(slice).length() - core::Duration(children);
}

/// Where and when the operation of a slice has to be looked up: on the thread that launched it, at
/// that time.
struct Anchor
{
    core::TrackId track;
    core::TraceTime time;
};

Anchor anchorOf(const core::TraceStore& store, core::SliceId slice)
{
    for (const core::Link& link : store.linksTo(slice)) {
        if (link.kind == core::LinkKind::Launch) {
            return {store.trackOf(link.from), store.rangeOf(link.from).start};
        }
    }
    return {store.trackOf(slice), store.rangeOf(slice).start};
}

QString relationText(core::LinkKind kind, bool isOutgoing)
{
    switch (kind) {
    case core::LinkKind::Launch:
        return isOutgoing ? tr("launches") : tr("launched by");
    case core::LinkKind::ForwardBackward:
        return isOutgoing ? tr("backward") : tr("forward");
    case core::LinkKind::Fork:
        return isOutgoing ? tr("starts") : tr("started by");
    case core::LinkKind::Join:
        return isOutgoing ? tr("joined by") : tr("waits for");
    case core::LinkKind::Transfer:
        return isOutgoing ? tr("sends to") : tr("receives from");
    case core::LinkKind::Flow:
        break;
    }
    return isOutgoing ? tr("flows to") : tr("flows from");
}

Relation makeRelation(const core::TraceStore& store, core::SliceId from, core::SliceId other,
                      const QString& word)
{
    Relation relation;
    relation.slice = other;
    relation.name = toText(store.nameOf(other));
    relation.category = store.slices().category[other.value()];
    relation.text = word + u", " + trackTitle(store, store.trackOf(other));
    relation.offset = store.rangeOf(other).start - store.rangeOf(from).start;
    return relation;
}

} // namespace

std::optional<core::SliceId> findOperation(const core::TraceStore& store, core::TrackId thread,
                                           core::TraceTime time)
{
    for (const core::Track& track : store.tracks()) {
        if (track.kind == core::TrackKind::Operations && track.thread == thread) {
            if (const auto slice = innermostAt(store, track, time)) {
                return slice;
            }
        }
    }
    return std::nullopt;
}

SliceDetails describeSlice(const core::TraceStore& store, core::SliceId slice)
{
    const core::TrackId trackId = store.trackOf(slice);
    const core::Track& track = store.track(trackId);
    SliceDetails details;
    details.name = toText(store.nameOf(slice));
    details.category = store.slices().category[slice.value()];
    details.kind = toText(core::categoryName(details.category));
    details.track = trackTitle(store, trackId);
    details.process = processTitle(store, track.process);
    details.range = store.rangeOf(slice);
    details.isUnfinished = (store.slices().flags[slice.value()] & core::kSliceUnfinished) != 0;
    if (track.kind == core::TrackKind::Thread) {
        details.self = selfTime(store, slice, track);
    }
    if (track.kind == core::TrackKind::Operations) {
        details.kind = tr("operation");
        details.operation = details.name;
    } else if (track.kind == core::TrackKind::Iterations) {
        details.kind = tr("iteration");
    } else {
        const Anchor anchor = anchorOf(store, slice);
        if (const auto operation = findOperation(store, anchor.track, anchor.time)) {
            details.operation = toText(store.nameOf(*operation));
        }
    }
    if (const auto* iteration = findIteration(store, track.process, details.range.start)) {
        details.iteration = iteration->number;
    }
    return details;
}

std::vector<Relation> relationsOf(const core::TraceStore& store, core::SliceId slice,
                                  std::size_t limit)
{
    std::vector<Relation> result;
    for (const core::Link& link : store.linksFrom(slice)) {
        if (result.size() == limit) {
            return result;
        }
        result.push_back(makeRelation(store, slice, link.to, relationText(link.kind, true)));
        result.back().isOutgoing = true;
    }
    for (const core::Link& link : store.linksTo(slice)) {
        if (result.size() == limit) {
            return result;
        }
        result.push_back(makeRelation(store, slice, link.from, relationText(link.kind, false)));
    }
    if (const auto parent = parentOf(store, slice); parent && result.size() < limit) {
        result.push_back(makeRelation(store, slice, *parent, tr("called by")));
    }
    return result;
}

} // namespace hscope::app
