// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/run_choice_model.h"
#include "app/models/schedule_runner.h"
#include "app/models/schedule_table_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace hscope::app {

class ScheduleSession;

/// The schedulers with what each is doing, and a run of those that are checked: seeds, budget, how
/// far it is, what went wrong.
class SchedulerPanel final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kWidth = 248;

    SchedulerPanel(ScheduleSession& session, ScheduleRunner& runner, ScheduleTableModel& results,
                   const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QListView* list() const { return m_list; }

    [[nodiscard]] RunChoiceModel& choice() { return m_choice; }

    [[nodiscard]] QPushButton* runButton() const { return m_run; }

    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }

    [[nodiscard]] QSpinBox* seedsBox() const { return m_seeds; }

    [[nodiscard]] QSpinBox* firstSeedBox() const { return m_firstSeed; }

    [[nodiscard]] QDoubleSpinBox* budgetBox() const { return m_budget; }

    [[nodiscard]] QComboBox* unitBox() const { return m_unit; }

    [[nodiscard]] QString statusText() const;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeForm();
    [[nodiscard]] QWidget* makeProgress();
    void makeList(const Theme& theme);
    void connectAll();
    void refreshList();
    void refreshSelection();
    void refreshUnit();
    void refreshRun();
    void run();

    ScheduleSession& m_session;
    ScheduleRunner& m_runner;
    ScheduleTableModel& m_results;
    RunChoiceModel m_choice;
    QToolButton* m_all;
    QToolButton* m_none;
    QListView* m_list;
    QSpinBox* m_seeds;
    QSpinBox* m_firstSeed;
    QDoubleSpinBox* m_budget;
    QComboBox* m_unit;
    QPushButton* m_run;
    QPushButton* m_cancel;
    QProgressBar* m_bar;
    QLabel* m_status;
    QLabel* m_error;
    double m_evaluations = 16'000; ///< Last value of each unit.
    double m_seconds = 10;
};

} // namespace hscope::app
