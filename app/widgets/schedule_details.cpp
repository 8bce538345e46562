// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedule_details.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/cell_delegate.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/table_header.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kRowHeight = 20;
constexpr int kLeastWidth = 220;
constexpr int kMostStages = 12; ///< More scroll within their table.
constexpr int kHeaderHeight = 24;
constexpr int kMargin = 8;

QLabel* makeText(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setContentsMargins(0, 2, 0, 0);
    return label;
}

} // namespace

ScheduleDetails::ScheduleDetails(ScheduleSession& session, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_scroll(new QScrollArea(this))
    , m_stageTitle(new ElidedLabel(this))
    , m_stageText(makeText(this))
    , m_stageTable(makeTable(m_stages, theme, tr("Stages of the selected schedule")))
    , m_factsTitle(new ElidedLabel(this))
    , m_factsText(makeText(this))
    , m_factsTable(makeTable(m_facts, theme, tr("Why the selected layer is here")))
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    m_stageTitle->setFont(fonts::bold());
    m_factsTitle->setFont(fonts::bold());
    m_stageTable->setColumnHidden(ScheduleStageModel::Binds, true);
    auto* stages = m_stageTable->horizontalHeader();
    stages->setSectionResizeMode(ScheduleStageModel::Layers, QHeaderView::ResizeToContents);
    stages->setSectionResizeMode(ScheduleStageModel::Units, QHeaderView::Stretch);
    stages->setSectionResizeMode(ScheduleStageModel::Time, QHeaderView::ResizeToContents);
    auto* facts = m_factsTable->horizontalHeader();
    facts->hide();
    setMinimumWidth(kLeastWidth);
    facts->setSectionResizeMode(LayerExplanationModel::What, QHeaderView::ResizeToContents);
    facts->setSectionResizeMode(LayerExplanationModel::Value, QHeaderView::Stretch);
    const auto withMargin = [](QWidget* title, QWidget* text) {
        auto* words = new QVBoxLayout;
        words->setContentsMargins(12, kMargin, 12, 0);
        words->setSpacing(2);
        words->addWidget(title);
        words->addWidget(text);
        return words;
    };
    auto* content = new QWidget(m_scroll);
    content->setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(4);
    column->addLayout(withMargin(m_stageTitle, m_stageText));
    column->addWidget(m_stageTable);
    column->addLayout(withMargin(m_factsTitle, m_factsText));
    column->addWidget(m_factsTable);
    column->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus); // Its tables scroll it.
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    connect(&session, &ScheduleSession::entriesChanged, this, &ScheduleDetails::refresh);
    connect(&session, &ScheduleSession::selectionChanged, this, &ScheduleDetails::refresh);
    connect(&session, &ScheduleSession::entryChanged, this, [this](std::size_t entry) {
        if (m_session.selected() == entry) {
            refresh();
        }
    });
    refresh();
}

QTableView* ScheduleDetails::makeTable(TableModel& model, const Theme& theme, const QString& name)
{
    auto* table = new QTableView(this);
    auto* header = new TableHeader(theme, table);
    header->setSectionsClickable(false);
    table->setHorizontalHeader(header);
    table->setModel(&model);
    table->setItemDelegate(new CellDelegate(theme, table));
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->verticalHeader()->hide();
    table->verticalHeader()->setMinimumSectionSize(kRowHeight);
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->setAccessibleName(name);
    return table;
}

QString ScheduleDetails::factsText() const
{
    return m_factsText->text();
}

void ScheduleDetails::refresh()
{
    refreshStages();
    explain();
    refreshFacts();
}

void ScheduleDetails::refreshStages()
{
    const auto selected = m_session.selected();
    const ScheduleEntry* entry = selected ? &m_session.entries()[*selected] : nullptr;
    const bool has = entry != nullptr && entry->hasSchedule() && entry->problem != nullptr;
    m_stageTitle->setText(entry != nullptr ? tr("Stages of %1").arg(entry->scheduler) : QString());
    m_stages.setSchedule(has ? entry->problem : nullptr,
                         has ? *entry->placement : sim::Placement());
    m_stageTable->setVisible(has);
    const int rows = std::min(m_stages.rowCount(), kMostStages);
    m_stageTable->setFixedHeight(kHeaderHeight + rows * kRowHeight);
    if (has) {
        m_stageText->setText(tr("The slowest stage takes %1 per sample and sets the period.")
                                 .arg(formatSeconds(entry->placement->periodSeconds.value_or(0))));
        return;
    }
    QString reason = entry != nullptr ? entry->reason : QString();
    if (!reason.isEmpty()) {
        reason[0] = reason[0].toUpper();
        reason += u'.';
    }
    m_stageText->setText(reason);
}

void ScheduleDetails::explain()
{
    const auto selected = m_session.selected();
    const ScheduleEntry* entry = selected ? &m_session.entries()[*selected] : nullptr;
    if (entry == nullptr || !entry->hasSchedule() || !entry->problem ||
        !m_session.selectedLayer()) {
        m_task.cancel();
        m_explained.reset();
        m_explainedPlacement.reset();
        return;
    }
    if (m_explainedProblem == entry->problem && m_explainedPlacement == entry->placement) {
        return; // It is there, or on its way.
    }
    if (!m_explainedPlacement || m_explainedPlacement->scheduler != entry->placement->scheduler) {
        m_explained.reset(); // Only the same scheduler's old facts may show meanwhile.
    }
    m_explainedProblem = entry->problem;
    m_explainedPlacement = entry->placement;
    m_task.start([problem = entry->problem, placement = *entry->placement](
                     const auto& job) { return explainSchedule(problem, placement, job.stop); },
                 [this](Explained explained) {
                     m_explained =
                         explained
                             ? std::make_shared<const ExplainedSchedule>(std::move(*explained))
                             : nullptr;
                     refreshFacts();
                 });
}

void ScheduleDetails::refreshFacts()
{
    const ScheduleScenario& scenario = m_session.scenario();
    const auto layer = m_session.selectedLayer();
    const bool names = layer && !scenario.isEmpty() && *layer < scenario.workload->layers.size();
    m_factsTitle->setText(
        names ? tr("Why is %1 here?").arg(toText(scenario.workload->layers[*layer].name))
              : tr("Why is a layer where it is?"));
    m_facts.setLayer(m_explained, layer);
    const bool has = m_facts.rowCount() > 0;
    m_factsTable->setFixedHeight(m_facts.rowCount() * kRowHeight);
    m_factsTable->setVisible(has);
    m_factsText->setVisible(!has);
    m_factsText->setText(!names               ? tr("Select a layer in the placement above.")
                         : m_task.isRunning() ? tr("Calculating…")
                                              : tr("This scheduler has no schedule to explain."));
    if (has && m_shownLayer != layer) {
        // The answer to what was just asked, however many stages stand above it.
        m_scroll->widget()->layout()->activate();
        m_scroll->verticalScrollBar()->setValue(m_factsTitle->y() - kMargin);
    }
    m_shownLayer = has ? layer : std::nullopt;
}

} // namespace hscope::app
