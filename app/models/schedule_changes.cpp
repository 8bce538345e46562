// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_changes.h"

#include "app/models/schedule_replay.h"

#include <algorithm>

namespace hscope::app {

namespace {

using sim::SliceActivity;
using sim::SliceKey;

/// Slices in the order of a track of a trace that came from a file: each computation is the next
/// microbatch of its replica, and what is no computation belongs to the one before it.
class KeysByOrder
{
public:
    KeysByOrder(std::size_t stage, std::size_t replica, std::size_t replicas)
        : m_key{SliceActivity::Compute, stage, static_cast<std::int64_t>(replica)}
        , m_replicas(static_cast<std::int64_t>(replicas))
    {
    }

    SliceKey next(core::Category category)
    {
        if (isTransfer(category)) {
            SliceKey transfer = m_key;
            transfer.activity = SliceActivity::ExposedTransfer;
            return transfer;
        }
        if (m_hasStarted) {
            m_key.microbatch += m_replicas;
        }
        m_hasStarted = true;
        return m_key;
    }

private:
    SliceKey m_key;
    std::int64_t m_replicas;
    bool m_hasStarted = false;
};

} // namespace

std::vector<SliceKey> keysOfTrack(const ScheduleReplay& replay, std::size_t stage,
                                  std::size_t replica)
{
    const core::TraceStore& store = *replay.store;
    const auto tracks = store.tracksOf(core::ProcessId(static_cast<std::uint32_t>(stage)));
    const core::Track& track = store.track(tracks[replica]);
    KeysByOrder byOrder(stage, replica, tracks.size());
    std::vector<SliceKey> keys;
    keys.reserve(track.sliceCount);
    for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
        keys.push_back(replay.hasKeys ? sim::keyOf(store.slices().source[i])
                                      : byOrder.next(store.slices().category[i]));
    }
    return keys;
}

ScheduleTimes::ScheduleTimes(const ScheduleReplay& replay)
    : m_stages(replay.placement.stages)
    , m_times(m_stages.size())
    , m_start(replay.store->wallRange().start)
{
    const core::TraceStore& store = *replay.store;
    const std::size_t stages = std::min(m_stages.size(), store.processes().size());
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const auto tracks = store.tracksOf(core::ProcessId(static_cast<std::uint32_t>(stage)));
        for (std::size_t replica = 0; replica < tracks.size(); ++replica) {
            const std::vector<SliceKey> keys = keysOfTrack(replay, stage, replica);
            const std::uint32_t first = store.track(tracks[replica]).firstSlice;
            for (std::uint32_t i = 0; i < keys.size(); ++i) {
                ByMicrobatch& times = m_times[stage][static_cast<std::size_t>(keys[i].activity)];
                const auto microbatch = static_cast<std::size_t>(keys[i].microbatch);
                if (times.size() <= microbatch) {
                    times.resize(microbatch + 1);
                }
                times[microbatch] = store.rangeOf(core::SliceId(first + i));
            }
        }
    }
}

std::optional<std::size_t> ScheduleTimes::partnerOf(const sim::PlacedStage& stage) const
{
    const auto found = std::find_if(m_stages.begin(), m_stages.end(), [&](const auto& own) {
        return own.firstLayer == stage.firstLayer && own.lastLayer == stage.lastLayer;
    });
    return found != m_stages.end()
               ? std::optional(static_cast<std::size_t>(found - m_stages.begin()))
               : std::nullopt;
}

std::optional<core::TimeRange> ScheduleTimes::find(const SliceKey& key) const
{
    const ByMicrobatch& times = m_times[key.stage][static_cast<std::size_t>(key.activity)];
    const auto microbatch = static_cast<std::size_t>(key.microbatch);
    return microbatch < times.size() ? times[microbatch] : std::nullopt;
}

SliceChange ScheduleTimes::changeOf(const SliceKey& key, core::TimeRange range,
                                    ChangeMeasure measure, core::Duration threshold) const
{
    using Kind = SliceChange::Kind;
    const std::optional<core::TimeRange> partner = find(key);
    if (!partner) {
        return {Kind::OnlyHere, 0};
    }
    const std::int64_t delta = measure == ChangeMeasure::Completion
                                   ? (range.end - partner->end).count()
                                   : (range.length() - partner->length()).count();
    if (delta == 0 || std::abs(delta) < threshold.count()) {
        return {Kind::Same, delta};
    }
    return {delta > 0 ? Kind::More : Kind::Less, delta};
}

std::int64_t ScheduleTimes::completed() const
{
    return m_times.empty() ? 0 : static_cast<std::int64_t>(m_times.back()[0].size());
}

core::Duration ScheduleTimes::completionOf(std::int64_t microbatches) const
{
    core::TraceTime end = m_start;
    if (!m_times.empty()) {
        for (const ByMicrobatch& times : m_times.back()) {
            const std::size_t count = std::min(
                times.size(), static_cast<std::size_t>(std::max<std::int64_t>(0, microbatches)));
            for (std::size_t i = 0; i < count; ++i) {
                end = times[i] ? std::max(end, times[i]->end) : end;
            }
        }
    }
    return end - m_start;
}

} // namespace hscope::app
