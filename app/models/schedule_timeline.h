// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/trace_document.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

class ScheduleSession;
struct ComposedTimeline;

/// The timelines of the selected schedule and of the one it is compared with, simulated in the
/// background when they are needed first.
///
/// What shows is a trace like any other, in document().
///
/// Thread: the GUI thread.
class ScheduleTimeline : public QObject
{
    Q_OBJECT

public:
    static constexpr int kReplicas = 3; ///< Shown of each stage unless told otherwise.

    explicit ScheduleTimeline(ScheduleSession& session, QObject* parent = nullptr);
    ~ScheduleTimeline() override;

    [[nodiscard]] TraceDocument& document() { return m_document; }

    /// The entry that the selected one is compared with; none if nobody chose and the selected one
    /// is the first schedule, or if there is no other.
    [[nodiscard]] std::optional<std::size_t> against() const;
    /// None: the selected schedule alone.
    void setAgainst(std::optional<std::size_t> entry);

    [[nodiscard]] int replicas() const { return m_replicas; }

    void setReplicas(int replicas);

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
    void take(const ComposedTimeline& timeline);
    void fail(const QString& message);

    ScheduleSession& m_session;
    TraceDocument m_document;
    std::unique_ptr<Work> m_work;
    bool m_isChosen = false; ///< Somebody chose what to compare with.
    std::optional<std::size_t> m_chosen;
    int m_replicas = kReplicas;
    bool m_showsAnew = true; ///< The next timeline is of another scenario: show its beginning.
    QString m_message;
};

} // namespace hscope::app
