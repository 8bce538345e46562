// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/workload_document.h"
#include "app/models/workload_table_models.h"
#include "app/widgets/workload_actions.h"

#include <QWidget>

class QPlainTextEdit;
class QSettings;
class QStackedWidget;
class QTabBar;

namespace hscope::app {

class TablePanel;
class Theme;

/// Below the layers: their edges, what is wrong with them, and the document as text.
class WorkloadBottom final : public QWidget
{
    Q_OBJECT

public:
    /// All must outlive the widget.
    WorkloadBottom(WorkloadDocument& document, const WorkloadActions& actions, const Theme& theme,
                   QSettings& settings, QWidget* parent = nullptr);

    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }

    [[nodiscard]] TablePanel* edgeTable() const { return m_edgeTable; }

    [[nodiscard]] TablePanel* problemTable() const { return m_problemTable; }

    /// Copies what has the keyboard; false if nothing here has it.
    bool copy();

Q_SIGNALS:
    void told(const QString& sentence);

private:
    enum Tab : int
    {
        EdgeTab,
        ProblemTab,
        JsonTab
    };

    TablePanel* makeTable(TableModel& model, const QString& subject, const QString& accessibleName,
                          QSettings& settings);
    void connectEdges(const WorkloadActions& actions);
    void refresh();
    void showTab(int tab);
    void fixProblem();

    WorkloadDocument& m_document;
    const WorkloadActions& m_actions;
    const Theme& m_theme;
    WorkloadEdgeModel m_edges;
    WorkloadProblemModel m_problems;
    QTabBar* m_tabs;
    QStackedWidget* m_tables;
    TablePanel* m_edgeTable = nullptr;
    TablePanel* m_problemTable = nullptr;
    QPlainTextEdit* m_json = nullptr;
};

} // namespace hscope::app
