// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/details_panel.h"

#include "app/models/correction_text.h"
#include "app/models/format.h"
#include "app/models/slice_details.h"
#include "app/models/table_text.h"
#include "app/models/trace_document.h"
#include "app/widgets/cell_delegate.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/icons.h"
#include "app/widgets/instance_histogram.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/relation_delegate.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr std::size_t kMostRelations = 100;
constexpr int kMargin = 12;
constexpr int kRow = 20;
constexpr int kLinkRow = 40;

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* noteLabel(QWidget* parent)
{
    QLabel* label = plainLabel(parent);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    return label;
}

} // namespace

/// The square in the slice's colour beside its name.
class DetailsPanel::Swatch final : public QWidget
{
public:
    Swatch(const Theme& theme, QWidget* parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setFixedSize(14, 14);
    }

    void show(const SliceDetails& details, bool isOperation)
    {
        m_category = details.category;
        m_operation = isOperation ? details.name : QString();
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        if (m_operation.isEmpty()) {
            fillCategory(painter, rect(), m_category, m_theme.palette());
        } else {
            painter.fillRect(rect(), operationColors(m_operation, m_theme.palette()).line);
        }
    }

private:
    const Theme& m_theme;
    core::Category m_category = core::Category::Native;
    QString m_operation;
};

DetailsPanel::DetailsPanel(TraceDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_stack(new QStackedWidget(this))
    , m_swatch(new Swatch(theme, this))
    , m_name(new ElidedLabel(this))
    , m_place{new ElidedLabel(this), new ElidedLabel(this), new ElidedLabel(this)}
    , m_argumentView(new QTableView(this))
    , m_linkView(new QListView(this))
    , m_instanceLabel(plainLabel(this))
    , m_histogram(new InstanceHistogram(theme, this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_zoom(new QPushButton(tr("Zoom to slice"), this))
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    makeViews();
    auto* empty = plainLabel(this);
    empty->setText(tr("Click a slice to see its details."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setProperty("secondary", true);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(makeContent());
    scroll->viewport()->setAutoFillBackground(false);
    scroll->widget()->setAutoFillBackground(false);
    m_stack->addWidget(empty);
    m_stack->addWidget(scroll);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&document, &TraceDocument::selectionChanged, this, &DetailsPanel::showSelection);
    connect(&document, &TraceDocument::traceChanged, this, &DetailsPanel::showSelection);
    connect(&document, &TraceDocument::breakdownChanged, this, &DetailsPanel::showOverhead);
    connect(&document, &TraceDocument::argumentsLoaded, this, &DetailsPanel::showArguments);
    connect(&m_instances, &InstanceNavigator::changed, this, &DetailsPanel::showInstance);
    connect(m_previous, &QToolButton::clicked, this, &DetailsPanel::goToPreviousInstance);
    connect(m_next, &QToolButton::clicked, this, &DetailsPanel::goToNextInstance);
    connect(m_histogram, &InstanceHistogram::binClicked, this, [this](std::size_t bin) {
        if (const auto slice = m_instances.longestIn(bin)) {
            m_document.reveal(*slice);
        }
    });
    connect(m_zoom, &QPushButton::clicked, &document, &TraceDocument::fitSelection);
    connect(&theme, &Theme::changed, this, &DetailsPanel::refreshIcons);
    const auto jump = [this](const QModelIndex& index) {
        m_document.reveal(m_relations.relationAt(index.row()).slice);
    };
    connect(m_linkView, &QListView::clicked, this, jump);
    connect(m_linkView, &QListView::activated, this, jump);
    refreshIcons();
    showSelection();
}

QWidget* DetailsPanel::makeContent()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 8, 0, kMargin);
    layout->setSpacing(0);

    auto* head = new QGridLayout;
    head->setContentsMargins(kMargin, 0, kMargin, 8);
    head->setHorizontalSpacing(8);
    head->setVerticalSpacing(4);
    head->setColumnStretch(1, 1);
    m_name->setFont(fonts::title());
    head->addWidget(m_swatch, 0, 0);
    head->addWidget(m_name, 0, 1);
    auto* places = new QVBoxLayout;
    places->setSpacing(0);
    for (QLabel* label : m_place) {
        label->setProperty("secondary", true);
        places->addWidget(label);
    }
    head->addLayout(places, 1, 1);
    layout->addLayout(head);

    QLabel* unit = nullptr;
    addSection(*layout, tr("Time"), &unit);
    unit->setText(tr("ns"));
    auto* times = new QGridLayout;
    times->setContentsMargins(kMargin, 0, kMargin, 8);
    times->setVerticalSpacing(0);
    times->setColumnStretch(1, 1);
    m_start = addTimeRow(*times, tr("Start"));
    m_end = addTimeRow(*times, tr("End"));
    m_duration = addTimeRow(*times, tr("Duration"));
    m_self = addTimeRow(*times, tr("Self"));
    m_overhead = addTimeRow(*times, QString());
    layout->addLayout(times);

    addSection(*layout, tr("Arguments"), &m_argumentNote);
    auto* argumentRow = new QHBoxLayout;
    // The cells bring the rest of the margin along.
    argumentRow->setContentsMargins(kMargin - CellDelegate::kPadding, 0,
                                    kMargin - CellDelegate::kPadding, 0);
    argumentRow->addWidget(m_argumentView);
    layout->addLayout(argumentRow);
    layout->addSpacing(8);
    addSection(*layout, tr("Links"), &m_linkNote);
    layout->addWidget(m_linkView);
    layout->addSpacing(8);
    addSection(*layout, tr("Instances"), &m_instanceNote);
    layout->addWidget(makeInstanceRow());
    layout->addStretch();
    return content;
}

void DetailsPanel::addSection(QVBoxLayout& layout, const QString& title, QLabel** note)
{
    auto* rule = new QWidget(this);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    rule->setFixedHeight(1);
    auto* ruleRow = new QHBoxLayout;
    ruleRow->setContentsMargins(kMargin, 0, kMargin, 0);
    ruleRow->addWidget(rule);
    layout.addLayout(ruleRow);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kMargin, 8, kMargin, 4);
    auto* label = plainLabel(this);
    label->setText(title);
    QFont font = fonts::small();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    *note = noteLabel(this);
    row->addWidget(label);
    row->addStretch();
    row->addWidget(*note);
    layout.addLayout(row);
}

