// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_replay.h"

#include "app/models/format.h"
#include "app/models/type_appearance.h"
#include "core/store/trace_builder.h"
#include "simulator/io/simulation_trace.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ScheduleReplay", text);
}

/// Until the first microbatch leaves the last stage.
core::Duration fillOf(const ScheduleReplay& replay)
{
    return replay.result ? replay.result->fill : core::Duration{};
}

QString signedDecimals(double value, int decimals)
{
    return value < 0 ? formatDecimals(value, decimals)
                     : QString(u'+' + formatDecimals(value, decimals));
}

core::Duration scaled(core::Duration duration, double factor)
{
    return core::Duration(std::llround(static_cast<double>(duration.count()) * factor));
}

bool hasSameSlices(const core::TraceStore& a, const core::TraceStore& b)
{
    const auto count = [](const core::Track& track) { return track.sliceCount; };
    return std::ranges::equal(a.tracks(), b.tracks(), {}, count, count) &&
           a.slices().startNs == b.slices().startNs && a.slices().endNs == b.slices().endNs &&
           a.slices().category == b.slices().category;
}

/// Puts replays one below the other; the first is what the others are compared with.
class Composer
{
public:
    Composer(std::span<const ScheduleReplay> replays, const sim::Cluster& cluster,
             const TimelineOptions& options)
        : m_replays(replays)
        , m_cluster(cluster)
        , m_options(options)
        , m_looks(std::make_shared<TimelineLooks>())
    {
        if (replays.size() > 1 && (options.changes || options.isNormalized)) {
            m_reference.emplace(replays.front());
        }
    }

    ComposedTimeline compose()
    {
        m_factors.assign(m_replays.size(), 1.0);
        if (m_reference && m_options.isNormalized) {
            normalize();
        }
        for (std::size_t i = 0; i < m_replays.size(); ++i) {
            add(i);
        }
        return {m_builder.finish(), std::move(m_looks), m_fill, std::move(m_tracks), m_factors};
    }

private:
    /// Where a stage comes from, and what its row says.
    struct Row
    {
        const ScheduleReplay* replay = nullptr;
        std::size_t stage = 0;
        bool isOnlyThere = false; ///< Of the first schedule, in another one's place.
    };

