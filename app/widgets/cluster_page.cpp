// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_page.h"

#include "app/drawing/arrangement.h"
#include "app/models/format.h"
#include "app/widgets/cluster_connect_panel.h"
#include "app/widgets/cluster_inspector.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_totals_bar.h"
#include "app/widgets/notice_bar.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/table_panel.h"
#include "simulator/io/documents.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kRowHeight = 24;
constexpr int kUpperHeight = 540;
constexpr int kLowerHeight = 250;
constexpr int kMostRowsSelected = 2000; ///< More would make selecting everything slow.
constexpr int kConnectMargin = 16;

} // namespace

ClusterPage::ClusterPage(ClusterDocument& document, const sim::TypeLibrary& library,
                         const Theme& theme, QSettings& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_library(library)
    , m_theme(theme)
    , m_actions(makeClusterActions(*this))
    , m_cards(new ClusterPalette(document, library, theme, this))
    , m_canvas(new ClusterCanvas(document, library, theme, this))
    , m_inspector(new ClusterInspector(document, library, theme, this))
    , m_notice(new NoticeBar(theme, this))
    , m_connect(new ClusterConnectPanel(document, theme, m_canvas))
{
    makeLayout(settings);
    connectActions();
    connectEditing();
    connect(&document, &ClusterDocument::changed, this, &ClusterPage::refresh);
    connect(&document, &ClusterDocument::selectionChanged, this, &ClusterPage::refreshSelection);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &ClusterPage::refreshActions);
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this,
            &ClusterPage::refreshActions);
    connect(&theme, &Theme::changed, this,
            [this] { setClusterIcons(m_actions, m_theme.palette()); });
    setClusterIcons(m_actions, theme.palette());
    refresh();
    showTab(NodeTab);
}

void ClusterPage::makeLayout(QSettings& settings)
{
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_canvas);
    splitter->addWidget(makeBottom(settings));
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({kUpperHeight, kLowerHeight});
    m_totals = new ClusterTotalsBar(m_document, m_theme, *m_actions.schedule, this);
    auto* middle = new QVBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    middle->addWidget(m_notice);
    middle->addWidget(splitter, 1);
    middle->addWidget(makeRule(Qt::Horizontal, this));
    middle->addWidget(m_totals);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_cards);
    layout->addWidget(makeRule(Qt::Vertical, this));
    layout->addLayout(middle, 1);
    layout->addWidget(makeRule(Qt::Vertical, this));
    layout->addWidget(m_inspector);
}

QWidget* ClusterPage::makeBottom(QSettings& settings)
{
    auto* bottom = new QWidget(this);
    makePanel(*bottom);
    m_tabs = new QTabBar(bottom);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Views of the cluster"));
    for (int i = 0; i <= JsonTab; ++i) {
        m_tabs->addTab(QString()); // refresh() names them.
    }
    m_tables = new QStackedWidget(bottom);
    m_nodeTable = makeTable(m_nodes, QStringLiteral("nodes"), tr("Servers and switches"), settings);
    m_nodeTable->setStretchColumn(ClusterNodeModel::Problem);
    m_problemTable = makeTable(m_problems, QStringLiteral("problems"), tr("Problems"), settings);
    m_problemTable->setStretchColumn(2);
    m_linkTable = makeTable(m_links, QStringLiteral("links"), tr("Links"), settings);
    m_linkTable->setStretchColumn(1);
    auto* fix = new QPushButton(tr("Do it"), m_problemTable);
    fix->setToolTip(tr("Does what the selected row proposes"));
    m_problemTable->bar()->insertWidget(0, fix);
    connect(fix, &QPushButton::clicked, this, [this] {
        const int row = std::max(0, m_problemTable->selectedRow());
        if (row < std::ssize(m_document.problems())) {
            const sim::ClusterProblem problem =
                m_document.problems()[static_cast<std::size_t>(row)];
            m_document.edit(sim::applyFix(m_document.cluster(), problem),
                            toText(problem.fixText).toLower());
        }
    });
    m_json = new QPlainTextEdit(m_tables);
    m_json->setReadOnly(true);
    m_json->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_json->setFrameShape(QFrame::NoFrame);
    m_json->setFont(QFont(QStringLiteral("monospace"), -1));
    m_json->setAccessibleName(tr("The document as JSON"));
    m_json->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_tables->addWidget(m_json);
    connect(m_tabs, &QTabBar::currentChanged, this, &ClusterPage::showTab);
    auto* layout = new QVBoxLayout(bottom);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(makeRule(Qt::Horizontal, bottom));
    layout->addWidget(m_tables, 1);
    return bottom;
}