DetailsPanel::TimeRow DetailsPanel::addTimeRow(QGridLayout& grid, const QString& name)
{
    const TimeRow row{plainLabel(this), plainLabel(this)};
    row.name->setText(name);
    row.name->setProperty("secondary", true);
    row.name->setFixedHeight(kRow);
    row.value->setFont(fonts::number());
    row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const int index = grid.rowCount();
    grid.addWidget(row.name, index, 0);
    grid.addWidget(row.value, index, 1);
    return row;
}

void DetailsPanel::makeViews()
{
    m_argumentView->setModel(&m_arguments);
    m_argumentView->setItemDelegate(new CellDelegate(m_theme, m_argumentView));
    m_argumentView->setAccessibleName(tr("Arguments"));
    m_argumentView->horizontalHeader()->hide();
    m_argumentView->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_argumentView->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_argumentView->horizontalHeader()->setMaximumSectionSize(200);
    m_argumentView->verticalHeader()->hide();
    m_argumentView->verticalHeader()->setMinimumSectionSize(kRow);
    m_argumentView->verticalHeader()->setDefaultSectionSize(kRow);
    m_argumentView->setShowGrid(false);
    m_argumentView->setWordWrap(false);
    m_argumentView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_argumentView->setTabKeyNavigation(false);

    m_linkView->setModel(&m_relations);
    m_linkView->setItemDelegate(new RelationDelegate(m_theme, m_linkView));
    m_linkView->setAccessibleName(tr("Links"));
    m_linkView->setMouseTracking(true);
    m_linkView->viewport()->setCursor(Qt::PointingHandCursor);
    m_linkView->setSelectionMode(QAbstractItemView::NoSelection);
    for (QAbstractScrollArea* view : {static_cast<QAbstractScrollArea*>(m_argumentView),
                                      static_cast<QAbstractScrollArea*>(m_linkView)}) {
        view->setFrameShape(QFrame::NoFrame);
        view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        view->setFixedHeight(0);
    }
}

