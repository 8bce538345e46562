// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_timeline.h"

#include "app/models/background_task.h"
#include "app/models/format.h"
#include "app/models/schedule_session.h"

#include <QThreadPool>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hscope::app {

namespace {

constexpr double kShownFills = 2.5; ///< How much shows at first, in times until the pipe is full.

} // namespace

struct ScheduleTimeline::Work
{
    struct Answer
    {
        std::vector<ScheduleReplay> replays; ///< Parallel to the entries that were asked for.
        ComposedTimeline timeline;
        QString error;
    };

    // The pool outlives the task, whose destructor waits for its job.
    QThreadPool pool;
    BackgroundTask<Answer> simulate{pool};
    std::vector<std::optional<ScheduleReplay>> replays; ///< By entry, once they are needed.

    void forget(std::size_t entry)
    {
        if (entry < replays.size()) {
            replays[entry].reset();
        }
    }
};

ScheduleTimeline::ScheduleTimeline(ScheduleSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_work(std::make_unique<Work>())
{
    connect(&session, &ScheduleSession::scenarioOpened, this, [this] {
        m_chosen.reset();
        m_showsAnew = true;
    });
    connect(&session, &ScheduleSession::entriesChanged, this, [this] {
        m_work->replays.clear();
        m_leading.reset();
        refresh();
    });
    connect(&session, &ScheduleSession::selectionChanged, this,
            &ScheduleTimeline::onSessionSelection);
    connect(&m_document, &TraceDocument::selectionChanged, this,
            &ScheduleTimeline::onSliceSelected);
    connect(&session, &ScheduleSession::entryChanged, this, [this](std::size_t entry) {
        const std::vector<std::size_t> compared = others();
        m_work->forget(entry);
        if (entry == leading() ||
            std::find(compared.begin(), compared.end(), entry) != compared.end()) {
            refresh();
        }
    });
    refresh();
}

ScheduleTimeline::~ScheduleTimeline() = default;

std::optional<std::size_t> ScheduleTimeline::leading() const
{
    return m_leading ? m_leading : m_session.selected();
}

std::vector<std::size_t> ScheduleTimeline::others() const
{
    const auto& entries = m_session.entries();
    std::vector<std::size_t> wanted;
    if (m_chosen) {
        wanted = *m_chosen;
    } else if (const auto first = firstWithSchedule(entries)) {
        wanted = {*first};
    }
    std::erase_if(wanted, [&](std::size_t entry) {
        return entry >= entries.size() || !entries[entry].hasSchedule() ||
               entries[entry].problem == nullptr || entry == leading();
    });
    wanted.resize(std::min(wanted.size(), kMostTimelines - 1));
    return wanted;
}

void ScheduleTimeline::setOthers(std::vector<std::size_t> entries)
{
    if (m_chosen != entries) {
        m_chosen = std::move(entries);
        refresh();
    }
}

void ScheduleTimeline::setOptions(const TimelineOptions& options)
{
    if (m_options != options) {
        // Other times on the axis: what shows of them begins anew.
        m_showsAnew = m_showsAnew || m_options.isNormalized != options.isNormalized;
        m_options = options;
        refresh();
    }
}

bool ScheduleTimeline::isRunning() const
{
    return m_work->simulate.isRunning();
}

QString ScheduleTimeline::caption() const
{
    const ScheduleScenario& scenario = m_session.scenario();
    if (scenario.isEmpty()) {
        return {};
    }
    const auto samples =
        scenario.workload->batchSize / std::max<qint64>(1, scenario.workload->microbatches);
    const bool isBlocking =
        !m_replays.empty() && m_replays.front().options.transfers == sim::TransferMode::Blocking;
    return (isBlocking
                ? tr("simulated with blocking transfers in microbatches of %1 samples; pale: "
                     "transfers")
                : tr("simulated in microbatches of %1 samples; pale: waiting for the network"))
        .arg(formatCount(samples));
}

void ScheduleTimeline::fail(const QString& message)
{
    m_work->simulate.cancel();
    m_message = message;
    m_replays.clear();
    m_shown.clear();
    m_tracks.clear();
    m_document.show(nullptr, nullptr, nullptr);
    Q_EMIT changed();
}

void ScheduleTimeline::refresh()
{
    const auto& entries = m_session.entries();
    const auto selected = leading();
    m_selected = m_session.selected();
    m_requested = selected;
    if (!selected) {
        fail(tr("Select a scheduler to see its timeline."));
        return;
    }
    const ScheduleEntry& entry = entries[*selected];
    if (!entry.hasSchedule() || !entry.problem) {
        fail(entry.isPending() || entry.hasSchedule()
                 ? tr("The timeline comes when %1 has a schedule.").arg(entry.scheduler)
                 : tr("%1 has no schedule to simulate: %2.").arg(entry.scheduler, entry.reason));
        return;
    }
    std::vector<std::size_t> wanted = {*selected};
    const std::vector<std::size_t> compared = others();
    wanted.insert(wanted.end(), compared.begin(), compared.end());
    m_work->replays.resize(entries.size());
    std::vector<ScheduleReplay> replays;
    std::vector<std::shared_ptr<const sim::Problem>> problems;
    for (const std::size_t index : wanted) {
        const ScheduleEntry& source = entries[index];
        problems.push_back(source.problem);
        if (m_work->replays[index]) {
            replays.push_back(*m_work->replays[index]);
        } else {
            replays.push_back({source.scheduler,
                               *source.placement,
                               m_session.openedTrace(index),
                               false,
                               std::nullopt,
                               {}});
        }
    }
    m_message.clear();
    m_work->simulate.start(
        [problems = std::move(problems), cluster = m_session.scenario().cluster,
         replays = std::move(replays),
         options = m_options](const BackgroundTask<Work::Answer>::Job& job) mutable {
            Work::Answer answer;
            for (std::size_t i = 0; i < replays.size(); ++i) {
                ScheduleReplay& replay = replays[i];
                if (!replay.result) {
                    auto made = replaySchedule(*problems[i], replay, job.stop);
                    if (!made) {
                        answer.error = tr("%1 cannot be simulated: %2.")
                                           .arg(replay.scheduler, toText(made.error().message));
                        return answer;
                    }
                    replay = std::move(*made);
                }
            }
            answer.timeline = composeTimeline(replays, *cluster, options);
            answer.replays = std::move(replays);
            return answer;
        },
        [this, wanted](Work::Answer answer) {
            if (!answer.error.isEmpty()) {
                fail(answer.error);
                return;
            }
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                m_work->replays[wanted[i]] = answer.replays[i];
            }
            take(std::move(answer.replays), wanted, std::move(answer.timeline));
        });
    Q_EMIT changed();
}

