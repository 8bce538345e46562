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
/// What shows is a trace like any other, in document().
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

    /// The entries that the selected one is compared with, at most kMostTimelines - 1. Unless
    /// somebody chose, the first schedule, if it is another one.
    [[nodiscard]] std::vector<std::size_t> others() const;
    /// None: the selected schedule alone.
    void setOthers(std::vector<std::size_t> entries);

    [[nodiscard]] const TimelineOptions& options() const { return m_options; }

    /// Silent if nothing changes.
    void setOptions(const TimelineOptions& options);

    /// What is shown, the selected schedule first; empty until it is simulated.
    [[nodiscard]] const std::vector<ScheduleReplay>& replays() const { return m_replays; }

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
    void take(const ComposedTimeline& timeline, bool keepsRange);
    void fail(const QString& message);

    ScheduleSession& m_session;
    TraceDocument m_document;
    std::unique_ptr<Work> m_work;
    std::optional<std::vector<std::size_t>> m_chosen; ///< None: nobody chose what to compare with.
    TimelineOptions m_options;
    std::vector<ScheduleReplay> m_replays;
    bool m_showsAnew = true; ///< The next timeline is of another scenario: show its beginning.
    QString m_message;
};

} // namespace hscope::app