QWidget* DetailsPanel::makeInstanceRow()
{
    auto* row = new QWidget(this);
    auto* layout = new QGridLayout(row);
    layout->setContentsMargins(kMargin, 0, kMargin, 0);
    layout->setSpacing(8);
    layout->setColumnStretch(1, 1);
    m_previous->setToolTip(tr("Previous instance: the next longer one ([)"));
    m_previous->setAccessibleName(tr("Previous instance"));
    m_next->setToolTip(tr("Next instance: the next shorter one (])"));
    m_next->setAccessibleName(tr("Next instance"));
    m_instanceLabel->setAlignment(Qt::AlignCenter);
    m_previous->setObjectName(QStringLiteral("outlined"));
    m_next->setObjectName(QStringLiteral("outlined"));
    auto* numbers = new QGridLayout;
    numbers->setVerticalSpacing(0);
    numbers->setColumnStretch(1, 1);
    m_total = addTimeRow(*numbers, tr("Total"));
    m_extent = addTimeRow(*numbers, tr("Min, max"));
    m_middle = addTimeRow(*numbers, tr("Median, p95"));
    m_middle.value->setToolTip(
        tr("Half of the instances take at most the median, 95 of 100 at most "
           "p95"));
    layout->addWidget(m_previous, 0, 0);
    layout->addWidget(m_instanceLabel, 0, 1);
    layout->addWidget(m_next, 0, 2);
    layout->addWidget(m_histogram, 1, 0, 1, 3);
    layout->addLayout(numbers, 2, 0, 1, 3);
    layout->addWidget(m_zoom, 3, 0, 1, 3);
    return row;
}

void DetailsPanel::refreshIcons()
{
    m_previous->setIcon(lineIcon(QStringLiteral("back"), m_theme.palette()));
    m_next->setIcon(lineIcon(QStringLiteral("forward"), m_theme.palette()));
}

void DetailsPanel::showSelection()
{
    const auto store = m_document.store();
    const auto slice = m_document.selection();
    m_instances.setSlice(store, slice);
    if (!store || !slice) {
        m_stack->setCurrentIndex(0);
        return;
    }
    const SliceDetails details = describeSlice(*store, *slice);
    m_swatch->show(details, details.kind == tr("operation"));
    m_name->setText(details.name.simplified());
    m_name->setAccessibleName(elideMiddle(details.name, kMeasuredLength));
    QString place = details.kind;
    if (!details.operation.isEmpty() && details.operation != details.name) {
        place = tr("%1 in %2").arg(place, elideMiddle(details.operation, 60));
    }
    if (details.iteration && details.kind != tr("iteration")) {
        place = tr("%1, iteration %2").arg(place, formatCount(*details.iteration));
    }
    m_place[0]->setText(place);
    m_place[1]->setText(details.process);
    m_place[2]->setText(details.track);
    showTimes(details);

    m_relations.setRelations(relationsOf(*store, *slice, kMostRelations));
    m_linkNote->setText(m_relations.rowCount() == 0 ? tr("none") : QString());
    m_linkView->setFixedHeight(m_relations.rowCount() * kLinkRow);
    m_arguments.setArguments({});
    m_argumentView->setFixedHeight(0);
    m_argumentNote->setText(tr("loading"));
    m_waitsForArguments = true;
    m_document.requestArguments(*slice);
    m_stack->setCurrentIndex(1);
}

void DetailsPanel::showOverhead()
{
    const auto overhead = m_document.overheadOfSelection();
    m_overhead.name->setVisible(overhead.has_value());
    m_overhead.value->setVisible(overhead.has_value());
    if (!overhead) {
        return;
    }
    const bool isMoved = m_document.shownCorrection() == CorrectionMode::Timeline;
    m_overhead.name->setText(isMoved ? tr("Overhead removed") : tr("Overhead inside"));
    m_overhead.value->setText(formatExactNs(overhead->count()));
    const auto corrected = m_document.correction().breakdown();
    const QString interval = corrected ? partIntervalText(*corrected, *overhead) : QString();
    m_overhead.value->setToolTip(interval.isEmpty() ? QString()
                                                    : tr("95% interval: %1 ns").arg(interval));
}

