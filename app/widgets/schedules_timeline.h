// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_timeline.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSpinBox;
class QStackedWidget;

namespace hscope::app {

class ElidedLabel;
class ScheduleSession;
class TimelineView;

/// The simulated timelines of the selected schedule and the one it is compared with, and what shows
/// of them.
class SchedulesTimeline final : public QWidget
{
    Q_OBJECT

public:
    SchedulesTimeline(ScheduleSession& session, const Theme& theme, QWidget* parent = nullptr);
    ~SchedulesTimeline() override;

    [[nodiscard]] ScheduleTimeline& model() { return m_model; }

    [[nodiscard]] TimelineView* view() const { return m_view; }

    [[nodiscard]] QComboBox* againstBox() const { return m_against; }

Q_SIGNALS:
    void cursorTimeChanged(std::optional<hscope::core::TraceTime> time);

private:
    [[nodiscard]] QWidget* makeHead();
    void refresh();
    void refreshAgainst();

    ScheduleSession& m_session;
    ScheduleTimeline m_model;
    QLabel* m_caption;
    QLabel* m_selected;
    QComboBox* m_against;
    QSpinBox* m_replicas;
    QStackedWidget* m_stack;
    QLabel* m_message;
    TimelineView* m_view;
};

} // namespace hscope::app
