// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_runner.h"
#include "app/models/schedule_table_model.h"
#include "app/widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QMenu;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace hscope::app {

class CostChart;
class LearningPanel;
class PlacementLegend;
class PlacementStrips;
class ScheduleDetails;
class ScheduleNotice;
class ScheduleSession;
class SchedulerPanel;
class SchedulesTimeline;
class TablePanel;

/// The Schedules workspace: schedulers and their runs, results, cost against throughput, learning
/// curve, placement strips, timelines and details of one scenario. What is selected in one place is
/// selected in all.
class SchedulesPage final : public QWidget
{
    Q_OBJECT

public:
    /// `settings` must outlive the page.
    SchedulesPage(ScheduleSession& session, const Theme& theme, QSettings& settings,
                  QWidget* parent = nullptr);

    [[nodiscard]] TablePanel* results() const { return m_results; }

    [[nodiscard]] CostChart* chart() const { return m_chart; }

    [[nodiscard]] PlacementStrips* strips() const { return m_strips; }

    [[nodiscard]] SchedulerPanel* schedulers() const { return m_schedulers; }

    [[nodiscard]] SchedulesTimeline* timeline() const { return m_timeline; }

    [[nodiscard]] ScheduleNotice* notice() const { return m_notice; }

    [[nodiscard]] LearningPanel* learning() const { return m_learning; }

    [[nodiscard]] ScheduleDetails* details() const { return m_details; }

    [[nodiscard]] ScheduleRunner& runner() { return m_runner; }

Q_SIGNALS:
    void exportFailed(const QString& sentence);

private:
    enum class PlacementFormat
    {
        SplitPoints,
        Csv,
        Json
    };

    [[nodiscard]] QWidget* makeUpper(QSettings& settings);
    [[nodiscard]] QWidget* makeContent(QSettings& settings);
    [[nodiscard]] QWidget* makeResults(QSettings& settings);
    [[nodiscard]] QWidget* makeChart();
    [[nodiscard]] QWidget* makeStrips();
    void addPlacementExports(QMenu& menu, std::size_t row);
    void exportPlacement(std::size_t row, PlacementFormat format);
    void refreshEntries();
    void refreshEntry(std::size_t entry);
    void refreshSoon(); ///< Pictures, once for all changes of an event.
    void refreshPictures();
    void refreshSelection();
    void refreshState();

    ScheduleSession& m_session;
    const Theme& m_theme;
    ScheduleRunner m_runner;
    ScheduleTableModel m_model;
    QTimer m_soon;
    QStackedWidget* m_stack;
    ScheduleNotice* m_notice;
    SchedulerPanel* m_schedulers = nullptr;
    TablePanel* m_results = nullptr;
    QLabel* m_resultsText = nullptr;
    CostChart* m_chart = nullptr;
    LearningPanel* m_learning = nullptr;
    ScheduleDetails* m_details = nullptr;
    PlacementStrips* m_strips = nullptr;
    PlacementLegend* m_legend = nullptr;
    SchedulesTimeline* m_timeline = nullptr;
};

} // namespace hscope::app