void ScheduleTimeline::take(std::vector<ScheduleReplay> replays, std::vector<std::size_t> entries,
                            ComposedTimeline timeline)
{
    const core::TimeRange before = m_document.visibleRange();
    const bool hasRange = m_document.store() != nullptr;
    // Shown when the index is there, which is when the range can be set.
    auto* once = new QObject(this);
    const auto store = timeline.store;
    const auto looks = timeline.looks;
    connect(&m_document, &TraceDocument::traceChanged, once,
            [this, once, before, hasRange, replays = std::move(replays),
             entries = std::move(entries), timeline = std::move(timeline)]() mutable {
                once->deleteLater();
                if (m_document.store() != timeline.store) {
                    return; // Something else is to be shown by now.
                }
                m_replays = std::move(replays);
                m_shown = std::move(entries);
                m_tracks = std::move(timeline.tracks);
                m_factors = std::move(timeline.factors);
                const bool keepsRange = !std::exchange(m_showsAnew, false) && hasRange;
                const core::TimeRange whole = m_document.traceRange();
                const auto length = core::Duration(static_cast<std::int64_t>(
                    kShownFills * static_cast<double>(timeline.fill.count())));
                m_document.setVisibleRange(
                    keepsRange ? before : core::TimeRange{whole.start, whole.start + length});
                Q_EMIT changed();
            });
    m_document.show(store, nullptr, looks);
}

