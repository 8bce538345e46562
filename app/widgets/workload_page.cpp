// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_page.h"

#include "app/models/format.h"
#include "app/models/quantity.h"
#include "app/widgets/notice_bar.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/workload_bottom.h"
#include "app/widgets/workload_form.h"
#include "app/widgets/workload_import_bar.h"
#include "app/widgets/workload_inspector.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kRowHeight = 24;
constexpr int kUpperHeight = 520;
constexpr int kLowerHeight = 180;
constexpr int kFootHeight = 36;

} // namespace

WorkloadPage::WorkloadPage(WorkloadDocument& document, const Theme& theme, QSettings& settings,
                           QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_actions(makeWorkloadActions(*this))
    , m_notice(new NoticeBar(theme, this))
    , m_import(new WorkloadImportBar(this))
    , m_form(new WorkloadForm(document, this))
    , m_table(new TablePanel(m_layers, theme, QStringLiteral("layers"), this))
    , m_bottom(new WorkloadBottom(document, m_actions, theme, settings, this))
    , m_inspector(new WorkloadInspector(document, theme, this))
{
    setAcceptDrops(true);
    makeLayout(settings);
    connectActions();
    connectEditing();
    connect(&document, &WorkloadDocument::changed, this, &WorkloadPage::refresh);
    connect(&document, &WorkloadDocument::selectionChanged, this, &WorkloadPage::refreshSelection);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &WorkloadPage::refreshActions);
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this,
            &WorkloadPage::refreshActions);
    connect(&theme, &Theme::changed, this,
            [this] { setWorkloadIcons(m_actions, m_theme.palette()); });
    setWorkloadIcons(m_actions, theme.palette());
    refresh();
}

void WorkloadPage::makeLayout(QSettings& settings)
{
    makeTable(settings);
    makePanel(*m_form);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(m_bottom);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({kUpperHeight, kLowerHeight});
    auto* middle = new QVBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    middle->addWidget(m_notice);
    middle->addWidget(m_import);
    middle->addWidget(m_form);
    middle->addWidget(makeRule(Qt::Horizontal, this));
    middle->addWidget(splitter, 1);
    middle->addWidget(makeRule(Qt::Horizontal, this));
    middle->addWidget(makeFoot());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(middle, 1);
    layout->addWidget(makeRule(Qt::Vertical, this));
    layout->addWidget(m_inspector);
}

void WorkloadPage::makeTable(QSettings& settings)
{
    makePanel(*m_table);
    QTableView* view = m_table->view();
    view->setAccessibleName(tr("Layers"));
    view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view->setDragEnabled(true);
    view->setAcceptDrops(true);
    view->setDragDropMode(QAbstractItemView::InternalMove);
    view->setDragDropOverwriteMode(false); // Between rows.
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    const auto hidden = [this](LayerField field) { return m_layers.columnOf({field, {}}); };
    m_table->keepColumns(settings,
                         {hidden(LayerField::Shape), hidden(LayerField::InputBytes),
                          hidden(LayerField::PushBytes), hidden(LayerField::ActivationBytes)});
    m_table->setStretchColumn(m_layers.problemColumn());
    m_table->bar()->insertWidget(0, makeHeading(tr("Layers"), m_table));
    m_table->bar()->insertSpacing(1, 8);
    connect(m_table, &TablePanel::exportFailed, this, &WorkloadPage::told);
    connect(view, &QWidget::customContextMenuRequested, this, &WorkloadPage::showMenu);
    connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &WorkloadPage::selectFromTable);
}

QWidget* WorkloadPage::makeFoot()
{
    auto* foot = new QWidget(this);
    makePanel(*foot);
    foot->setFixedHeight(kFootHeight);
    m_foot = new QLabel(foot);
    m_foot->setTextFormat(Qt::PlainText);
    m_foot->setProperty("secondary", true);
    m_foot->setMinimumWidth(1);
    auto* schedule = new QPushButton(m_actions.schedule->text(), foot);
    schedule->setObjectName(QStringLiteral("primary"));
    connect(schedule, &QPushButton::clicked, m_actions.schedule, &QAction::trigger);
    connect(m_actions.schedule, &QAction::changed, schedule, [this, schedule] {
        schedule->setEnabled(m_actions.schedule->isEnabled());
        schedule->setToolTip(m_actions.schedule->toolTip());
    });
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->addWidget(m_foot, 1);
    layout->addWidget(schedule);
    return foot;
}

void WorkloadPage::setPrices(const TypePrices& prices)
{
    if (prices == m_prices) {
        return;
    }
    m_prices = prices;
    m_layers.setPrices(prices);
    m_inspector->setPrices(prices);
    m_import->setPrices(prices);
    m_table->setFooter(m_layers.totals());
    refreshFoot();
}

