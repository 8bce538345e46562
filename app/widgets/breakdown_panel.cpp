// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/breakdown_panel.h"

#include "app/models/correction_text.h"
#include "app/models/trace_document.h"
#include "app/widgets/breakdown_chart.h"
#include "app/widgets/breakdown_legend.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/process_box.h"
#include "app/widgets/table_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr std::size_t kMostBars = 40;

} // namespace

BreakdownPanel::BreakdownPanel(TraceDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_stack(new QStackedWidget(this))
    , m_message(new QLabel(this))
    , m_title(new ElidedLabel(this))
    , m_subtitle(new ElidedLabel(this))
    , m_notice(new ElidedLabel(this))
    , m_processBox(new ProcessBox(this))
    , m_chart(new BreakdownChart(theme, this))
    , m_legend(new BreakdownLegend(theme, this))
    , m_table(new TablePanel(m_model, theme, QStringLiteral("breakdown"), this))
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeChartSide());
    splitter->addWidget(makeTableSide());
    splitter->setStretchFactor(0, 38);
    splitter->setStretchFactor(1, 62);
    splitter->setSizes({380, 620});
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setProperty("secondary", true);
    m_stack->addWidget(m_message);
    m_stack->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&document, &TraceDocument::breakdownChanged, this, &BreakdownPanel::refresh);
    connect(&document, &TraceDocument::stateChanged, this, &BreakdownPanel::refresh);
    connect(m_processBox, &ProcessBox::processChanged, this, &BreakdownPanel::showProcess);
    m_title->installEventFilter(this);
    connect(m_chart, &BreakdownChart::segmentClicked, this,
            [this](const BreakdownKey& key) { select(key); });
    connect(m_table, &TablePanel::rowSelected, this, [this](int row) {
        // While rows are filtered away the selection stays with the chart.
        if (row >= 0) {
            select(m_model.keyAt(row));
        }
    });
    refresh();
}

QWidget* BreakdownPanel::makeChartSide()
{
    auto* side = new QWidget(this);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 8, 0, 8);
    layout->setSpacing(0);
    for (QLabel* label : {m_title, m_subtitle, m_notice}) {
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(12, 0, 12, 0);
        layout->addWidget(label);
    }
    m_title->setFont(fonts::bold());
    m_subtitle->setFont(fonts::small());
    m_subtitle->setProperty("secondary", true);
    m_notice->setFont(fonts::small());
    m_notice->setProperty("warning", true);
    m_chart->setAccessibleName(tr("Breakdown as bars"));
    layout->addSpacing(4);
    auto* scroll = new QScrollArea(side);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_chart);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_legend);
    return side;
}

QWidget* BreakdownPanel::makeTableSide()
{
    m_table->bar()->insertWidget(0, m_processBox);
    m_table->view()->setAccessibleName(tr("Breakdown as table"));
    m_table->view()->setSelectionMode(QAbstractItemView::SingleSelection);
    return m_table;
}

void BreakdownPanel::refresh()
{
    const auto store = m_document.store();
    const auto breakdown = m_document.breakdown();
    if (!store || !breakdown) {
        m_message->setText(!store ? tr("Open a trace to see where its time goes.")
                           : m_document.correction().mode() == CorrectionMode::Off
                               ? tr("Computing the breakdown…")
                               : tr("Computing the breakdown without what recording took…"));
        m_stack->setCurrentIndex(0);
        if (!store) {
            m_processBox->setProcesses({});
        }
        m_model.setBreakdown(nullptr, nullptr, {});
        return;
    }
    m_processBox->setProcesses(breakdownProcesses(*store, *breakdown));
    if (m_processBox->process() == nullptr) {
        m_message->setText(tr("Nothing in this trace takes any time."));
        m_stack->setCurrentIndex(0);
        return;
    }
    m_stack->setCurrentIndex(1);
    showProcess();
}

void BreakdownPanel::showProcess()
{
    const BreakdownProcess* process = m_processBox->process();
    if (process == nullptr) {
        return;
    }
    const auto selected = m_selected;
    m_model.setBreakdown(m_document.store(), m_document.breakdown(), process->process,
                         m_document.correction().mode() != CorrectionMode::Off);
    m_table->setStretchColumn(*m_model.findColumn(BreakdownTableModel::Column::Categories));
    m_table->fitColumns();
    m_table->sortBy(*m_model.findColumn(BreakdownTableModel::Column::Time), Qt::DescendingOrder);
    showFooter();
    showNotice();
    showBars();
    m_selected.reset();
    select(selected && m_model.findRow(*selected) ? selected : std::nullopt);
}

