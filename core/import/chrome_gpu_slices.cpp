// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_gpu_slices.h"

#include <algorithm>
#include <tuple>

namespace hscope::core {

const ChromeGpuSlices::Call* ChromeGpuSlices::callOf(const Row& row) const
{
    if (row.correlation == 0) {
        return nullptr;
    }
    // Calls are sorted by correlation and start: take the one before the first that starts after
    // the row.
    const auto after =
        std::upper_bound(m_calls.begin(), m_calls.end(), row, [](const Row& r, const Call& call) {
            return std::tuple(r.correlation, r.slice.startNs) <
                   std::tuple(call.correlation, call.startNs);
        });
    if (after != m_calls.begin() && std::prev(after)->correlation == row.correlation) {
        return &*std::prev(after);
    }
    const bool later = after != m_calls.end() && after->correlation == row.correlation;
    return later ? &*after : nullptr;
}

ProcessId ChromeGpuSlices::ownerOf(const Row& row, const Call* call,
                                   std::optional<ProcessId> busiest, TraceBuilder& builder,
                                   ChromeTracks& tracks)
{
    const std::string_view pid = builder.strings().at(row.pid);
    if (row.kind == Kind::Overhead) {
        if (const auto own = tracks.findProcess(pid)) {
            return *own;
        }
    } else if (call != nullptr) {
        return builder.track(call->slice.track).process;
    }
    return busiest ? *busiest : tracks.process(pid);
}

TrackId ChromeGpuSlices::trackOf(const Row& row, ProcessId owner, TraceBuilder& builder,
                                 ChromeTracks& tracks)
{
    const std::string tid(builder.strings().at(row.tid));
    const std::string device = "GPU " + std::to_string(row.device);
    const bool named = tid.starts_with("stream");
    const std::string stream =
        row.stream ? "stream " + std::to_string(*row.stream) : (named ? tid : "stream " + tid);
    switch (row.kind) {
    case Kind::Work:
        return tracks.namedTrack(owner, TrackKind::GpuStream, device + " " + stream,
                                 [&row](Track& track) {
                                     track.device = row.device;
                                     track.stream = row.stream;
                                 });
    case Kind::Marker:
        return tracks.namedTrack(owner, TrackKind::Marker, device + " " + stream + " markers",
                                 [&row](Track& track) { track.device = row.device; });
    case Kind::Pseudo:
        return tracks.namedTrack(owner, TrackKind::Marker, tid, [](Track&) {});
    case Kind::Overhead:
        break;
    }
    return tracks.namedTrack(owner, TrackKind::Thread, "profiler overhead", [](Track&) {});
}

std::set<StringId> ChromeGpuSlices::pids() const
{
    std::set<StringId> ids;
    for (const Row& row : m_rows) {
        ids.insert(row.pid);
    }
    return ids;
}

void ChromeGpuSlices::resolve(TraceBuilder& builder, ChromeTracks& tracks)
{
    std::stable_sort(m_calls.begin(), m_calls.end(), [](const Call& a, const Call& b) {
        return std::tuple(a.correlation, a.startNs) < std::tuple(b.correlation, b.startNs);
    });
    const std::optional<ProcessId> busiest = tracks.busiest();
    for (const Row& row : m_rows) {
        const Call* const call = row.kind == Kind::Overhead ? nullptr : callOf(row);
        const ProcessId owner = ownerOf(row, call, busiest, builder, tracks);
        const SliceHandle slice = builder.addSlice(trackOf(row, owner, builder, tracks), row.slice);
        if (row.kind != Kind::Work) {
            continue;
        }
        const auto describe = [&] {
            return std::string(builder.strings().at(row.slice.name)) + " at " +
                   std::to_string(row.slice.startNs) + " ns";
        };
        if (call == nullptr) {
            builder.diagnostics().count(DiagnosticId::GpuSliceWithoutLaunch, describe);
            continue;
        }
        builder.addLink(LinkKind::Launch, call->slice, slice, row.correlation);
        if (row.slice.startNs < call->startNs) {
            builder.diagnostics().count(DiagnosticId::KernelBeforeLaunch, describe);
        }
    }
    std::vector<Row>().swap(m_rows);
    std::vector<Call>().swap(m_calls);
}

} // namespace hscope::core