TablePanel* ClusterPage::makeTable(ClusterTableModel& model, const QString& subject,
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
    connect(table->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this, table, &model] { selectFromTable(*table, model); });
    connect(table->view(), &QTableView::activated, m_inspector, &ClusterInspector::beginRename);
    connect(table, &TablePanel::exportFailed, this, &ClusterPage::told);
    return table;
}

void ClusterPage::connectActions()
{
    const ClusterActions& a = m_actions;
    const auto on = [this](QAction* action, auto apply) {
        connect(action, &QAction::triggered, this, apply);
    };
    on(a.undo, [this] { m_document.undoStack().undo(); });
    on(a.redo, [this] { m_document.undoStack().redo(); });
    on(a.cut, [this] {
        copySelection();
        removeSelection();
    });
    on(a.copy, [this] { copySelection(); });
    on(a.paste, [this] { pasteClipboard(); });
    on(a.duplicate, [this] {
        const QPointF aside(2 * drawing::kGrid, 2 * drawing::kGrid);
        m_document.edit(duplicated(placed(m_document.cluster(), m_canvas->shownPositions()),
                                   m_document.selection(), aside),
                        tr("duplicate %1").arg(selectionName()));
    });
    on(a.remove, [this] { removeSelection(); });
    on(a.selectAll, [this] { m_document.select(drawnElements(m_document.cluster())); });
    on(a.select, [this] { m_canvas->setLinkMode(false); });
    on(a.link, [this] { m_canvas->setLinkMode(true); });
    on(a.rack, [this] { addRack(); });
    on(a.snap, [this](bool snaps) { m_canvas->setSnapping(snaps); });
    on(a.arrange, [this] {
        m_document.edit(arranged(m_document.cluster()), tr("arrange"));
        m_canvas->fitAll();
    });
    on(a.validate, [this] {
        m_tabs->setCurrentIndex(ProblemTab);
        Q_EMIT told(m_document.problems().empty()
                        ? tr("No problem was found.")
                        : formatCounted(std::ssize(m_document.problems()),
                                        tr("1 problem was found."), tr("%1 problems were found.")));
    });
    on(a.connectTo, [this] { connectTo(); });
    on(a.rename, [this] { m_inspector->beginRename(); });
    on(a.zoomIn, [this] { m_canvas->zoomBy(1.25); });
    on(a.zoomOut, [this] { m_canvas->zoomBy(0.8); });
    on(a.fitAll, [this] { m_canvas->fitAll(); });
    on(a.fitSelection, [this] { m_canvas->fitSelection(); });
    on(a.schedule, [this] { Q_EMIT scheduleRequested(); });
    for (QAction* action : a.align) {
        on(action, [this, action] { alignSelection(*action); });
    }
    for (QAction* action : a.distribute) {
        on(action, [this, action] { distributeSelection(*action); });
    }
    connect(m_canvas, &ClusterCanvas::linkModeChanged, this, [this](bool links) {
        m_actions.link->setChecked(links);
        m_actions.select->setChecked(!links);
    });
}

void ClusterPage::connectEditing()
{
    const auto focusCanvas = [this] { m_canvas->setFocus(Qt::OtherFocusReason); };
    connect(m_canvas, &ClusterCanvas::told, this, &ClusterPage::told);
    connect(m_canvas, &ClusterCanvas::filesDropped, this, &ClusterPage::filesDropped);
    connect(m_canvas, &ClusterCanvas::renameRequested, m_inspector, &ClusterInspector::beginRename);
    connect(m_canvas, &ClusterCanvas::storageRequested, m_inspector,
            &ClusterInspector::beginStorage);
    connect(m_canvas, &ClusterCanvas::menuRequested, this, &ClusterPage::showMenu);
    connect(m_inspector, &ClusterInspector::told, this, &ClusterPage::told);
    connect(m_inspector, &ClusterInspector::canvasRequested, this, focusCanvas);
    connect(m_inspector, &ClusterInspector::linkRequested, this, &ClusterPage::connectTo);
    connect(m_inspector, &ClusterInspector::keepTypeRequested, this,
            &ClusterPage::keepTypeRequested);
    connect(m_connect, &ClusterConnectPanel::finished, this, focusCanvas);
    connect(m_cards, &ClusterPalette::addRequested, m_canvas, &ClusterCanvas::addCard);
    connect(m_cards, &ClusterPalette::editRequested, this, &ClusterPage::editType);
    connect(m_cards, &ClusterPalette::typeRequested, this, &ClusterPage::addType);
}

