// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedules_page.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/cost_chart.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/placement_legend.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/scheduler_panel.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/table_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kResultRow = 24;
constexpr int kResultsFrame = 68; ///< Heights of the bar and the header above the results.
constexpr int kMostRows = 10;     ///< That show without scrolling, whatever the height.
constexpr int kLeastRows = 6;
constexpr int kResultsWidth = 656; ///< All columns fit.
constexpr int kUpperHeight = 470;  ///< Of everything above the timelines, at first, and
constexpr int kLowerHeight = 340;  ///< of these.

QWidget* makePanel(QWidget* parent)
{
    auto* panel = new QWidget(parent);
    panel->setObjectName(QStringLiteral("panel"));
    panel->setAttribute(Qt::WA_StyledBackground);
    return panel;
}

QWidget* makeRule(QWidget* parent, Qt::Orientation orientation)
{
    auto* rule = new QWidget(parent);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    if (orientation == Qt::Vertical) {
        rule->setFixedWidth(1);
    } else {
        rule->setFixedHeight(1);
    }
    return rule;
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(fonts::bold());
    return label;
}

template <typename Label>
Label* makeRemark(const QString& text, QWidget* parent)
{
    auto* label = new Label(parent);
    label->setText(text);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    return label;
}

} // namespace

SchedulesPage::SchedulesPage(ScheduleSession& session, const Theme& theme, QSettings& settings,
                             QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_theme(theme)
    , m_stack(new QStackedWidget(this))
    , m_notice(new ScheduleNotice(session, theme, this))
{
    m_stack->addWidget(m_notice);
    m_stack->addWidget(makeContent(settings));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&session, &ScheduleSession::stateChanged, this, &SchedulesPage::refreshState);
    connect(&session, &ScheduleSession::scenarioChanged, this, &SchedulesPage::refreshEntries);
    connect(&session, &ScheduleSession::entryChanged, this, &SchedulesPage::refreshEntry);
    connect(&session, &ScheduleSession::frontChanged, this, &SchedulesPage::refreshPictures);
    connect(&session, &ScheduleSession::selectionChanged, this, &SchedulesPage::refreshSelection);
    refreshEntries();
    refreshState();
}

QWidget* SchedulesPage::makeUpper(QSettings& settings)
{
    auto* content = new QWidget(this);
    m_schedulers = new SchedulerPanel(m_session, m_model, m_theme, content);
    auto* numbers = new QHBoxLayout;
    numbers->setContentsMargins(0, 0, 0, 0);
    numbers->setSpacing(0);
    numbers->addWidget(makeResults(settings), 3);
    numbers->addWidget(makeRule(content, Qt::Vertical));
    numbers->addWidget(makeChart(), 2);
    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addLayout(numbers, 1);
    right->addWidget(makeRule(content, Qt::Horizontal));
    right->addWidget(makeStrips());
    auto* layout = new QHBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_schedulers);
    layout->addWidget(makeRule(content, Qt::Vertical));
    layout->addLayout(right, 1);
    return content;
}

QWidget* SchedulesPage::makeContent(QSettings& settings)
{
    m_timeline = new SchedulesTimeline(m_session, m_theme, this);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeUpper(settings));
    splitter->addWidget(m_timeline);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kUpperHeight, kLowerHeight});
    return splitter;
}

QWidget* SchedulesPage::makeResults(QSettings& settings)
{
    m_results = new TablePanel(m_model, m_theme, QStringLiteral("schedules"), this);
    m_results->setObjectName(QStringLiteral("panel"));
    m_results->setAttribute(Qt::WA_StyledBackground);
    m_results->setMinimumWidth(kResultsWidth);
    m_results->setStretchColumn(ScheduleTableModel::Scheduler);
    m_results->view()->verticalHeader()->setDefaultSectionSize(kResultRow);
    m_results->view()->setAccessibleName(tr("Results"));
    // The strips show how many stages there are, copies have them all as text.
    m_results->keepColumns(settings, {ScheduleTableModel::Stages});
    m_results->sortBy(ScheduleTableModel::Cost, Qt::AscendingOrder);
    m_resultsText = makeRemark<ElidedLabel>(QString(), m_results);
    m_results->bar()->insertWidget(0, makeHeading(tr("Results"), m_results));
    m_results->bar()->insertSpacing(1, 4);
    m_results->bar()->insertWidget(2, m_resultsText, 3);
    connect(m_results, &TablePanel::rowSelected, this, [this](int row) {
        if (row >= 0) {
            m_session.select(static_cast<std::size_t>(row));
        }
    });
    connect(m_results, &TablePanel::exportFailed, this, &SchedulesPage::exportFailed);
    return m_results;
}

QWidget* SchedulesPage::makeChart()
{
    auto* panel = makePanel(this);
    m_chart = new CostChart(m_theme, panel);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(2);
    auto* words = new QVBoxLayout;
    words->setContentsMargins(12, 0, 12, 0);
    words->setSpacing(2);
    words->addWidget(makeHeading(tr("Cost against throughput"), panel));
    words->addWidget(
        makeRemark<ElidedLabel>(tr("the exact front, and where each scheduler lands"), panel));
    layout->addLayout(words);
    layout->addWidget(m_chart, 1);
    connect(m_chart, &CostChart::entryClicked, &m_session, &ScheduleSession::select);
    return panel;
}

QWidget* SchedulesPage::makeStrips()
{
    auto* panel = makePanel(this);
    m_strips = new PlacementStrips(m_theme, panel);
    m_legend = new PlacementLegend(m_theme, panel);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 12, 0);
    head->setSpacing(8);
    head->addWidget(makeHeading(tr("Placement"), panel));
    head->addWidget(makeRemark<QLabel>(
        tr("layer × scheduler; bar height: units as share of the limit, square root"), panel));
    head->addWidget(m_legend, 1);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 8, 0, 4);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(m_strips);
    connect(m_strips, &PlacementStrips::rowClicked, &m_session, &ScheduleSession::select);
    return panel;
}

void SchedulesPage::refreshState()
{
    const auto state = m_session.state();
    const bool shows =
        state == ScheduleSession::State::Ready ||
        (state == ScheduleSession::State::Loading && !m_session.scenario().isEmpty());
    m_stack->setCurrentIndex(shows ? 1 : 0);
}

void SchedulesPage::refreshEntries()
{
    m_model.setEntries(m_session.entries());
    const ScheduleScenario& scenario = m_session.scenario();
    m_resultsText->setText(scenario.isEmpty() ? QString() : trainingText(*scenario.workload));
    const int rows = std::clamp(m_model.rowCount(), kLeastRows, kMostRows);
    m_results->setMinimumHeight(kResultsFrame + rows * kResultRow);
    m_results->fitColumns();
    refreshPictures();
    refreshSelection();
}

void SchedulesPage::refreshEntry(std::size_t entry)
{
    m_model.setEntry(static_cast<int>(entry), m_session.entries()[entry]);
    m_results->fitColumns();
    refreshPictures();
    refreshSelection();
}

void SchedulesPage::refreshPictures()
{
    m_chart->setData(
        costChartOf(m_session.entries(), m_session.front(), m_session.scenario().floor));
    const PlacementStripsData placement = stripsOf(m_session.scenario(), m_session.entries());
    m_strips->setData(placement);
    m_legend->setData(placement);
}

void SchedulesPage::refreshSelection()
{
    const auto selected = m_session.selected();
    m_results->selectRow(selected ? static_cast<int>(*selected) : -1);
    m_chart->setSelected(selected);
    m_strips->setSelected(selected);
}

} // namespace hscope::app
