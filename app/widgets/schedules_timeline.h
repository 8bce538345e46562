// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_replay.h"
#include "app/models/schedule_timeline.h"
#include "app/models/time_split_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;
class QSlider;
class QSpinBox;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace hscope::app {

class DevicesPanel;
class ElidedLabel;
class ScheduleSession;
class TablePanel;
class TimelineView;
class TimeSplitChart;

/// The simulated timelines of the selected schedule and of those it is compared with, what differs
/// between them, the devices on the drawing of the cluster, and where the time of each goes.
///
/// The playback's time is a line in the timelines too; a click on their time axis sets it.
class SchedulesTimeline final : public QWidget
{
    Q_OBJECT

public:
    /// What the tabs show.
    enum Tab : int
    {
        Timelines,
        Devices,
        TimeSplit
    };

    SchedulesTimeline(ScheduleSession& session, const Theme& theme, QWidget* parent = nullptr);
    ~SchedulesTimeline() override;

    [[nodiscard]] ScheduleTimeline& model() { return m_model; }

    [[nodiscard]] TimelineView* view() const { return m_view; }

    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }

    [[nodiscard]] QMenu* againstMenu() const { return m_againstMenu; }

    [[nodiscard]] QComboBox* differencesBox() const { return m_differences; }

    [[nodiscard]] QSlider* thresholdSlider() const { return m_threshold; }

    [[nodiscard]] QCheckBox* normalizedBox() const { return m_normalized; }

    [[nodiscard]] DevicesPanel* devices() const { return m_devices; }

    [[nodiscard]] DeviceReplay& replay() { return m_replay; }

    [[nodiscard]] const TimeSplitModel& timeSplit() const { return m_split; }

Q_SIGNALS:
    void exportFailed(const QString& sentence);
    void cursorTimeChanged(std::optional<hscope::core::TraceTime> time);

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeDifferences(QWidget* parent);
    [[nodiscard]] QWidget* makeTimeSplit(const Theme& theme);
    void applyOptions();
    void chooseAgainst();
    void refresh();
    void refreshAgainst();
    void refreshDifferences();
    void refreshCaption();
    void refreshEmphasis();
    void refreshPosition();

    ScheduleSession& m_session;
    ScheduleTimeline m_model;
    DeviceReplay m_replay;
    QLabel* m_caption;
    QLabel* m_selected;
    TimeSplitModel m_split;
    QTabBar* m_tabs;
    QToolButton* m_against;
    QMenu* m_againstMenu;
    QWidget* m_comparison; ///< Of all but the devices.
    QWidget* m_controls;   ///< Of the timelines alone.
    QComboBox* m_differences = nullptr;
    QSlider* m_threshold = nullptr;
    QLabel* m_thresholdText = nullptr;
    QCheckBox* m_normalized;
    QSpinBox* m_replicas;
    QStackedWidget* m_stack;
    QLabel* m_message;
    TimelineView* m_view;
    DevicesPanel* m_devices;
};

} // namespace hscope::app