void ClusterPage::refresh()
{
    m_isSyncing = true; // Rows that go take their selection along; the document keeps its own.
    const auto& problems = m_document.problems();
    m_nodes.setCluster(m_document.cluster(), problems);
    m_links.setCluster(m_document.cluster());
    m_problems.setProblems(m_document.cluster(), problems);
    m_isSyncing = false;
    m_tabs->setTabText(NodeTab, tr("Table view"));
    m_tabs->setTabText(
        ProblemTab, problems.empty() ? tr("Problems")
                                     : tr("Problems (%1)").arg(formatCount(std::ssize(problems))));
    m_tabs->setTabText(LinkTab, tr("Links"));
    m_tabs->setTabText(JsonTab, tr("JSON"));
    if (m_tabs->currentIndex() == JsonTab || m_document.undoStack().count() == 0) {
        showTab(m_tabs->currentIndex()); // Widths are chosen once per document.
    }
    refreshActions();
}

void ClusterPage::showTab(int tab)
{
    if (tab == JsonTab) {
        m_json->setPlainText(toText(sim::toJson(m_document.cluster())));
    }
    m_tables->setCurrentIndex(tab);
    for (TablePanel* table : {m_nodeTable, m_linkTable, m_problemTable}) {
        if (m_tables->currentWidget() == table) {
            table->fitColumns();
        }
    }
}

void ClusterPage::refreshSelection()
{
    showInTable(*m_nodeTable, m_nodes);
    showInTable(*m_linkTable, m_links);
    showInTable(*m_problemTable, m_problems);
    refreshActions();
}

void ClusterPage::selectFromTable(const TablePanel& table, const ClusterTableModel& model)
{
    if (m_isSyncing) {
        return;
    }
    m_isSyncing = true;
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(table.view()->model());
    ClusterElements selection;
    for (const QModelIndex& index : table.view()->selectionModel()->selectedRows()) {
        selection.insert(model.elementAt(proxy->mapToSource(index).row()));
    }
    m_document.select(std::move(selection));
    m_isSyncing = false;
    if (m_document.selection().size() == 1) {
        m_canvas->showElement(*m_document.selection().begin());
    }
}

void ClusterPage::showInTable(TablePanel& table, const ClusterTableModel& model)
{
    if (m_isSyncing) {
        return;
    }
    m_isSyncing = true;
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(table.view()->model());
    QItemSelection rows;
    QModelIndex first;
    if (m_document.selection().size() <= kMostRowsSelected) {
        for (int row = 0; row < model.rowCount() && !m_document.selection().empty(); ++row) {
            if (m_document.selection().contains(model.elementAt(row))) {
                const QModelIndex index = proxy->mapFromSource(model.index(row, 0));
                rows.select(index, index.siblingAtColumn(model.columnCount() - 1));
                first = first.isValid() ? first : index;
            }
        }
    }
    table.view()->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (first.isValid()) {
        table.view()->scrollTo(first);
    }
    m_isSyncing = false;
}

void ClusterPage::refreshActions()
{
    const ClusterElements& selection = m_document.selection();
    const bool hasPlaces = !placesOf(m_document.cluster(), selection).empty();
    const QUndoStack& undo = m_document.undoStack();
    m_actions.undo->setEnabled(undo.canUndo());
    m_actions.redo->setEnabled(undo.canRedo());
    m_actions.undo->setText(undo.canUndo() ? tr("&Undo %1").arg(undo.undoText()) : tr("&Undo"));
    m_actions.redo->setText(undo.canRedo() ? tr("&Redo %1").arg(undo.redoText()) : tr("&Redo"));
    m_actions.cut->setEnabled(hasPlaces);
    m_actions.copy->setEnabled(hasPlaces);
    m_actions.duplicate->setEnabled(hasPlaces);
    m_actions.remove->setEnabled(!selection.empty());
    m_actions.connectTo->setEnabled(hasPlaces);
    m_actions.fitSelection->setEnabled(hasPlaces);
    const bool isDrawn = !m_document.cluster().nodes.empty();
    m_actions.schedule->setEnabled(isDrawn);
    m_actions.schedule->setToolTip(isDrawn ? tr("Place a model on this cluster")
                                           : tr("Draw a server first"));
    for (QAction* action : m_actions.align) {
        action->setEnabled(selection.size() > 1);
    }
    for (QAction* action : m_actions.distribute) {
        action->setEnabled(selection.size() > 2);
    }
}

void ClusterPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_connect->move((m_canvas->width() - m_connect->width()) / 2, kConnectMargin);
}

} // namespace hscope::app