    void normalize()
    {
        std::vector<ScheduleTimes> times;
        std::int64_t common = m_reference->completed();
        for (const ScheduleReplay& replay : m_replays) {
            times.emplace_back(replay);
            common = std::min(common, times.back().completed());
        }
        const core::Duration whole = m_reference->completionOf(common);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const core::Duration own = times[i].completionOf(common);
            if (own > core::Duration{} && whole > core::Duration{}) {
                m_factors[i] =
                    static_cast<double>(whole.count()) / static_cast<double>(own.count());
            }
        }
    }

    void add(std::size_t index)
    {
        const ScheduleReplay& replay = m_replays[index];
        const ScheduleReplay* first = index == 0 ? nullptr : m_replays.data();
        m_factor = m_factors[index];
        core::Process process;
        process.name = m_builder.strings().intern(replay.scheduler.toStdString());
        process.sortIndex = m_sortIndex++;
        const core::ProcessId id = m_builder.addProcess(process);
        const core::Duration fill = fillOf(replay);
        m_fill = std::max(m_fill, scaled(fill, m_factor));
        m_looks->captions.push_back(captionOf(replay, fill, first).toStdString());
        for (const Row& row : rowsOf(replay, first)) {
            addRow(id, row, first != nullptr);
        }
        addMarks(id, replay);
    }

    /// The stages of a schedule, and between them those that only the first schedule has.
    [[nodiscard]] std::vector<Row> rowsOf(const ScheduleReplay& replay,
                                          const ScheduleReplay* first) const
    {
        std::vector<Row> rows;
        for (std::size_t stage = 0; stage < stagesOf(replay); ++stage) {
            rows.push_back({&replay, stage, false});
        }
        if (first == nullptr || !m_options.changes) {
            return rows;
        }
        const auto& own = replay.placement.stages;
        for (std::size_t stage = 0; stage < stagesOf(*first); ++stage) {
            const sim::PlacedStage& there = first->placement.stages[stage];
            const bool isShared = std::any_of(own.begin(), own.end(), [&](const auto& here) {
                return here.firstLayer == there.firstLayer && here.lastLayer == there.lastLayer;
            });
            if (!isShared) {
                rows.push_back({first, stage, true});
            }
        }
        std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
            return a.replay->placement.stages[a.stage].firstLayer <
                   b.replay->placement.stages[b.stage].firstLayer;
        });
        return rows;
    }

    static std::size_t stagesOf(const ScheduleReplay& replay)
    {
        return std::min(replay.placement.stages.size(), replay.store->processes().size());
    }

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

    void addRow(core::ProcessId process, const Row& row, bool isCompared)
    {
        const sim::PlacedStage& placed = row.replay->placement.stages[row.stage];
        const auto tracks =
            row.replay->store->tracksOf(core::ProcessId(static_cast<std::uint32_t>(row.stage)));
        // One row says what is missing.
        const int replicas = row.isOnlyThere ? 1 : std::max(1, m_options.replicas);
        const std::size_t shown = std::min(static_cast<std::size_t>(replicas), tracks.size());
        const TypeAppearance type = appearanceOf(m_cluster, placed.type);
        TrackLook look;
        look.glyph = type.glyph;
        look.lightColor = type.color(Palette::lightPalette()).rgb();
        look.darkColor = type.color(Palette::darkPalette()).rgb();
        look.detail = row.isOnlyThere ? tr("only in %1").arg(row.replay->scheduler).toStdString()
                                      : tr("%1 of %2")
                                            .arg(formatCount(static_cast<qint64>(shown)),
                                                 formatCount(placed.units))
                                            .toStdString();
        look.unit = row.isOnlyThere ? std::string() : placed.type;
        for (std::size_t replica = 0; replica < shown; ++replica) {
            core::Track track;
            track.process = process;
            track.name = m_builder.strings().intern(layersText(placed).toStdString());
            track.sortIndex = m_sortIndex++;
            const core::TrackId id = m_builder.addTrack(track);
            look.continues = replica > 0;
            look.slicesPerRound = copySlices(row, replica, id, isCompared);
            m_looks->tracks.push_back(look);
            m_tracks.push_back({static_cast<std::size_t>(row.replay - m_replays.data()), row.stage,
                                row.isOnlyThere});
        }
    }

    /// Copies a track; gives the number of its slices per computation.
    std::uint32_t copySlices(const Row& row, std::size_t replica, core::TrackId to, bool isCompared)
    {
        const core::TraceStore& store = *row.replay->store;
        const core::SliceColumns& slices = store.slices();
        const auto tracks = store.tracksOf(core::ProcessId(static_cast<std::uint32_t>(row.stage)));
        const core::Track& track = store.track(tracks[replica]);
        std::vector<sim::SliceKey> keys;
        if (isCompared && m_options.changes && !row.isOnlyThere) {
            keys = keysOfTrack(*row.replay, row.stage, replica);
        }
        const auto partner = keys.empty()
                                 ? std::nullopt
                                 : m_reference->partnerOf(row.replay->placement.stages[row.stage]);
        const core::TraceTime start = store.wallRange().start;
        std::uint32_t computations = 0;
        for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
            computations += isTransfer(slices.category[i]) ? 0U : 1U;
            SliceChange change;
            if (row.isOnlyThere) {
                change.kind = SliceChange::Kind::OnlyThere;
            } else if (!keys.empty()) {
                change =
                    changeOf(keys[i - track.firstSlice], partner, store.rangeOf(core::SliceId(i)));
            }
            const core::TimeRange range = store.rangeOf(core::SliceId(i));
            m_builder.addSlice(to, {scaled(range.start - start, m_factor).count(),
                                    scaled(range.end - start, m_factor).count(),
                                    m_builder.strings().intern(store.text(slices.name[i])),
                                    slices.category[i], 0, m_looks->changes.size()});
            m_looks->changes.push_back(change);
        }
        return std::max(1U, computations == 0 ? 1U : track.sliceCount / computations);
    }

    [[nodiscard]] SliceChange changeOf(sim::SliceKey key, std::optional<std::size_t> partner,
                                       core::TimeRange range) const
    {
        if (!partner) {
            return {SliceChange::Kind::OnlyHere, 0};
        }
        key.stage = *partner;
        return m_reference->changeOf(key, range, *m_options.changes, m_options.threshold);
    }

    void addMarks(core::ProcessId process, const ScheduleReplay& replay)
    {
        if (!replay.result) {
            return;
        }
        const sim::PipelineBounds& bounds = replay.result->bounds;
        m_looks->marks.push_back({process, scaled(bounds.first, m_factor).count(),
                                  tr("no microbatch can be out before %1")
                                      .arg(formatDuration(bounds.first))
                                      .toStdString()});
        m_looks->marks.push_back({process, scaled(bounds.last, m_factor).count(),
                                  tr("%1 microbatches take at least %2")
                                      .arg(formatCount(replay.result->simulatedMicrobatches),
                                           formatDuration(bounds.last))
                                      .toStdString()});
    }

    std::span<const ScheduleReplay> m_replays;
    const sim::Cluster& m_cluster;
    TimelineOptions m_options;
    std::optional<ScheduleTimes> m_reference; ///< Of the first schedule, where it is needed.
    std::vector<double> m_factors;            ///< By replay: how much its time is stretched.
    double m_factor = 1;                      ///< Of the replay that is being added.
    core::TraceBuilder m_builder;
    std::shared_ptr<TimelineLooks> m_looks;
    std::vector<ComposedTrack> m_tracks;
    std::int32_t m_sortIndex = 0;
    core::Duration m_fill{};
};

} // namespace

QString layersText(const sim::PlacedStage& stage)
{
    return stage.firstLayer == stage.lastLayer
               ? tr("layer %1").arg(stage.firstLayer)
               : tr("layers %1–%2").arg(stage.firstLayer).arg(stage.lastLayer);
}

bool isTransfer(core::Category category)
{
    return category == core::Category::Native || category == core::Category::Collective;
}

core::Result<ScheduleReplay> replaySchedule(const sim::Problem& problem, ScheduleReplay replay,
                                            const std::stop_token& stop)
{
    core::NullProgress progress;
    if (replay.store) {
        replay.options = sim::simulationOptionsOf(*replay.store);
    }
    HSCOPE_TRY_ASSIGN(
        sim::SimulatedTrace trace,
        sim::simulateToTrace(problem, replay.placement, replay.options, progress, stop));
    // The same slices as in the file, and these say what they stand for.
    if (!replay.store || hasSameSlices(*replay.store, *trace.store)) {
        replay.store = std::move(trace.store);
        replay.hasKeys = true;
    }
    replay.result = std::move(trace.result);
    return replay;
}

ComposedTimeline composeTimeline(std::span<const ScheduleReplay> replays,
                                 const sim::Cluster& cluster, const TimelineOptions& options)
{
    return Composer(replays, cluster, options).compose();
}

} // namespace hscope::app
