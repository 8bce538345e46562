// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_replay.h"
#include "app/models/trace_document.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

class ScheduleSession;

/// The timelines of the selected schedule and of those that it is compared with, simulated in the
/// background when they are needed first.
///
/// What shows is a trace like any other, in document(). Selecting a slice there selects its
/// schedule and its stage's first layer in the session; selecting elsewhere takes the selection
/// from slices of other stages. A schedule that is selected by one of its slices stays where it is:
/// nothing moves under the mouse.
///
/// Thread: the GUI thread.
class ScheduleTimeline : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostTimelines = 6; ///< One below the other.

    explicit ScheduleTimeline(ScheduleSession& session, QObject* parent = nullptr);
    ~ScheduleTimeline() override;

    [[nodiscard]] TraceDocument& document() { return m_document; }

    /// The entry that shows first, which others are compared with: the selected one, unless it was
    /// selected by a slice further down.
    [[nodiscard]] std::optional<std::size_t> leading() const;

    /// The entries that the leading one is compared with, at most kMostTimelines - 1. Unless
    /// somebody chose, the first schedule, if it is another one.
    [[nodiscard]] std::vector<std::size_t> others() const;
    /// None: the selected schedule alone.
    void setOthers(std::vector<std::size_t> entries);

    [[nodiscard]] const TimelineOptions& options() const { return m_options; }

    /// Silent if nothing changes.
    void setOptions(const TimelineOptions& options);

    /// What is shown, the leading schedule first; empty until it is simulated.
    [[nodiscard]] const std::vector<ScheduleReplay>& replays() const { return m_replays; }

    /// That of an entry; null if it is not shown.
    [[nodiscard]] const ScheduleReplay* replayOf(std::size_t entry) const;

    /// The process of a shown entry, and the tracks of its stage with a layer.
    [[nodiscard]] std::optional<core::ProcessId> processOf(std::size_t entry) const;
    [[nodiscard]] std::vector<core::TrackId> tracksOf(std::size_t entry, std::size_t layer) const;

    /// A time of a shown entry's simulation on the axis of all, which may be stretched, and back.
    [[nodiscard]] std::optional<core::TraceTime> axisTimeOf(std::size_t entry,
                                                            core::Duration time) const;
    [[nodiscard]] std::optional<core::Duration> timeOf(std::size_t entry,
                                                       core::TraceTime axisTime) const;

    [[nodiscard]] bool isRunning() const;

    /// Why there is no timeline; empty if there is one.
    [[nodiscard]] const QString& message() const { return m_message; }

    /// How it was simulated, and what pale slices mean.
    [[nodiscard]] QString caption() const;

Q_SIGNALS:
    void changed();

private:
    struct Work;

    void refresh();
    void take(std::vector<ScheduleReplay> replays, std::vector<std::size_t> entries,
              ComposedTimeline timeline);
    void onSliceSelected();
    void onSessionSelection();
    [[nodiscard]] std::optional<std::size_t> positionOf(std::size_t entry) const;
    /// The track of a slice; none without a trace.
    [[nodiscard]] const ComposedTrack* trackOf(core::SliceId slice) const;
    [[nodiscard]] const sim::PlacedStage& stageOf(const ComposedTrack& track) const;
    void fail(const QString& message);

    ScheduleSession& m_session;
    TraceDocument m_document;
    std::unique_ptr<Work> m_work;
    std::optional<std::vector<std::size_t>> m_chosen; ///< None: nobody chose what to compare with.
    TimelineOptions m_options;
    std::vector<ScheduleReplay> m_replays;
    std::vector<std::size_t> m_shown;       ///< Entries, parallel to the replays.
    std::vector<ComposedTrack> m_tracks;    ///< Of the document's trace.
    std::vector<double> m_factors;          ///< By replay.
    std::optional<std::size_t> m_selected;  ///< What the session had selected last.
    std::optional<std::size_t> m_leading;   ///< Where it is not the selected entry.
    std::optional<std::size_t> m_requested; ///< The leading entry that is shown or on its way.
    bool m_isFollowing = false;             ///< The session is told what was selected here.
    bool m_showsAnew = true; ///< The next timeline is of another scenario: show its beginning.
    QString m_message;
};

} // namespace hscope::app
