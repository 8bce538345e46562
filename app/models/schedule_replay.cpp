// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_replay.h"

#include "app/models/format.h"
#include "app/models/type_appearance.h"
#include "core/store/trace_builder.h"
#include "simulator/io/simulation_trace.h"

#include <QCoreApplication>

#include <algorithm>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ScheduleReplay", text);
}

bool isTransfer(core::Category category)
{
    return category == core::Category::Native || category == core::Category::Collective;
}

/// Until the first microbatch leaves the last stage.
core::Duration fillOf(const ScheduleReplay& replay)
{
    const core::TraceStore& store = *replay.store;
    if (store.processes().empty()) {
        return {};
    }
    std::optional<std::int64_t> first;
    const core::ProcessId last(static_cast<std::uint32_t>(store.processes().size() - 1));
    for (const core::TrackId track : store.tracksOf(last)) {
        const core::Track& row = store.track(track);
        for (std::uint32_t i = row.firstSlice; i < row.firstSlice + std::min(row.sliceCount, 1U);
             ++i) {
            const std::int64_t end = store.slices().endNs[i];
            first = first ? std::min(*first, end) : end;
        }
    }
    return core::Duration(first.value_or(0)) - (store.wallRange().start - core::TraceTime{});
}

QString layersText(const sim::PlacedStage& stage)
{
    return stage.firstLayer == stage.lastLayer
               ? tr("layer %1").arg(stage.firstLayer)
               : tr("layers %1–%2").arg(stage.firstLayer).arg(stage.lastLayer);
}

QString signedDecimals(double value, int decimals)
{
    return value < 0 ? formatDecimals(value, decimals)
                     : QString(u'+' + formatDecimals(value, decimals));
}

/// Puts replays one below the other.
class Composer
{
public:
    Composer(const sim::Cluster& cluster, int replicas)
        : m_cluster(cluster)
        , m_replicas(static_cast<std::size_t>(std::max(1, replicas)))
        , m_looks(std::make_shared<TimelineLooks>())
    {
    }

    void add(const ScheduleReplay& replay, const ScheduleReplay* reference)
    {
        core::Process process;
        process.name = m_builder.strings().intern(replay.scheduler.toStdString());
        process.sortIndex = m_sortIndex++;
        const core::ProcessId id = m_builder.addProcess(process);
        const core::Duration fill = fillOf(replay);
        m_fill = std::max(m_fill, fill);
        m_looks->captions.push_back(captionOf(replay, fill, reference).toStdString());
        const std::size_t stages =
            std::min(replay.placement.stages.size(), replay.store->processes().size());
        for (std::size_t stage = 0; stage < stages; ++stage) {
            addStage(id, replay, stage);
        }
    }

    ComposedTimeline finish() { return {m_builder.finish(), std::move(m_looks), m_fill}; }

private:
    static QString captionOf(const ScheduleReplay& replay, core::Duration fill,
                             const ScheduleReplay* reference)
    {
        const sim::Placement& own = replay.placement;
        const double cost = own.costUsd.value_or(0);
        const double period = own.periodSeconds.value_or(0);
        if (reference == nullptr) {
            return tr("%1 USD, period %2, first microbatch out after %3")
                .arg(formatDecimals(cost, 2), formatSeconds(period), formatDuration(fill));
        }
        const sim::Placement& other = reference->placement;
        return tr("%1 USD (%2), period %3 (%4 µs), first microbatch out after %5 (%6)")
            .arg(formatDecimals(cost, 2), signedDecimals(cost - other.costUsd.value_or(0), 2),
                 formatSeconds(period),
                 signedDecimals((period - other.periodSeconds.value_or(0)) * 1e6, 3),
                 formatDuration(fill), formatOffset(fill - fillOf(*reference)));
    }

    void addStage(core::ProcessId process, const ScheduleReplay& replay, std::size_t stage)
    {
        const sim::PlacedStage& placed = replay.placement.stages[stage];
        const auto tracks =
            replay.store->tracksOf(core::ProcessId(static_cast<std::uint32_t>(stage)));
        const std::size_t shown = std::min(m_replicas, tracks.size());
        const TypeAppearance type = appearanceOf(m_cluster, placed.type);
        TrackLook look;
        look.glyph = type.glyph;
        look.lightColor = type.color(Palette::lightPalette()).rgb();
        look.darkColor = type.color(Palette::darkPalette()).rgb();
        look.detail = tr("%1 of %2")
                          .arg(formatCount(static_cast<qint64>(shown)), formatCount(placed.units))
                          .toStdString();
        look.unit = placed.type;
        for (std::size_t replica = 0; replica < shown; ++replica) {
            core::Track track;
            track.process = process;
            track.name = m_builder.strings().intern(layersText(placed).toStdString());
            track.sortIndex = m_sortIndex++;
            const core::TrackId id = m_builder.addTrack(track);
            look.continues = replica > 0;
            look.slicesPerRound = copySlices(*replay.store, tracks[replica], id);
            m_looks->tracks.push_back(look);
        }
    }

    /// Copies a track; gives the number of its slices per computation.
    std::uint32_t copySlices(const core::TraceStore& store, core::TrackId from, core::TrackId to)
    {
        const core::SliceColumns& slices = store.slices();
        const core::Track& track = store.track(from);
        std::uint32_t computations = 0;
        for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
            computations += isTransfer(slices.category[i]) ? 0U : 1U;
            m_builder.addSlice(to, {slices.startNs[i], slices.endNs[i],
                                    m_builder.strings().intern(store.text(slices.name[i])),
                                    slices.category[i], 0, slices.source[i]});
        }
        return std::max(1U, computations == 0 ? 1U : track.sliceCount / computations);
    }

    const sim::Cluster& m_cluster;
    std::size_t m_replicas;
    core::TraceBuilder m_builder;
    std::shared_ptr<TimelineLooks> m_looks;
    std::int32_t m_sortIndex = 0;
    core::Duration m_fill{};
};

} // namespace

core::Result<ScheduleReplay> replaySchedule(const sim::Problem& problem, const QString& scheduler,
                                            const sim::Placement& placement,
                                            const std::stop_token& stop)
{
    core::NullProgress progress;
    HSCOPE_TRY_ASSIGN(sim::SimulatedTrace trace,
                      sim::simulateToTrace(problem, placement, {}, progress, stop));
    return ScheduleReplay{scheduler, placement, std::move(trace.store)};
}

ComposedTimeline composeTimeline(std::span<const ScheduleReplay> replays,
                                 const sim::Cluster& cluster, int replicas)
{
    Composer composer(cluster, replicas);
    for (std::size_t i = 0; i < replays.size(); ++i) {
        composer.add(replays[i], i == 0 ? nullptr : replays.data());
    }
    return composer.finish();
}

} // namespace hscope::app
