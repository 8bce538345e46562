// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/rlscope_overhead.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hscope::core {

namespace {

struct Injected
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

std::int64_t costOf(const OverheadModel& model, OverheadKind kind, std::string_view api = {})
{
    const OverheadCost* const cost = model.find(kind, api);
    return cost == nullptr ? 0 : std::llround(cost->totalNs());
}

/// Everything that one thread's slices bring.
void inject(const TraceStore& trace, const Track& track, const OverheadModel& model,
            std::vector<Injected>& injected)
{
    const SliceColumns& slices = trace.slices();
    const auto add = [&injected](std::int64_t startNs, std::int64_t lengthNs) {
        if (lengthNs > 0) {
            injected.push_back({startNs, startNs + lengthNs});
        }
    };
    for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
        const std::int64_t start = slices.startNs[i];
        const std::int64_t end = slices.endNs[i];
        const auto kind = overheadKindOf(slices.category[i], slices.flags[i]);
        if (track.kind == TrackKind::Operations) {
            add(start, costOf(model, kind.value_or(OverheadKind::Annotation)));
            continue;
        }
        switch (slices.category[i]) {
        case Category::GpuApi:
        case Category::GpuSync:
            add(start, costOf(model, OverheadKind::Cupti, trace.nameOf(SliceId(i))));
            add(end, costOf(model, OverheadKind::GpuApi));
            break;
        case Category::Backend:
        case Category::Simulator: {
            const std::int64_t cost = costOf(model, kind.value_or(OverheadKind::Python));
            add(end + cost, cost);
            break;
        }
        default:
            break;
        }
    }
}

} // namespace

std::shared_ptr<const TraceStore> withRlScopeOverhead(const TraceStore& trace,
                                                      const OverheadModel& model)
{
    TraceStore::Data data = trace.copy();
    const StringId name = data.strings.intern("overhead");
    const std::size_t tracks = data.tracks.size();
    for (std::size_t i = 0; i < tracks; ++i) {
        if (data.tracks[i].kind != TrackKind::Thread &&
            data.tracks[i].kind != TrackKind::Operations) {
            continue;
        }
        std::vector<Injected> injected;
        inject(trace, data.tracks[i], model, injected);
        std::ranges::stable_sort(injected, [](const Injected& a, const Injected& b) {
            return a.startNs != b.startNs ? a.startNs < b.startNs : a.endNs > b.endNs;
        });
        Track track;
        track.process = data.tracks[i].process;
        track.name = name;
        track.firstSlice = static_cast<std::uint32_t>(data.slices.size());
        track.sliceCount = static_cast<std::uint32_t>(injected.size());
        const TimeRange wall = trace.wallRange();
        for (const Injected& slice : injected) {
            // The wall time stays that of the trace.
            data.slices.startNs.push_back(
                std::clamp(slice.startNs, toNs(wall.start), toNs(wall.end)));
            data.slices.endNs.push_back(std::clamp(slice.endNs, toNs(wall.start), toNs(wall.end)));
            data.slices.name.push_back(name);
            data.slices.category.push_back(Category::Overhead);
            data.slices.flags.push_back(0);
            data.slices.depth.push_back(0);
            data.slices.source.push_back(0);
        }
        data.tracks.push_back(track);
    }
    return std::make_shared<const TraceStore>(std::move(data));
}

} // namespace hscope::core
