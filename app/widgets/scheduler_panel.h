// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_stage_model.h"
#include "app/models/schedule_table_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QListView;
class QTableView;

namespace hscope::app {

class ElidedLabel;
class ScheduleSession;

/// The schedulers with what each is doing, and below them the stages of the selected schedule.
class SchedulerPanel final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kWidth = 248;

    SchedulerPanel(ScheduleSession& session, ScheduleTableModel& results, const Theme& theme,
                   QWidget* parent = nullptr);

    [[nodiscard]] QListView* list() const { return m_list; }

    [[nodiscard]] const ScheduleStageModel& stages() const { return m_stages; }

private:
    void makeStageTable(const Theme& theme);
    void refreshList();
    void refreshSelection();

    ScheduleSession& m_session;
    ScheduleTableModel& m_results;
    ScheduleStageModel m_stages;
    QLabel* m_progress;
    QListView* m_list;
    ElidedLabel* m_stageTitle;
    QLabel* m_stageText;
    QTableView* m_stageTable;
};

} // namespace hscope::app
