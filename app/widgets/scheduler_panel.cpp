// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/scheduler_panel.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/cell_delegate.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/scheduler_delegate.h"
#include "app/widgets/table_header.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kMostRows = 14; ///< A longer list scrolls.

QWidget* makeRule(QWidget* parent)
{
    auto* rule = new QWidget(parent);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    rule->setFixedHeight(1);
    return rule;
}

} // namespace

SchedulerPanel::SchedulerPanel(ScheduleSession& session, ScheduleTableModel& results,
                               const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_results(results)
    , m_progress(new QLabel(this))
    , m_list(new QListView(this))
    , m_stageTitle(new ElidedLabel(this))
    , m_stageText(new QLabel(this))
    , m_stageTable(new QTableView(this))
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kWidth);
    auto* title = new QLabel(tr("Schedulers"), this);
    title->setFont(fonts::bold());
    m_progress->setFont(fonts::small());
    m_progress->setProperty("secondary", true);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 12, 0);
    head->addWidget(title);
    head->addStretch();
    head->addWidget(m_progress);

    m_list->setModel(&results);
    m_list->setModelColumn(ScheduleTableModel::Scheduler);
    m_list->setItemDelegate(new SchedulerDelegate(theme, m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Schedulers"));

    m_stageTitle->setFont(fonts::bold());
    m_stageText->setFont(fonts::small());
    m_stageText->setProperty("secondary", true);
    m_stageText->setTextFormat(Qt::PlainText);
    m_stageText->setWordWrap(true);
    makeStageTable(theme);
    auto* words = new QVBoxLayout;
    words->setContentsMargins(12, 12, 12, 0);
    words->setSpacing(4);
    words->addWidget(m_stageTitle);
    words->addWidget(m_stageText);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addSpacing(6);
    layout->addWidget(m_list);
    layout->addSpacing(8);
    auto* rule = new QHBoxLayout;
    rule->setContentsMargins(12, 0, 12, 0);
    rule->addWidget(makeRule(this));
    layout->addLayout(rule);
    layout->addLayout(words);
    layout->addSpacing(4);
    layout->addWidget(m_stageTable, 1);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid()) {
                    m_session.select(static_cast<std::size_t>(index.row()));
                }
            });
    connect(&session, &ScheduleSession::scenarioChanged, this, &SchedulerPanel::refreshList);
    connect(&session, &ScheduleSession::entryChanged, this, [this](std::size_t entry) {
        refreshList();
        if (m_session.selected() == entry) {
            refreshSelection();
        }
    });
    connect(&session, &ScheduleSession::selectionChanged, this, &SchedulerPanel::refreshSelection);
    refreshList();
    refreshSelection();
}

void SchedulerPanel::makeStageTable(const Theme& theme)
{
    auto* header = new TableHeader(theme, m_stageTable);
    header->setSectionsClickable(false);
    m_stageTable->setHorizontalHeader(header);
    m_stageTable->setModel(&m_stages);
    m_stageTable->setItemDelegate(new CellDelegate(theme, m_stageTable));
    m_stageTable->setShowGrid(false);
    m_stageTable->setWordWrap(false);
    m_stageTable->setFrameShape(QFrame::NoFrame);
    m_stageTable->setSelectionMode(QAbstractItemView::NoSelection);
    m_stageTable->setTabKeyNavigation(false);
    m_stageTable->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_stageTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stageTable->verticalHeader()->hide();
    m_stageTable->verticalHeader()->setMinimumSectionSize(20);
    m_stageTable->verticalHeader()->setDefaultSectionSize(20);
    m_stageTable->setAccessibleName(tr("Stages of the selected schedule"));
    m_stageTable->setColumnHidden(ScheduleStageModel::Binds, true);
    header->setSectionResizeMode(ScheduleStageModel::Layers, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ScheduleStageModel::Units, QHeaderView::Stretch);
    header->setSectionResizeMode(ScheduleStageModel::Time, QHeaderView::ResizeToContents);
}

void SchedulerPanel::refreshList()
{
    const auto& entries = m_session.entries();
    const auto done = std::ranges::count_if(entries, [](const ScheduleEntry& entry) {
        return entry.state != ScheduleEntry::State::Waiting &&
               entry.state != ScheduleEntry::State::Running;
    });
    m_progress->setText(m_session.isRunning() ? tr("%1 of %2 done").arg(done).arg(entries.size())
                                              : QString());
    const int rows = std::clamp(static_cast<int>(entries.size()), 1, kMostRows);
    m_list->setFixedHeight(rows * SchedulerDelegate::kRowHeight);
}

void SchedulerPanel::refreshSelection()
{
    const auto selected = m_session.selected();
    if (!selected) {
        m_stageTitle->clear();
        m_stageText->clear();
        m_stages.setSchedule(nullptr, {});
        return;
    }
    m_list->setCurrentIndex(
        m_results.index(static_cast<int>(*selected), ScheduleTableModel::Scheduler));
    const ScheduleEntry& entry = m_session.entries()[*selected];
    m_stageTitle->setText(tr("Stages of %1").arg(entry.scheduler));
    const bool has = entry.hasSchedule() && m_session.problem() != nullptr;
    m_stages.setSchedule(has ? m_session.problem() : nullptr,
                         has ? *entry.placement : sim::Placement());
    m_stageTable->setVisible(has);
    if (has) {
        m_stageText->setText(tr("The slowest stage takes %1 per sample and sets the period.")
                                 .arg(formatSeconds(entry.placement->periodSeconds.value_or(0))));
    } else {
        QString reason = entry.reason;
        if (!reason.isEmpty()) {
            reason[0] = reason[0].toUpper();
            reason += u'.';
        }
        m_stageText->setText(reason);
    }
}

} // namespace hscope::app