void BreakdownPanel::showFooter()
{
    QStringList texts;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        texts.append(QString());
    }
    const auto put = [&](BreakdownTableModel::Column column, const QString& text) {
        texts[*m_model.findColumn(column)] = text;
    };
    const bool conserved = m_model.totalNs() == m_model.wallNs();
    put(BreakdownTableModel::Column::Operation, tr("Wall time"));
    put(BreakdownTableModel::Column::Categories,
        conserved ? formatCounted(m_model.rowCount(), tr("1 row"), tr("%1 rows"))
                  : formatCounted(m_model.rowCount(), tr("1 row, not conserved"),
                                  tr("%1 rows, not conserved")));
    put(BreakdownTableModel::Column::Time, formatInUnit(m_model.totalNs(), m_model.unit()));
    const auto corrected = m_document.correction().breakdown();
    if (corrected && m_model.findColumn(BreakdownTableModel::Column::Interval)) {
        put(BreakdownTableModel::Column::Interval,
            formatInUnit(corrected->wallLowNs, m_model.unit()) + u" – " +
                formatInUnit(corrected->wallHighNs, m_model.unit()));
    }
    const double share = m_model.wallNs() == 0 ? 0
                                               : static_cast<double>(m_model.totalNs()) /
                                                     static_cast<double>(m_model.wallNs());
    put(BreakdownTableModel::Column::Share, formatPercent(share));
    m_table->setFooter(texts);
}

void BreakdownPanel::showNotice()
{
    const auto corrected = m_document.correction().breakdown();
    const QStringList leftOver = corrected ? leftOverTexts(*corrected) : QStringList();
    m_notice->setText(leftOver.join(QStringLiteral("; ")));
    m_notice->setVisible(!leftOver.isEmpty());
}

void BreakdownPanel::showBars()
{
    const auto breakdown = m_document.breakdown();
    const BreakdownProcess* process = m_processBox->process();
    if (!breakdown || process == nullptr) {
        return;
    }
    const BreakdownBars bars = makeBreakdownBars(*breakdown, process->process, kMostBars);
    core::CategorySet occurring;
    for (const BreakdownBars::Bar& bar : bars.bars) {
        for (const auto* segments : {&bar.segments, &bar.asynchronous}) {
            for (const BreakdownBars::Segment& segment : *segments) {
                std::ranges::for_each(segment.key.categories.list(),
                                      [&](core::Category category) { occurring.insert(category); });
            }
        }
    }
    m_chart->setBars(bars);
    showTitle();
    const bool byLaunch = breakdown->attribution == core::Attribution::Launch;
    const auto corrected = m_document.correction().breakdown();
    if (!corrected) {
        m_subtitle->setText(byLaunch ? tr("exclusive time; GPU by the operation that launched it")
                                     : tr("exclusive time; GPU by the operation at that time"));
    } else {
        const QString what = intervalText(*corrected).isEmpty()
                                 ? tr("corrected; %1")
                                 : tr("corrected, whiskers: 95% interval; %1");
        m_subtitle->setText(what.arg(byLaunch ? tr("GPU by launch") : tr("GPU by time")));
    }
    m_legend->setCategories(occurring);
}

void BreakdownPanel::showTitle()
{
    if (m_processBox->process() == nullptr) {
        return;
    }
    const QString& process = m_processBox->process()->title;
    // The names give way, not the number between them.
    for (const int limit : {60, 40, 30, 24, 20, 16, 13, 10, 8}) {
        m_title->setText(
            breakdownTitle(m_chart->bars(), elideMiddle(process, std::min(limit, 20)), limit));
        if (m_title->sizeHint().width() <= m_title->width()) {
            break;
        }
    }
}

bool BreakdownPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_title && event->type() == QEvent::Resize) {
        showTitle();
    }
    return QWidget::eventFilter(watched, event);
}

void BreakdownPanel::select(const std::optional<BreakdownKey>& key)
{
    if (m_selected == key) {
        return;
    }
    m_selected = key;
    m_chart->setSelected(key);
    m_table->selectRow(key ? m_model.findRow(*key).value_or(-1) : -1);
    Q_EMIT selectionChanged();
}

} // namespace hscope::app