std::optional<std::size_t> ScheduleTimeline::positionOf(std::size_t entry) const
{
    const auto found = std::ranges::find(m_shown, entry);
    return found == m_shown.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - m_shown.begin()));
}

const ScheduleReplay* ScheduleTimeline::replayOf(std::size_t entry) const
{
    const auto position = positionOf(entry);
    return position ? &m_replays[*position] : nullptr;
}

const ComposedTrack* ScheduleTimeline::trackOf(core::SliceId slice) const
{
    const auto store = m_document.store();
    if (!store) {
        return nullptr;
    }
    const auto track = store->trackOf(slice).value();
    return track < m_tracks.size() ? &m_tracks[track] : nullptr;
}

const sim::PlacedStage& ScheduleTimeline::stageOf(const ComposedTrack& track) const
{
    return m_replays[track.replay].placement.stages[track.stage];
}

std::optional<core::ProcessId> ScheduleTimeline::processOf(std::size_t entry) const
{
    const auto position = positionOf(entry);
    return position ? std::optional(core::ProcessId(static_cast<std::uint32_t>(*position)))
                    : std::nullopt;
}

std::vector<core::TrackId> ScheduleTimeline::tracksOf(std::size_t entry, std::size_t layer) const
{
    std::vector<core::TrackId> tracks;
    const auto position = positionOf(entry);
    for (std::size_t i = 0; i < m_tracks.size() && position; ++i) {
        const ComposedTrack& track = m_tracks[i];
        if (track.replay == *position && !track.isOnlyThere && stageOf(track).firstLayer <= layer &&
            layer <= stageOf(track).lastLayer) {
            tracks.emplace_back(static_cast<std::uint32_t>(i));
        }
    }
    return tracks;
}

std::optional<core::TraceTime> ScheduleTimeline::axisTimeOf(std::size_t entry,
                                                            core::Duration time) const
{
    const auto position = positionOf(entry);
    if (!position || !m_document.store()) {
        return std::nullopt;
    }
    return m_document.traceRange().start +
           core::Duration(std::llround(static_cast<double>(time.count()) * m_factors[*position]));
}

std::optional<core::Duration> ScheduleTimeline::timeOf(std::size_t entry,
                                                       core::TraceTime axisTime) const
{
    const auto position = positionOf(entry);
    if (!position || !m_document.store()) {
        return std::nullopt;
    }
    const core::Duration since = axisTime - m_document.traceRange().start;
    return core::Duration(std::llround(static_cast<double>(since.count()) / m_factors[*position]));
}

void ScheduleTimeline::onSliceSelected()
{
    const auto slice = m_document.selection();
    const ComposedTrack* track = slice ? trackOf(*slice) : nullptr;
    if (track == nullptr) {
        return;
    }
    const sim::PlacedStage stage = stageOf(*track);
    const std::size_t entry = m_shown[track->replay];
    m_leading = leading();
    m_isFollowing = true;
    m_session.select(entry);
    const auto layer = m_session.selectedLayer();
    if (!layer || *layer < stage.firstLayer || *layer > stage.lastLayer) {
        m_session.selectLayer(stage.firstLayer);
    }
    m_isFollowing = false;
    m_selected = m_session.selected();
}

void ScheduleTimeline::onSessionSelection()
{
    if (m_isFollowing) {
        return;
    }
    if (m_session.selected() != m_selected) {
        m_selected = m_session.selected();
        m_leading.reset();
    }
    const auto slice = m_document.selection();
    if (const ComposedTrack* track = slice ? trackOf(*slice) : nullptr) {
        const sim::PlacedStage& stage = stageOf(*track);
        const std::size_t layer = m_session.selectedLayer().value_or(stage.firstLayer);
        if (m_shown[track->replay] != m_selected || layer < stage.firstLayer ||
            layer > stage.lastLayer) {
            m_document.select(std::nullopt);
        }
    }
    if (leading() != m_requested) {
        refresh();
    }
}

} // namespace hscope::app
