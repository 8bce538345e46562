// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/table_panel.h"

#include "app/models/table_text.h"
#include "app/widgets/cell_delegate.h"
#include "app/widgets/export_button.h"
#include "app/widgets/icons.h"
#include "app/widgets/table_header.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QResizeEvent>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kWidestColumn = 126; ///< Of those that do not take what is left over.
constexpr int kNarrowestStretch = 128;
constexpr int kRowHeight = 20;

QString hiddenKey(const QString& subject)
{
    return QStringLiteral("columns/%1/hidden").arg(subject);
}

QString orderKey(const QString& subject)
{
    return QStringLiteral("columns/%1/order").arg(subject);
}

} // namespace

TablePanel::TablePanel(TableModel& model, const Theme& theme, const QString& subject,
                       QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_theme(theme)
    , m_subject(subject)
    , m_proxy(new QSortFilterProxyModel(this))
    , m_view(new QTableView(this))
    , m_header(new TableHeader(theme, m_view))
    , m_footer(new TableFooter(theme, *m_header, this))
    , m_bar(new QHBoxLayout)
    , m_filter(new QLineEdit(this))
    , m_copyButton(new QToolButton(this))
    , m_exportButton(new QToolButton(this))
{
    m_proxy->setSourceModel(&model);
    m_proxy->setSortRole(SortRole);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(-1);

    m_view->setHorizontalHeader(m_header);
    m_view->setModel(m_proxy);
    m_view->setItemDelegate(new CellDelegate(theme, m_view));
    m_view->setSortingEnabled(true);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_view->verticalHeader()->setMinimumSectionSize(kRowHeight);
    m_view->setFrameShape(QFrame::NoFrame);

    m_header->setSectionsMovable(true);
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this, &TablePanel::showColumnMenu);
    connect(m_header, &QHeaderView::sectionMoved, this, &TablePanel::saveColumns);
    connect(m_header, &QHeaderView::sectionResized, this, [this] {
        m_isSizedByHand = m_isSizedByHand || (QApplication::mouseButtons() & Qt::LeftButton) != 0;
    });
    m_view->viewport()->installEventFilter(this);
    makeBar();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    m_footer->hide();

    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { Q_EMIT rowSelected(selectedRow()); });
    connect(&theme, &Theme::changed, this, &TablePanel::refreshIcons);
    refreshIcons();
}

void TablePanel::makeBar()
{
    m_bar->setContentsMargins(12, 4, 8, 4);
    m_bar->setSpacing(4);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter rows"));
    m_filter->setAcceptDrops(false); // Files that are dropped are for the window.
    m_filter->setMaximumWidth(200);
    m_filter->setMinimumWidth(80);
    connect(m_filter, &QLineEdit::textChanged, m_proxy,
            [this](const QString& text) { m_proxy->setFilterFixedString(text); });
    m_bar->addWidget(m_filter, 1);
    m_bar->addStretch();
    const auto prepare = [this](QToolButton* button, const QString& text) {
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setIconSize(QSize(18, 18));
        m_bar->addWidget(button);
    };
    prepare(m_copyButton, tr("Copy as table (Ctrl+C)"));
    prepare(m_exportButton, tr("Export as CSV"));
    connect(m_copyButton, &QToolButton::clicked, this, &TablePanel::copy);
    connect(m_exportButton, &QToolButton::clicked, this, &TablePanel::exportCsv);
}

void TablePanel::refreshIcons()
{
    m_copyButton->setIcon(lineIcon(QStringLiteral("copy"), m_theme.palette()));
    m_exportButton->setIcon(lineIcon(QStringLiteral("export"), m_theme.palette()));
}

void TablePanel::setFooter(const QStringList& texts)
{
    m_footer->setTexts(texts);
    m_footer->setVisible(!texts.isEmpty());
}

void TablePanel::sortBy(int column, Qt::SortOrder order)
{
    m_view->sortByColumn(column, order);
}

void TablePanel::setStretchColumn(int column)
{
    m_stretchColumn = column;
}

void TablePanel::fitColumns()
{
    m_isSizedByHand = false;
    restoreColumns();
    const int room = m_view->viewport()->width();
    m_view->resizeColumnsToContents();
    const bool allFit = m_header->length() <= room;
    for (int column = 0; column < m_model.columnCount() && !allFit; ++column) {
        const int needed = m_header->neededWidth(column);
        if (!m_header->isSectionHidden(column)) {
            m_header->resizeSection(column,
                                    std::clamp(m_view->columnWidth(column), needed,
                                               std::max({needed, kWidestColumn, room / 6})));
        }
    }
    stretchColumn();
}

