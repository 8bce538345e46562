// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/scheduler_panel.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/scheduler_delegate.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kMostRows = 10; ///< A longer list scrolls.
constexpr int kMargin = 12;
constexpr int kMostSeeds = 100;
constexpr double kMostEvaluations = 1e9;
constexpr double kMostSeconds = 86'400;
constexpr int kBarSteps = 1000;

enum Unit : int
{
    Evaluations,
    Seconds
};

QLabel* makeCaption(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("secondary", true);
    return label;
}

QLabel* makeStatus(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setFont(fonts::small());
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

SchedulerPanel::SchedulerPanel(ScheduleSession& session, ScheduleRunner& runner,
                               ScheduleTableModel& results, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_runner(runner)
    , m_results(results)
    , m_all(new QToolButton(this))
    , m_none(new QToolButton(this))
    , m_list(new QListView(this))
    , m_seeds(new QSpinBox(this))
    , m_firstSeed(new QSpinBox(this))
    , m_budget(new QDoubleSpinBox(this))
    , m_unit(new QComboBox(this))
    , m_run(new QPushButton(tr("Run"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_bar(new QProgressBar(this))
    , m_status(makeStatus(this))
    , m_error(makeStatus(this))
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kWidth);
    m_choice.setSourceModel(&results);
    m_choice.choose({QStringLiteral("rl-lstm")});
    makeList(theme);
    auto* rule = new QWidget(this);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    rule->setFixedHeight(1);
    auto* rules = new QHBoxLayout;
    rules->setContentsMargins(kMargin, 8, kMargin, 8);
    rules->addWidget(rule);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 8);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addSpacing(4);
    layout->addWidget(m_list);
    layout->addLayout(rules);
    layout->addWidget(makeForm());
    layout->addWidget(makeProgress());
    layout->addStretch(1);
    connectAll();
    refreshList();
    refreshSelection();
    refreshUnit();
    refreshRun();
}

QWidget* SchedulerPanel::makeHead()
{
    auto* head = new QWidget(this);
    auto* title = new QLabel(tr("Schedulers"), head);
    title->setFont(fonts::bold());
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(kMargin, 0, kMargin, 0);
    layout->setSpacing(2);
    layout->addWidget(title);
    layout->addStretch();
    const auto add = [&](QToolButton* button, const QString& text, const QString& name) {
        button->setObjectName(QStringLiteral("link"));
        button->setText(text);
        button->setFont(fonts::small());
        button->setAccessibleName(name);
        button->setToolTip(name);
        layout->addWidget(button);
    };
    add(m_all, tr("all"), tr("Check all schedulers"));
    add(m_none, tr("none"), tr("Check no scheduler"));
    return head;
}

void SchedulerPanel::makeList(const Theme& theme)
{
    m_list->setModel(&m_choice);
    m_list->setModelColumn(ScheduleTableModel::Scheduler);
    m_list->setItemDelegate(new SchedulerDelegate(theme, m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Schedulers to run"));
    m_list->setToolTip(tr("Space checks what is to be run"));
}

QWidget* SchedulerPanel::makeForm()
{
    auto* form = new QWidget(this);
    m_seeds->setRange(1, kMostSeeds);
    m_seeds->setAccessibleName(tr("Number of seeds"));
    m_firstSeed->setRange(0, 1'000'000'000);
    m_firstSeed->setValue(1);
    m_firstSeed->setAccessibleName(tr("First seed"));
    m_budget->setDecimals(0);
    m_budget->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_budget->setAlignment(Qt::AlignRight);
    m_budget->setAccessibleName(tr("Budget of each run"));
    m_unit->addItems({tr("evaluations"), tr("seconds")});
    m_unit->setAccessibleName(tr("Unit of the budget"));
    m_seeds->setToolTip(tr("Runs of each scheduler that draws lots; the cheapest counts"));
    m_run->setObjectName(QStringLiteral("primary"));
    m_run->setToolTip(tr("Run the checked schedulers; those that learn train on this scenario"));
    auto* seeds = new QHBoxLayout;
    seeds->setSpacing(8);
    seeds->addWidget(makeCaption(tr("Seeds"), form));
    seeds->addWidget(m_seeds, 1);
    seeds->addWidget(makeCaption(tr("from"), form));
    seeds->addWidget(m_firstSeed, 1);
    auto* budget = new QHBoxLayout;
    budget->setSpacing(8);
    budget->addWidget(m_budget, 1);
    budget->addWidget(m_unit);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_run, 1);
    buttons->addWidget(m_cancel, 1);
    auto* layout = new QVBoxLayout(form);
    layout->setContentsMargins(kMargin, 0, kMargin, 0);
    layout->setSpacing(8);
    layout->addLayout(seeds);
    layout->addLayout(budget);
    layout->addLayout(buttons);
    return form;
}

QWidget* SchedulerPanel::makeProgress()
{
    auto* progress = new QWidget(this);
    m_bar->setRange(0, kBarSteps);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_status->setProperty("secondary", true);
    m_error->setProperty("warning", true);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(progress);
    layout->setContentsMargins(kMargin, 8, kMargin, 0);
    layout->setSpacing(4);
    layout->addWidget(m_bar);
    layout->addWidget(m_status);
    layout->addWidget(m_error);
    return progress;
}

void SchedulerPanel::connectAll()
{
    connect(m_all, &QToolButton::clicked, this, [this] { m_choice.chooseAll(true); });
    connect(m_none, &QToolButton::clicked, this, [this] { m_choice.chooseAll(false); });
    connect(m_run, &QPushButton::clicked, this, &SchedulerPanel::run);
    connect(m_cancel, &QPushButton::clicked, &m_runner, &ScheduleRunner::cancel);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &SchedulerPanel::refreshUnit);
    connect(m_budget, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        (m_unit->currentIndex() == Seconds ? m_seconds : m_evaluations) = value;
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid()) {
                    m_session.select(static_cast<std::size_t>(index.row()));
                }
            });
    connect(&m_choice, &RunChoiceModel::choiceChanged, this, &SchedulerPanel::refreshRun);
    connect(&m_choice, &RunChoiceModel::modelReset, this, &SchedulerPanel::refreshRun);
    connect(&m_session, &ScheduleSession::entriesChanged, this, &SchedulerPanel::refreshList);
    connect(&m_session, &ScheduleSession::selectionChanged, this,
            &SchedulerPanel::refreshSelection);
    for (const auto signal :
         {&ScheduleRunner::started, &ScheduleRunner::progressed, &ScheduleRunner::finished}) {
        connect(&m_runner, signal, this, &SchedulerPanel::refreshRun);
    }
}

QString SchedulerPanel::statusText() const
{
    return m_status->text();
}

void SchedulerPanel::refreshList()
{
    const int rows = std::clamp(static_cast<int>(m_session.entries().size()), 1, kMostRows);
    m_list->setFixedHeight(rows * SchedulerDelegate::kRowHeight);
    refreshSelection();
}

void SchedulerPanel::refreshSelection()
{
    const auto selected = m_session.selected();
    if (selected && static_cast<int>(*selected) < m_choice.rowCount()) {
        m_list->setCurrentIndex(
            m_choice.index(static_cast<int>(*selected), ScheduleTableModel::Scheduler));
    }
}

void SchedulerPanel::refreshUnit()
{
    const bool isTime = m_unit->currentIndex() == Seconds;
    const QSignalBlocker blocker(m_budget);
    m_budget->setRange(1, isTime ? kMostSeconds : kMostEvaluations);
    m_budget->setGroupSeparatorShown(false);
    m_budget->setValue(isTime ? m_seconds : m_evaluations);
    m_budget->setToolTip(isTime ? tr("How long each run may take")
                                : tr("How many placements each run may evaluate"));
}

void SchedulerPanel::refreshRun()
{
    const bool runs = m_runner.isRunning();
    m_run->setEnabled(!runs && !m_session.scenario().isEmpty() && !m_choice.chosen().isEmpty());
    m_cancel->setEnabled(runs);
    m_bar->setValue(static_cast<int>(std::lround(m_runner.progress() * kBarSteps)));
    const QString status = m_runner.statusText();
    m_bar->setVisible(runs);
    m_status->setVisible(!status.isEmpty());
    m_status->setText(status);
    m_error->setVisible(!m_runner.errorText().isEmpty());
    m_error->setText(m_runner.errorText());
}

void SchedulerPanel::run()
{
    RunRequest request;
    request.schedulers = m_choice.chosen();
    request.firstSeed = static_cast<std::uint64_t>(m_firstSeed->value());
    request.seeds = m_seeds->value();
    if (m_unit->currentIndex() == Seconds) {
        request.seconds = m_budget->value();
    } else {
        request.evaluations = static_cast<std::int64_t>(m_budget->value());
    }
    m_runner.start(request);
}

} // namespace hscope::app
