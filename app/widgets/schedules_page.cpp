// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedules_page.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/cost_chart.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/export_button.h"
#include "app/widgets/learning_panel.h"
#include "app/widgets/placement_legend.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedule_details.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/scheduler_panel.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/table_panel.h"
#include "simulator/io/documents.h"
#include "simulator/io/placement_text.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace hscope::app {

namespace {

constexpr int kResultRow = 24;
constexpr int kResultsFrame = 68; ///< Heights of the bar and the header above the results.
constexpr int kMostRows = 8;      ///< That show without scrolling, whatever the height.
constexpr int kLeastRows = 6;
constexpr int kLeastResults = 420;
constexpr int kAllColumns = 700;   ///< Of the results.
constexpr int kResultsWidth = 520; ///< Beside the learning curve.
constexpr int kLeastChart = 250;
constexpr int kChartWidth = 310;
constexpr int kLearningWidth = 290;
constexpr std::array<int, 3> kShares = {3, 2, 2}; ///< Of width that is left over.
constexpr int kUpperHeight = 470; ///< Of everything above the timelines, at first, and
constexpr int kLowerHeight = 340; ///< of these.

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
    , m_runner(session)
    , m_stack(new QStackedWidget(this))
    , m_notice(new ScheduleNotice(session, theme, this))
{
    m_stack->addWidget(m_notice);
    m_stack->addWidget(makeContent(settings));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&session, &ScheduleSession::stateChanged, this, &SchedulesPage::refreshState);
    connect(&session, &ScheduleSession::scenarioChanged, this, &SchedulesPage::refreshSoon);
    connect(&session, &ScheduleSession::entriesChanged, this, &SchedulesPage::refreshEntries);
    connect(&session, &ScheduleSession::entryChanged, this, &SchedulesPage::refreshEntry);
    connect(&session, &ScheduleSession::frontChanged, this, &SchedulesPage::refreshSoon);
    connect(&session, &ScheduleSession::selectionChanged, this, &SchedulesPage::refreshSelection);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &SchedulesPage::refreshPictures);
    refreshEntries();
    refreshState();
}

QWidget* SchedulesPage::makeUpper(QSettings& settings)
{
    auto* content = new QWidget(this);
    m_schedulers = new SchedulerPanel(m_session, m_runner, m_model, m_theme, content);
    m_learning = new LearningPanel(m_session, m_runner, m_theme, content);
    connect(m_learning->table(), &TablePanel::exportFailed, this, &SchedulesPage::exportFailed);
    auto* numbers = new QSplitter(Qt::Horizontal, content);
    numbers->setHandleWidth(1);
    numbers->setChildrenCollapsible(false);
    int place = 0;
    for (QWidget* part : {makeResults(settings), makeChart(), static_cast<QWidget*>(m_learning)}) {
        numbers->addWidget(part);
        numbers->setStretchFactor(place, kShares[static_cast<std::size_t>(place)]);
        ++place;
    }
    // There is a learning curve from the first training on; before, the room is for the rest.
    numbers->setSizes({kAllColumns, kLeastChart, 0});
    m_learning->hide();
    connect(&m_runner, &ScheduleRunner::curvesChanged, this, [this, numbers] {
        if (!m_runner.curves().empty() && m_learning->isHidden()) {
            m_learning->show();
            numbers->setSizes({kResultsWidth, kChartWidth, kLearningWidth});
        }
    });
    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(numbers, 1);
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
    m_details = new ScheduleDetails(m_session, m_theme, this);
    auto* lower = new QSplitter(Qt::Horizontal, splitter);
    lower->setHandleWidth(1);
    lower->addWidget(m_timeline);
    lower->addWidget(m_details);
    lower->setStretchFactor(0, 1);
    lower->setStretchFactor(1, 0);
    lower->setCollapsible(0, false);
    lower->setSizes({kResultsWidth + kChartWidth + kLearningWidth, ScheduleDetails::kWidth});
    splitter->addWidget(lower);
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
    m_results->setMinimumWidth(kLeastResults);
    m_results->setStretchColumn(ScheduleTableModel::Scheduler);
    m_results->view()->verticalHeader()->setDefaultSectionSize(kResultRow);
    m_results->view()->setAccessibleName(tr("Results"));
    // The strips show how many stages there are, copies have them all as text.
    m_results->keepColumns(settings, {ScheduleTableModel::Bubble, ScheduleTableModel::Stages,
                                      ScheduleTableModel::Training, ScheduleTableModel::Seed,
                                      ScheduleTableModel::Evaluations});
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
    auto* exports = new ExportButton(m_theme, tr("cost against throughput"), panel);
    exports->addPictures(*m_chart, QStringLiteral("cost"));
    exports->addText(tr("CSV…"), QStringLiteral("cost.csv"), tr("CSV files (*.csv)"),
                     [this] { return costChartCsv(m_chart->data()); });
    connect(exports, &ExportButton::failed, this, &SchedulesPage::exportFailed);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(makeHeading(tr("Cost against throughput"), panel));
    words->addWidget(
        makeRemark<ElidedLabel>(tr("the exact front, and where each scheduler lands"), panel));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 8, 0);
    head->addLayout(words, 1);
    head->addWidget(exports, 0, Qt::AlignTop);
    layout->addLayout(head);
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
    auto* exports = new ExportButton(m_theme, tr("placement"), panel);
    connect(exports, &ExportButton::failed, this, &SchedulesPage::exportFailed);
    exports->addPictures(*m_strips, QStringLiteral("placement"));
    exports->addText(tr("All schedulers as CSV…"), QStringLiteral("placements.csv"),
                     tr("CSV files (*.csv)"), [this] { return stripsCsv(m_strips->data()); });
    exports->menu()->addSeparator();
    connect(exports->menu(), &QMenu::aboutToShow, this, [this, menu = exports->menu()] {
        // What follows is about the schedule that is selected now.
        for (QAction* action : menu->findChildren<QAction*>(QStringLiteral("placement"))) {
            delete action;
        }
        addPlacementExports(*menu, m_session.selected().value_or(0));
    });
    head->addWidget(exports);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 8, 0, 4);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(m_strips);
    connect(m_strips, &PlacementStrips::rowClicked, &m_session, &ScheduleSession::select);
    connect(m_strips, &PlacementStrips::layerClicked, &m_session, &ScheduleSession::selectLayer);
    connect(m_strips, &PlacementStrips::moveRequested, &m_session, &ScheduleSession::moveLayers);
    connect(m_strips, &PlacementStrips::menuRequested, this, [this](QMenu* menu, std::size_t row) {
        menu->addSeparator();
        addPlacementExports(*menu, row);
    });
    connect(m_strips, &PlacementStrips::resetRequested, &m_session, &ScheduleSession::resetByHand);
    return panel;
}