QString TablePanel::columnTitle(int column) const
{
    return m_model.headerData(column, Qt::Horizontal, CopyRole).toString();
}

void TablePanel::keepColumns(QSettings& settings, const std::vector<int>& hidden)
{
    m_settings = &settings;
    if (!hidden.empty() && !settings.contains(hiddenKey(m_subject))) {
        QStringList titles;
        for (const int column : hidden) {
            titles.append(columnTitle(column));
        }
        settings.setValue(hiddenKey(m_subject), titles);
    }
    restoreColumns();
}

void TablePanel::restoreColumns()
{
    if (m_settings == nullptr) {
        return;
    }
    m_isRestoring = true;
    const QStringList hidden = m_settings->value(hiddenKey(m_subject)).toStringList();
    const QStringList order = m_settings->value(orderKey(m_subject)).toStringList();
    for (int column = 0; column < m_model.columnCount(); ++column) {
        m_header->setSectionHidden(column, column != m_stretchColumn &&
                                               hidden.contains(columnTitle(column)));
    }
    int place = 0;
    for (const QString& title : order) {
        for (int column = 0; column < m_model.columnCount(); ++column) {
            if (columnTitle(column) == title) {
                m_header->moveSection(m_header->visualIndex(column), place++);
            }
        }
    }
    m_isRestoring = false;
}

void TablePanel::saveColumns() const
{
    if (m_settings == nullptr || m_isRestoring) {
        return;
    }
    // What this trace does not have keeps its choice.
    QStringList hidden = m_settings->value(hiddenKey(m_subject)).toStringList();
    QStringList order;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        order.append(columnTitle(column));
        hidden.removeAll(columnTitle(column));
        if (m_header->isSectionHidden(column)) {
            hidden.append(columnTitle(column));
        }
    }
    m_settings->setValue(hiddenKey(m_subject), hidden);
    m_settings->setValue(orderKey(m_subject), order);
}

void TablePanel::setColumnShown(int column, bool shown)
{
    m_header->setSectionHidden(column, !shown);
    saveColumns();
    fitColumns();
}

void TablePanel::showColumnMenu(QPoint position)
{
    QMenu menu(this);
    for (int column = 0; column < m_model.columnCount(); ++column) {
        QAction* action =
            menu.addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!m_header->isSectionHidden(column));
        // The column that takes what is left over keeps the table in shape.
        action->setEnabled(column != m_stretchColumn);
        connect(action, &QAction::toggled, this,
                [this, column](bool shown) { setColumnShown(column, shown); });
    }
    menu.exec(m_header->mapToGlobal(position));
}

void TablePanel::stretchColumn()
{
    if (m_stretchColumn >= m_header->count()) {
        return;
    }
    const int others = m_header->length() - m_header->sectionSize(m_stretchColumn);
    m_header->resizeSection(m_stretchColumn,
                            std::max(m_view->viewport()->width() - others, kNarrowestStretch));
}

bool TablePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) {
        const bool isWider = static_cast<QResizeEvent*>(event)->oldSize().width() !=
                             static_cast<QResizeEvent*>(event)->size().width();
        if (m_isSizedByHand || !isWider) {
            stretchColumn();
        } else {
            fitColumns();
        }
    }
    return QWidget::eventFilter(watched, event);
}

int TablePanel::selectedRow() const
{
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : m_proxy->mapToSource(rows.first()).row();
}

void TablePanel::selectRow(int row)
{
    if (row == selectedRow()) {
        return;
    }
    if (row < 0) {
        m_view->clearSelection();
        return;
    }
    const QModelIndex index = m_proxy->mapFromSource(m_model.index(row, 0));
    if (!index.isValid()) {
        m_view->clearSelection(); // Filtered away.
        return;
    }
    // Not QTableView::selectRow(): while Ctrl is held it would add the row to what is selected.
    m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect |
                                                         QItemSelectionModel::Rows);
    m_view->scrollTo(index);
}

QString TablePanel::copyText() const
{
    return tableText(*m_proxy, TableTextFormat::Tsv, m_view->selectionModel()->selectedRows());
}

void TablePanel::copy() const
{
    QApplication::clipboard()->setText(copyText());
}

void TablePanel::exportCsv()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export as CSV"),
                                                      m_subject + u".csv", tr("CSV files (*.csv)"));
    if (path.isEmpty()) {
        return;
    }
    if (!saveText(tableText(*m_proxy, TableTextFormat::Csv), path)) {
        Q_EMIT exportFailed(tr("%1 could not be written: choose another place.").arg(path));
    }
}

} // namespace hscope::app
