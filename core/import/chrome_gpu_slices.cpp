// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_gpu_slices.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace hscope::core {

namespace {

/// Of calls sorted by start: the latest that starts no later than `ns`, else the first.
template <typename Calls>
auto latestBefore(const Calls& calls, std::int64_t ns)
{
    const auto after =
        std::ranges::upper_bound(calls, ns, {}, [](const auto& call) { return call.startNs; });
    return after == calls.begin() ? &*after : &*std::prev(after);
}

} // namespace

void ChromeGpuSlices::sortCalls(TraceBuilder& builder)
{
    std::ranges::stable_sort(
        m_calls, {}, [](const Call& call) { return std::tuple(call.correlation, call.startNs); });
    for (Call& call : m_calls) {
        call.process = builder.track(call.slice.track).process;
    }
    for (auto first = m_calls.begin(); first != m_calls.end();) {
        const auto differs = [first](const Call& call) {
            return call.correlation != first->correlation;
        };
        const auto end = std::find_if(first, m_calls.end(), differs);
        const bool shared = std::any_of(
            first, end, [first](const Call& call) { return call.process != first->process; });
        for (; first != end; ++first) {
            first->shared = shared;
            if (shared) {
                m_shared.push_back(*first);
            }
        }
    }
    std::ranges::stable_sort(m_shared, {}, [](const Call& call) {
        return std::tuple(call.correlation, call.process, call.startNs);
    });
}

ChromeGpuSlices::Launch ChromeGpuSlices::launchOf(const Row& row,
                                                  std::optional<ProcessId> own) const
{
    if (row.kind == Kind::Overhead || row.correlation == 0) {
        return {};
    }
    if (own && !m_shared.empty()) {
        const auto calls = std::ranges::equal_range(
            m_shared, std::tuple(row.correlation, *own), {},
            [](const Call& call) { return std::tuple(call.correlation, call.process); });
        if (!calls.empty()) {
            return {latestBefore(calls, row.slice.startNs), false};
        }
    }
    const auto calls = std::ranges::equal_range(m_calls, row.correlation, {}, &Call::correlation);
    if (calls.empty()) {
        return {};
    }
    const Call* const call = latestBefore(calls, row.slice.startNs);
    return {call, call->shared};
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

std::set<StringId> ChromeGpuSlices::devicePids() const
{
    std::set<StringId> ids;
    for (const Row& row : m_rows) {
        if (row.kind == Kind::Work || row.kind == Kind::Marker) {
            ids.insert(row.pid);
        }
    }
    return ids;
}

void ChromeGpuSlices::resolve(TraceBuilder& builder, ChromeTracks& tracks)
{
    sortCalls(builder);
    const std::optional<ProcessId> busiest = tracks.hasThreads() ? tracks.busiest() : std::nullopt;
    for (const Row& row : m_rows) {
        const auto own = tracks.findProcess(builder.strings().at(row.pid));
        const auto [call, ambiguous] = launchOf(row, own);
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
        if (ambiguous) {
            builder.diagnostics().count(DiagnosticId::LaunchAmbiguous, describe);
        }
        builder.addLink(LinkKind::Launch, call->slice, slice, row.correlation);
        if (row.slice.startNs < call->startNs) {
            builder.diagnostics().count(DiagnosticId::KernelBeforeLaunch, describe);
        }
    }
    std::vector<Row>().swap(m_rows);
    std::vector<Call>().swap(m_calls);
    std::vector<Call>().swap(m_shared);
}

} // namespace hscope::core