void SchedulesPage::addPlacementExports(QMenu& menu, std::size_t row)
{
    if (row >= m_session.entries().size()) {
        return;
    }
    const QString name = elideMiddle(m_session.entries()[row].scheduler, 32);
    const auto add = [&](const QString& text, PlacementFormat format) {
        QAction* action = menu.addAction(text);
        action->setObjectName(QStringLiteral("placement"));
        action->setEnabled(m_session.entries()[row].hasSchedule());
        connect(action, &QAction::triggered, this,
                [this, row, format] { exportPlacement(row, format); });
    };
    add(tr("Schedule of %1 as split points…").arg(name), PlacementFormat::SplitPoints);
    add(tr("Schedule of %1 as CSV…").arg(name), PlacementFormat::Csv);
    add(tr("Schedule of %1 as JSON…").arg(name), PlacementFormat::Json);
}

void SchedulesPage::exportPlacement(std::size_t row, PlacementFormat format)
{
    if (row >= m_session.entries().size() || !m_session.entries()[row].hasSchedule()) {
        return;
    }
    const sim::Placement& placement = *m_session.entries()[row].placement;
    std::string text;
    QString suffix;
    QString filter;
    switch (format) {
    case PlacementFormat::SplitPoints:
        text = sim::splitPoints(placement);
        suffix = QStringLiteral(".txt");
        filter = tr("Text files (*.txt)");
        break;
    case PlacementFormat::Csv:
        text = sim::placementCsv(placement, *m_session.scenario().workload);
        suffix = QStringLiteral(".csv");
        filter = tr("CSV files (*.csv)");
        break;
    case PlacementFormat::Json:
        text = sim::toJson(placement);
        suffix = QStringLiteral(".json");
        filter = tr("Documents (*.json)");
        break;
    }
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the schedule"),
                                                      QStringLiteral("placement") + suffix, filter);
    if (!path.isEmpty() && !saveText(toText(text), path)) {
        Q_EMIT exportFailed(tr("%1 could not be written: choose another place.").arg(path));
    }
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
    refreshPictures();
    refreshSelection();
}

void SchedulesPage::refreshEntry(std::size_t entry)
{
    m_model.setEntry(static_cast<int>(entry), m_session.entries()[entry]);
    refreshSoon();
    refreshSelection();
}

void SchedulesPage::refreshSoon()
{
    m_soon.start();
}

void SchedulesPage::refreshPictures()
{
    m_results->fitColumns();
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
    m_strips->setSelectedLayer(m_session.selectedLayer());
}

} // namespace hscope::app