void DetailsPanel::showTimes(const SliceDetails& details)
{
    const core::TraceTime origin = m_document.traceRange().start;
    const auto show = [](const TimeRow& row, core::Duration value, const QString& toolTip) {
        row.value->setText(formatExactNs(value.count()));
        row.value->setToolTip(toolTip);
    };
    const QString inFile = tr("%1 ns in the file's own clock");
    show(m_start, details.range.start - origin,
         inFile.arg(formatExactNs(core::toNs(details.range.start))));
    show(m_end, details.range.end - origin,
         inFile.arg(formatExactNs(core::toNs(details.range.end))));
    show(m_duration, details.range.length(), formatDuration(details.range.length()));
    m_self.name->setVisible(details.self.has_value());
    m_self.value->setVisible(details.self.has_value());
    if (details.self) {
        show(m_self, *details.self, formatDuration(*details.self));
    }
    showOverhead();
    m_duration.name->setText(details.isUnfinished ? tr("Duration, unfinished") : tr("Duration"));
}

void DetailsPanel::showArguments(core::SliceId slice, const std::vector<core::Argument>& arguments,
                                 const QString& error)
{
    if (slice != m_document.selection()) {
        return;
    }
    m_waitsForArguments = false;
    m_arguments.setArguments(arguments);
    m_argumentView->setFixedHeight(m_arguments.rowCount() * kRow);
    m_argumentNote->setText(!error.isEmpty()    ? tr("not available")
                            : arguments.empty() ? tr("none")
                                                : QString());
    m_argumentNote->setToolTip(toolTipText(error));
}

void DetailsPanel::showInstance()
{
    const auto position = m_instances.position();
    m_instanceLabel->setText(
        position ? tr("%1 / %2").arg(formatCount(static_cast<qint64>(*position) + 1),
                                     formatCount(static_cast<qint64>(m_instances.count())))
                 : tr("counting…"));
    const auto store = m_document.store();
    const auto slice = m_document.selection();
    const auto statistics = m_instances.statistics();
    m_histogram->show(statistics,
                      store && slice ? store->rangeOf(*slice).length() : core::Duration{});
    const auto text = [&](core::Duration InstanceStatistics::* value) {
        return formatDuration((*statistics).*value);
    };
    using S = InstanceStatistics;
    m_instanceNote->setText(statistics ? formatCounted(static_cast<qint64>(statistics->count),
                                                       tr("the only one"), tr("%1, longest first"))
                                       : QString());
    m_total.value->setText(statistics ? text(&S::total) : QString());
    m_extent.value->setText(statistics ? tr("%1, %2").arg(text(&S::min), text(&S::max))
                                       : QString());
    m_middle.value->setText(statistics ? tr("%1, %2").arg(text(&S::median), text(&S::p95))
                                       : QString());
    m_previous->setEnabled(m_instances.previous().has_value());
    m_next->setEnabled(m_instances.next().has_value());
}

void DetailsPanel::goToPreviousInstance()
{
    if (const auto slice = m_instances.previous()) {
        m_document.reveal(*slice);
    }
}

void DetailsPanel::goToNextInstance()
{
    if (const auto slice = m_instances.next()) {
        m_document.reveal(*slice);
    }
}

QString DetailsPanel::copyText() const
{
    const auto store = m_document.store();
    const auto slice = m_document.selection();
    if (!store || !slice) {
        return {};
    }
    if (m_argumentView->hasFocus() && m_argumentView->selectionModel()->hasSelection()) {
        return tableText(m_arguments, TableTextFormat::Tsv,
                         m_argumentView->selectionModel()->selectedRows());
    }
    const SliceDetails details = describeSlice(*store, *slice);
    const core::Duration start = details.range.start - m_document.traceRange().start;
    QString text = details.name + u'\n' + tr("category\t%1").arg(details.kind) + u'\n' +
                   tr("start, ns\t%1").arg(start.count()) + u'\n' +
                   tr("duration, ns\t%1").arg(details.range.length().count()) + u'\n';
    for (int row = 0; row < m_arguments.rowCount(); ++row) {
        text += m_arguments.index(row, ArgumentModel::Name).data(CopyRole).toString() + u'\t' +
                m_arguments.index(row, ArgumentModel::Value).data(CopyRole).toString() + u'\n';
    }
    return text;
}

} // namespace hscope::app
