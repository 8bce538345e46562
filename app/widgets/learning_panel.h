// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/learning_table_model.h"
#include "app/widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace hscope::app {

class ElidedLabel;
class LearningChart;
class ScheduleRunner;
class ScheduleSession;
class TablePanel;

/// The learning curve of the last run, as a chart or as a table; follows training while it goes on.
class LearningPanel final : public QWidget
{
    Q_OBJECT

public:
    LearningPanel(ScheduleSession& session, ScheduleRunner& runner, const Theme& theme,
                  QWidget* parent = nullptr);

    [[nodiscard]] LearningChart* chart() const { return m_chart; }

    [[nodiscard]] TablePanel* table() const { return m_table; }

    [[nodiscard]] QToolButton* tableButton() const { return m_tableButton; }

    [[nodiscard]] QComboBox* measureBox() const { return m_measure; }

private:
    void refresh();

    ScheduleSession& m_session;
    ScheduleRunner& m_runner;
    const Theme& m_theme;
    LearningTableModel m_model;
    ElidedLabel* m_remark;
    QComboBox* m_measure;
    QToolButton* m_tableButton;
    QStackedWidget* m_stack;
    LearningChart* m_chart;
    TablePanel* m_table;
    QTimer m_soon; ///< Draws at most some times a second, however fast iterations come.
};

} // namespace hscope::app
