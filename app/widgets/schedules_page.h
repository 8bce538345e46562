// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_table_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace hscope::app {

class CostChart;
class PlacementLegend;
class PlacementStrips;
class ScheduleNotice;
class ScheduleSession;
class SchedulerPanel;
class SchedulesTimeline;
class TablePanel;

/// The Schedules workspace: schedulers, results, cost against throughput, placement strips and
/// timelines of one scenario. What is selected in one place is selected in all.
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

Q_SIGNALS:
    void exportFailed(const QString& sentence);

private:
    [[nodiscard]] QWidget* makeUpper(QSettings& settings);
    [[nodiscard]] QWidget* makeContent(QSettings& settings);
    [[nodiscard]] QWidget* makeResults(QSettings& settings);
    [[nodiscard]] QWidget* makeChart();
    [[nodiscard]] QWidget* makeStrips();
    void refreshEntries();
    void refreshEntry(std::size_t entry);
    void refreshPictures();
    void refreshSelection();
    void refreshState();

    ScheduleSession& m_session;
    const Theme& m_theme;
    ScheduleTableModel m_model;
    QStackedWidget* m_stack;
    ScheduleNotice* m_notice;
    SchedulerPanel* m_schedulers = nullptr;
    TablePanel* m_results = nullptr;
    QLabel* m_resultsText = nullptr;
    CostChart* m_chart = nullptr;
    PlacementStrips* m_strips = nullptr;
    PlacementLegend* m_legend = nullptr;
    SchedulesTimeline* m_timeline = nullptr;
};

} // namespace hscope::app