void WorkloadPage::focusLayers()
{
    QTableView* view = m_table->view();
    view->setFocus();
    if (!view->currentIndex().isValid() && m_layers.rowCount() > 0) {
        view->selectionModel()->setCurrentIndex(
            view->model()->index(0, m_layers.columnOf({LayerField::Name, {}})),
            QItemSelectionModel::NoUpdate);
    }
}

void WorkloadPage::refresh()
{
    m_isSyncing = true; // Rows that go take their selection along; the document keeps its own.
    m_layers.setWorkload(m_document.workload(), m_document.cuts(), m_document.problems());
    m_table->setStretchColumn(m_layers.problemColumn());
    m_table->setFooter(m_layers.totals());
    m_isSyncing = false;
    fitColumnsOnce();
    refreshSelection();
    refreshFoot();
}

void WorkloadPage::fitColumnsOnce()
{
    if (m_layers.types() != m_fittedTypes) {
        m_fittedTypes = m_layers.types();
        m_table->fitColumns();
    }
}

void WorkloadPage::refreshFoot()
{
    const sim::Workload& workload = m_document.workload();
    QStringList parts{
        formatCounted(std::ssize(workload.layers), tr("1 layer"), tr("%1 layers")),
        workload.epochs == 1
            ? tr("one epoch of %1 samples").arg(groupedNumber(workload.samplesPerEpoch))
            : tr("%1 epochs of %2 samples")
                  .arg(groupedNumber(workload.epochs), groupedNumber(workload.samplesPerEpoch)),
        workload.throughputLimit > 0
            ? tr("floor %1 samples/s").arg(groupedNumber(workload.throughputLimit))
            : tr("no floor"),
        m_prices.sentence()};
    m_foot->setText(parts.join(QStringLiteral("   ·   ")));
}

void WorkloadPage::refreshActions()
{
    const LayerSet& selection = m_document.selection();
    const bool isAny = !selection.empty();
    const QUndoStack& undo = m_document.undoStack();
    m_actions.undo->setEnabled(undo.canUndo());
    m_actions.redo->setEnabled(undo.canRedo());
    m_actions.undo->setText(undo.canUndo() ? tr("&Undo %1").arg(undo.undoText()) : tr("&Undo"));
    m_actions.redo->setText(undo.canRedo() ? tr("&Redo %1").arg(undo.redoText()) : tr("&Redo"));
    for (QAction* action : {m_actions.cut, m_actions.copy, m_actions.duplicate, m_actions.remove}) {
        action->setEnabled(isAny);
    }
    const std::size_t count = m_document.workload().layers.size();
    m_actions.moveUp->setEnabled(isAny && *selection.begin() > 0);
    m_actions.moveDown->setEnabled(isAny && *selection.rbegin() + 1 < count);
    const QString refusal = m_document.refusal();
    m_actions.schedule->setEnabled(refusal.isEmpty());
    m_actions.schedule->setToolTip(refusal.isEmpty()
                                       ? tr("Place these layers on a cluster (Ctrl+R)")
                                       : toolTipText(tr("Not yet: %1").arg(refusal)));
}

void WorkloadPage::selectFromTable()
{
    if (m_isSyncing) {
        return;
    }
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(m_table->view()->model());
    LayerSet layers;
    for (const QModelIndex& index : m_table->view()->selectionModel()->selectedRows()) {
        layers.insert(static_cast<std::size_t>(proxy->mapToSource(index).row()));
    }
    m_isSyncing = true;
    m_document.select(std::move(layers));
    m_isSyncing = false;
    refreshActions();
}

void WorkloadPage::refreshSelection()
{
    if (!m_isSyncing) {
        m_isSyncing = true;
        const auto* proxy = qobject_cast<const QAbstractProxyModel*>(m_table->view()->model());
        QItemSelection rows;
        QModelIndex first;
        QModelIndex last;
        const auto take = [&] {
            if (first.isValid()) {
                rows.append(
                    QItemSelectionRange(first, last.siblingAtColumn(m_layers.columnCount() - 1)));
            }
        };
        QModelIndex top;
        for (const std::size_t layer : m_document.selection()) {
            const QModelIndex index =
                proxy->mapFromSource(m_layers.index(static_cast<int>(layer), 0));
            if (!index.isValid()) {
                continue; // Filtered away.
            }
            if (!first.isValid() || index.row() != last.row() + 1) {
                take();
                first = index;
            }
            last = index;
            top = top.isValid() ? top : index;
        }
        take();
        m_table->view()->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
        if (top.isValid()) {
            m_table->view()->scrollTo(top);
        }
        m_isSyncing = false;
    }
    refreshActions();
}

void WorkloadPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void WorkloadPage::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    Q_EMIT filesDropped(event->mimeData()->urls());
}

} // namespace hscope::app
