// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_bottom.h"

#include "app/models/format.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/theme.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kRowHeight = 24;

} // namespace

WorkloadBottom::WorkloadBottom(WorkloadDocument& document, const WorkloadActions& actions,
                               const Theme& theme, QSettings& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_actions(actions)
    , m_theme(theme)
    , m_tabs(new QTabBar(this))
    , m_tables(new QStackedWidget(this))
{
    makePanel(*this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Views of the workload"));
    for (int i = 0; i <= JsonTab; ++i) {
        m_tabs->addTab(QString()); // refresh() names them.
    }
    m_edgeTable = makeTable(m_edges, QStringLiteral("edges"), tr("Edges"), settings);
    m_edgeTable->setStretchColumn(WorkloadEdgeModel::To);
    m_problemTable =
        makeTable(m_problems, QStringLiteral("workload-problems"), tr("Problems"), settings);
    m_problemTable->setStretchColumn(2);
    auto* fix = new QPushButton(tr("Do it"), m_problemTable);
    fix->setToolTip(tr("Does what the selected row proposes"));
    m_problemTable->bar()->insertWidget(0, fix);
    connect(fix, &QPushButton::clicked, this, &WorkloadBottom::fixProblem);
    m_json = new QPlainTextEdit(m_tables);
    m_json->setReadOnly(true);
    m_json->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_json->setFrameShape(QFrame::NoFrame);
    m_json->setFont(QFont(QStringLiteral("monospace"), -1));
    m_json->setAccessibleName(tr("The document as JSON"));
    m_json->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_tables->addWidget(m_json);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(makeRule(Qt::Horizontal, this));
    layout->addWidget(m_tables, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &WorkloadBottom::showTab);
    connectEdges(actions);
    connect(&document, &WorkloadDocument::changed, this, &WorkloadBottom::refresh);
    refresh();
    showTab(EdgeTab);
}

TablePanel* WorkloadBottom::makeTable(TableModel& model, const QString& subject,
                                      const QString& accessibleName, QSettings& settings)
{
    auto* table = new TablePanel(model, m_theme, subject, this);
    makePanel(*table);
    table->view()->setAccessibleName(accessibleName);
    table->view()->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->view()->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table->view()->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table->keepColumns(settings);
    m_tables->addWidget(table);
    connect(table, &TablePanel::exportFailed, this, &WorkloadBottom::told);
    return table;
}

void WorkloadBottom::connectEdges(const WorkloadActions& actions)
{
    int place = 0;
    for (QAction* action : {actions.addEdge, actions.removeEdges, actions.chain}) {
        QString text = action->text();
        auto* button = new QPushButton(text.remove(u'&'), m_edgeTable);
        m_edgeTable->bar()->insertWidget(place++, button);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button,
                [button, action] { button->setEnabled(action->isEnabled()); });
    }
    connect(actions.addEdge, &QAction::triggered, this, [this] {
        m_document.edit(withEdgeAdded(m_document.workload()), tr("add edge"));
        m_edgeTable->selectRow(m_edges.rowCount() - 1);
        m_edgeTable->view()->setFocus();
    });
    connect(actions.removeEdges, &QAction::triggered, this, [this] {
        const auto* proxy = qobject_cast<const QAbstractProxyModel*>(m_edgeTable->view()->model());
        std::set<std::size_t> rows;
        for (const QModelIndex& index : m_edgeTable->view()->selectionModel()->selectedRows()) {
            rows.insert(static_cast<std::size_t>(proxy->mapToSource(index).row()));
        }
        m_document.edit(
            withoutEdges(m_document.workload(), rows),
            formatCounted(std::ssize(rows), tr("remove an edge"), tr("remove %1 edges")));
    });
    connect(actions.chain, &QAction::triggered, this,
            [this] { m_document.edit(asChain(m_document.workload()), tr("make it a chain")); });
    connect(&m_edges, &WorkloadEdgeModel::refused, this, &WorkloadBottom::told);
    connect(&m_edges, &WorkloadEdgeModel::edgeEdited, this, [this](int row, const sim::Edge& edge) {
        const auto after = withEdge(m_document.workload(), static_cast<std::size_t>(row), edge);
        if (after) {
            m_document.edit(*after, tr("change edge"));
        } else {
            Q_EMIT told(toText(after.error().message));
        }
    });
    connect(m_edgeTable->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_actions.removeEdges->setEnabled(m_edgeTable->selectedRow() >= 0); });
    actions.removeEdges->setEnabled(false);
}

void WorkloadBottom::refresh()
{
    const sim::Workload& workload = m_document.workload();
    const auto& problems = m_document.problems();
    const std::vector<sim::Edge> edges = edgesOf(workload);
    m_edges.setEdges(workload, edges);
    m_problems.setProblems(workload, problems);
    m_actions.chain->setEnabled(workload.edges.has_value());
    m_actions.addEdge->setEnabled(workload.layers.size() > 1);
    m_tabs->setTabText(EdgeTab, workload.edges
                                    ? tr("Edges (%1)").arg(formatCount(std::ssize(edges)))
                                    : tr("Edges: a chain"));
    m_tabs->setTabText(
        ProblemTab, problems.empty() ? tr("Problems")
                                     : tr("Problems (%1)").arg(formatCount(std::ssize(problems))));
    m_tabs->setTabText(JsonTab, tr("JSON"));
    if (m_tabs->currentIndex() == JsonTab) {
        m_json->setPlainText(toText(m_document.json()));
    }
}

void WorkloadBottom::showTab(int tab)
{
    m_tables->setCurrentIndex(tab);
    if (tab == JsonTab) {
        m_json->setPlainText(toText(m_document.json()));
    }
}

void WorkloadBottom::fixProblem()
{
    const int row = std::max(0, m_problemTable->selectedRow());
    if (row >= std::ssize(m_document.problems())) {
        return;
    }
    const sim::WorkloadProblem problem = m_document.problems()[static_cast<std::size_t>(row)];
    if (problem.fixText.empty()) {
        Q_EMIT told(tr("That needs you: give the layer a compute time on some resource type."));
        return;
    }
    m_document.edit(sim::applyFix(m_document.workload(), problem),
                    toText(problem.fixText).toLower());
}

bool WorkloadBottom::copy()
{
    QWidget* focus = QApplication::focusWidget();
    if (m_json->isAncestorOf(focus) || focus == m_json) {
        if (m_json->textCursor().hasSelection()) {
            m_json->copy();
        } else {
            QApplication::clipboard()->setText(m_json->toPlainText());
        }
        return true;
    }
    for (TablePanel* table : {m_edgeTable, m_problemTable}) {
        if (focus != nullptr && table->isAncestorOf(focus)) {
            table->copy();
            return true;
        }
    }
    return false;
}

} // namespace hscope::app
