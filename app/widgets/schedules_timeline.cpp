// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedules_timeline.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/devices_panel.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/time_split_chart.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kHeadHeight = 36;
constexpr int kMostReplicas = 64;
constexpr int kThresholdWidth = 56;
constexpr int kStepsPerDecade = 4;
constexpr int kThresholdSteps = 9 * kStepsPerDecade; ///< From nothing to a second.

/// Step 0 is no threshold, the others go from 1 ns up, evenly on a logarithmic scale.
core::Duration thresholdOf(int step)
{
    return core::Duration(
        step == 0 ? 0 : std::llround(std::pow(10.0, static_cast<double>(step) / kStepsPerDecade)));
}

} // namespace

SchedulesTimeline::SchedulesTimeline(ScheduleSession& session, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(session)
    , m_replay(session, m_model)
    , m_caption(new ElidedLabel(this))
    , m_selected(new QLabel(this))
    , m_tabs(new QTabBar(this))
    , m_against(new QToolButton(this))
    , m_againstMenu(new QMenu(this))
    , m_comparison(new QWidget(this))
    , m_controls(new QWidget(this))
    , m_normalized(new QCheckBox(tr("Normalise"), this))
    , m_replicas(new QSpinBox(this))
    , m_stack(new QStackedWidget(this))
    , m_message(new QLabel(this))
    , m_view(new TimelineView(&m_model.document(), theme.palette(), this))
    , m_devices(new DevicesPanel(m_replay, theme, this))
{
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setProperty("secondary", true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setMargin(24);
    m_stack->setObjectName(QStringLiteral("page"));
    m_stack->setAttribute(Qt::WA_StyledBackground);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_devices);
    m_stack->addWidget(makeTimeSplit(theme));
    m_view->setOverviewShown(false);
    m_view->setScrubbing(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &SchedulesTimeline::refresh);
    connect(m_replicas, &QSpinBox::valueChanged, this, &SchedulesTimeline::applyOptions);
    connect(m_normalized, &QCheckBox::toggled, this, &SchedulesTimeline::applyOptions);
    connect(&m_model, &ScheduleTimeline::changed, this, &SchedulesTimeline::refresh);
    connect(&session, &ScheduleSession::entryChanged, this, &SchedulesTimeline::refreshAgainst);
    connect(m_view, &TimelineView::cursorTimeChanged, this, &SchedulesTimeline::cursorTimeChanged);
    connect(m_devices, &DevicesPanel::exportFailed, this, &SchedulesTimeline::exportFailed);
    connect(&session, &ScheduleSession::selectionChanged, this,
            &SchedulesTimeline::refreshEmphasis);
    connect(&session, &ScheduleSession::selectionChanged, this, &SchedulesTimeline::refreshAgainst);
    connect(&m_replay, &DeviceReplay::timeChanged, this, &SchedulesTimeline::refreshPosition);
    connect(&m_replay, &DeviceReplay::colorsChanged, this, &SchedulesTimeline::refreshPosition);
    connect(m_view, &TimelineView::timeClicked, this, [this](core::TraceTime time) {
        const auto selected = m_session.selected();
        if (const auto own = selected ? m_model.timeOf(*selected, time) : std::nullopt) {
            m_replay.setTime(*own);
        }
    });
    connect(&theme, &Theme::changed, this, [this, &theme] { m_view->setColors(theme.palette()); });
    refresh();
}

SchedulesTimeline::~SchedulesTimeline()
{
    // The view must not hear of the model's end while it goes itself.
    m_replay.disconnect();
    m_model.disconnect();
    m_model.document().disconnect();
}

QWidget* SchedulesTimeline::makeHead()
{
    auto* head = new QWidget(this);
    head->setObjectName(QStringLiteral("titleBar"));
    head->setAttribute(Qt::WA_StyledBackground);
    head->setFixedHeight(kHeadHeight);
    m_tabs->addTab(tr("Timelines"));
    m_tabs->addTab(tr("Devices"));
    m_tabs->addTab(tr("Where the time goes"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setAccessibleName(tr("Simulation"));
    m_caption->setFont(fonts::small());
    m_caption->setProperty("secondary", true);
    m_against->setMenu(m_againstMenu);
    m_against->setPopupMode(QToolButton::InstantPopup);
    m_against->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_against->setObjectName(QStringLiteral("choice"));
    m_against->setFocusPolicy(Qt::StrongFocus);
    m_againstMenu->setToolTipsVisible(true);
    m_replicas->setRange(1, kMostReplicas);
    m_replicas->setValue(m_model.options().replicas);
    m_replicas->setAccessibleName(tr("Replicas shown of each stage"));
    m_replicas->setToolTip(tr("Replicas shown of each stage"));
    m_replicas->setPrefix(tr("Replicas "));
    m_normalized->setToolTip(
        tr("Stretches the time of each schedule until the same microbatches take equally long"));
    auto* against = new QLabel(tr("against"), m_comparison);
    against->setProperty("secondary", true);
    auto* controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    controls->setSpacing(8);
    controls->addWidget(makeDifferences(m_controls));
    controls->addWidget(m_normalized);
    auto* comparison = new QHBoxLayout(m_comparison);
    comparison->setContentsMargins(0, 0, 0, 0);
    comparison->setSpacing(8);
    comparison->addWidget(against);
    comparison->addWidget(m_against);
    comparison->addWidget(m_controls);
    comparison->addWidget(m_replicas);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(4, 0, 12, 0);
    layout->setSpacing(8);
    layout->addWidget(m_tabs);
    layout->addWidget(m_caption, 1);
    layout->addWidget(m_selected);
    layout->addWidget(m_comparison);
    return head;
}

QWidget* SchedulesTimeline::makeDifferences(QWidget* parent)
{
    auto* group = new QWidget(parent);
    m_differences = new QComboBox(group);
    m_differences->addItem(tr("No differences"));
    m_differences->addItem(tr("Later or earlier"),
                           QVariant::fromValue(static_cast<int>(ChangeMeasure::Completion)));
    m_differences->addItem(tr("Slower or faster"),
                           QVariant::fromValue(static_cast<int>(ChangeMeasure::Duration)));
    m_differences->setAccessibleName(tr("Differences shown"));
    m_differences->setToolTip(
        tr("Compares each microbatch with the same layers of the first schedule"));
    m_threshold = new QSlider(Qt::Horizontal, group);
    m_threshold->setRange(0, kThresholdSteps);
    m_threshold->setFixedWidth(kThresholdWidth);
    m_threshold->setAccessibleName(tr("Least difference shown"));
    m_thresholdText = new QLabel(group);
    m_thresholdText->setProperty("secondary", true);
    m_thresholdText->setFont(fonts::small());
    m_thresholdText->setFixedWidth(
        QFontMetrics(fonts::small())
            .horizontalAdvance(tr("from %1").arg(formatDuration(core::Duration(177'827'941)))));
    auto* layout = new QHBoxLayout(group);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_differences);
    layout->addWidget(m_threshold);
    layout->addWidget(m_thresholdText);
    connect(m_differences, &QComboBox::currentIndexChanged, this, &SchedulesTimeline::applyOptions);
    connect(m_threshold, &QSlider::valueChanged, this, &SchedulesTimeline::applyOptions);
    return group;
}

QWidget* SchedulesTimeline::makeTimeSplit(const Theme& theme)
{
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    auto* area = new QScrollArea(splitter);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* chart = new TimeSplitChart(m_split, theme);
    area->setWidget(chart);
    auto* table = new TablePanel(m_split, theme, QStringLiteral("time-split"), splitter);
    table->setObjectName(QStringLiteral("panel"));
    table->setAttribute(Qt::WA_StyledBackground);
    table->setStretchColumn(TimeSplitModel::Scheduler);
    table->sortBy(TimeSplitModel::Scheduler, Qt::AscendingOrder);
    table->view()->setAccessibleName(tr("Where the time of each device goes"));
    connect(table, &TablePanel::exportFailed, this, &SchedulesTimeline::exportFailed);
    connect(&m_split, &QAbstractItemModel::modelReset, table, &TablePanel::fitColumns);
    splitter->addWidget(area);
    splitter->addWidget(table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    return splitter;
}

void SchedulesTimeline::applyOptions()
{
    TimelineOptions options;
    options.replicas = m_replicas->value();
    options.isNormalized = m_normalized->isChecked();
    options.threshold = thresholdOf(m_threshold->value());
    const QVariant measure = m_differences->currentData();
    if (measure.isValid()) {
        options.changes = static_cast<ChangeMeasure>(measure.toInt());
    }
    m_model.setOptions(options);
    refreshDifferences();
}

void SchedulesTimeline::chooseAgainst()
{
    std::vector<std::size_t> chosen;
    for (const QAction* action : m_againstMenu->actions()) {
        if (action->isChecked()) {
            chosen.push_back(action->data().value<std::size_t>());
        }
    }
    m_model.setOthers(std::move(chosen));
}

void SchedulesTimeline::refreshCaption()
{
    const bool showsDevices = m_tabs->currentIndex() == Tab::Devices;
    m_caption->setText(showsDevices ? assignmentText(m_replay.lights()) : m_model.caption());
    // In the timelines it is the one on top.
    const auto selected = m_session.selected();
    m_selected->setVisible(showsDevices);
    m_selected->setText(selected ? elideMiddle(m_session.entries()[*selected].scheduler, 28)
                                 : QString());
}

void SchedulesTimeline::refreshEmphasis()
{
    TimelineCanvas::Emphasis emphasis;
    const auto selected = m_session.selected();
    if (selected && m_model.replays().size() > 1) {
        emphasis.process = m_model.processOf(*selected);
    }
    if (selected && m_session.selectedLayer()) {
        emphasis.tracks = m_model.tracksOf(*selected, *m_session.selectedLayer());
    }
    m_view->canvas().setEmphasis(std::move(emphasis));
    refreshPosition();
    refreshCaption();
}

void SchedulesTimeline::refreshPosition()
{
    // There is a position from the first use of the playback on.
    const bool hasPosition = m_replay.colors() == DeviceReplay::Colors::Utilization;
    const auto selected = m_session.selected();
    m_view->setPosition(hasPosition && selected ? m_model.axisTimeOf(*selected, m_replay.time())
                                                : std::nullopt);
}

void SchedulesTimeline::refresh()
{
    const bool shows = m_model.message().isEmpty() && m_model.document().store() != nullptr;
    m_message->setText(m_model.message().isEmpty() ? tr("Simulating…") : m_model.message());
    const int tab = m_tabs->currentIndex();
    m_stack->setCurrentIndex(shows ? tab + 1 : 0);
    m_comparison->setVisible(tab != Tab::Devices);
    m_controls->setVisible(tab == Tab::Timelines);
    refreshEmphasis();
    if (m_session.scenario().isEmpty()) {
        m_split.clear();
    } else {
        m_split.setReplays(m_model.replays(), *m_session.scenario().cluster,
                           m_model.options().replicas);
    }
    refreshAgainst();
    refreshDifferences();
}

void SchedulesTimeline::refreshAgainst()
{
    const std::vector<std::size_t> others = m_model.others();
    const bool isFull = others.size() + 1 >= ScheduleTimeline::kMostTimelines;
    QStringList names;
    m_againstMenu->clear();
    for (std::size_t i = 0; i < m_session.entries().size(); ++i) {
        const ScheduleEntry& entry = m_session.entries()[i];
        if (!entry.hasSchedule() || i == m_model.leading()) {
            continue;
        }
        const QString name = elideMiddle(entry.scheduler, 28);
        QAction* action = m_againstMenu->addAction(name);
        action->setCheckable(true);
        action->setData(QVariant::fromValue(i));
        const bool isChosen = std::find(others.begin(), others.end(), i) != others.end();
        action->setChecked(isChosen);
        action->setEnabled(isChosen || !isFull);
        connect(action, &QAction::triggered, this, &SchedulesTimeline::chooseAgainst);
        if (isChosen) {
            names.push_back(name);
        }
    }
    const QString text = names.isEmpty()     ? tr("nothing")
                         : names.size() == 1 ? elideMiddle(names.front(), 14)
                                             : tr("%1 schedules").arg(names.size());
    m_against->setText(text);
    m_against->setToolTip(names.join(QStringLiteral(", ")));
    m_against->setAccessibleName(tr("Compared with: %1").arg(text));
    m_againstMenu->setEnabled(!m_againstMenu->isEmpty());
}

void SchedulesTimeline::refreshDifferences()
{
    const bool canCompare = m_model.replays().size() > 1;
    m_differences->setEnabled(canCompare);
    m_normalized->setEnabled(canCompare);
    m_threshold->setEnabled(canCompare && m_model.options().changes.has_value());
    const core::Duration threshold = m_model.options().threshold;
    m_thresholdText->setText(
        threshold == core::Duration{} ? tr("all") : tr("from %1").arg(formatDuration(threshold)));
}

} // namespace hscope::app
