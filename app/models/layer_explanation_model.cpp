// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/layer_explanation_model.h"

#include "app/models/format.h"
#include "simulator/model/placement_fit.h"

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

QString signedUsd(double difference)
{
    const QString amount = formatDecimals(std::abs(difference), 2);
    return LayerExplanationModel::tr("%1%2 USD")
        .arg(QChar(difference < 0 ? u'−' : u'+'))
        .arg(amount);
}

QString typeId(const ExplainedSchedule& explained, std::size_t type)
{
    return toText(explained.problem->cluster().resourceTypes[type].id);
}

QString layersText(const sim::StageRange& range)
{
    return range.end == range.first + 1 ? LayerExplanationModel::tr("a stage of its own")
                                        : LayerExplanationModel::tr("a stage of layers %1–%2")
                                              .arg(range.first)
                                              .arg(range.end - 1);
}

} // namespace

core::Result<ExplainedSchedule> explainSchedule(const std::shared_ptr<const sim::Problem>& problem,
                                                const sim::Placement& placement,
                                                const std::stop_token& stop)
{
    HSCOPE_TRY_ASSIGN(auto stages, sim::checkedStages(*problem, placement));
    ExplainedSchedule explained{problem, *sim::costOf(*problem, std::move(stages)), {}};
    HSCOPE_TRY_ASSIGN(explained.stages, sim::explain(*problem, explained.schedule, stop));
    return explained;
}

LayerExplanationModel::LayerExplanationModel(QObject* parent)
    : TableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[What] = {tr("What"), {}, Qt::AlignLeft};
    m_columns[Value] = {tr("Value"), {}, Qt::AlignLeft};
}

void LayerExplanationModel::setLayer(std::shared_ptr<const ExplainedSchedule> explained,
                                     std::optional<std::size_t> layer)
{
    beginResetModel();
    m_rows.clear();
    if (explained && layer) {
        const auto stage = std::ranges::find_if(explained->stages, [&](const auto& candidate) {
            return *layer >= candidate.stage.range.first && *layer < candidate.stage.range.end;
        });
        if (stage != explained->stages.end()) {
            addStage(*explained, *stage);
            addMove(*explained, stage->moves[*layer - stage->stage.range.first]);
        }
    }
    endResetModel();
}

void LayerExplanationModel::addStage(const ExplainedSchedule& explained,
                                     const sim::StageExplanation& stage)
{
    const sim::StageRange& range = stage.stage.range;
    m_rows.push_back(
        {tr("Runs on"),
         tr("%1 ×%2").arg(typeId(explained, range.type), formatCount(stage.stage.units)),
         layersText(range), CellTone::Strong});
    m_rows.push_back(
        {tr("Takes"), tr("%1 per sample").arg(formatSeconds(stage.time.execution())),
         tr("%1 computation, %2 communication; the longer one counts")
             .arg(formatSeconds(stage.time.compute), formatSeconds(stage.time.communication)),
         std::nullopt});
    const bool computes = stage.computeBinds();
    const double serial = computes ? stage.terms.serialCompute : stage.terms.serialCommunication;
    m_rows.push_back(
        {tr("What binds"), computes ? tr("computation") : tr("communication"), {}, std::nullopt});
    m_rows.push_back({tr("Cannot be shared"), formatSeconds(serial),
                      tr("No number of units makes the stage faster than this"), std::nullopt});
    m_rows.push_back(
        {tr("Slack"),
         stage.setsPeriod ? tr("none, it sets the period") : formatSeconds(stage.slack),
         tr("How much faster than the slowest stage it is"),
         stage.setsPeriod ? std::optional(CellTone::Strong) : std::nullopt});
    m_rows.push_back(
        {tr("Of the hourly cost"), formatPercent(stage.shareOfCost), {}, std::nullopt});
    addChange(explained, tr("One unit more"), stage.oneMoreUnit);
    if (stage.oneFewerUnit) {
        addChange(explained, tr("One unit fewer"), *stage.oneFewerUnit);
    } else {
        m_rows.push_back({tr("One unit fewer"), tr("there is only one"), {}, std::nullopt});
    }
}

void LayerExplanationModel::addChange(const ExplainedSchedule& explained, const QString& what,
                                      const sim::ChangedCost& change)
{
    if (!change.feasible) {
        m_rows.push_back({what, tr("breaks floor or limit"), {}, CellTone::Warning});
        return;
    }
    m_rows.push_back({what, signedUsd(change.costUsd - explained.schedule.costUsd),
                      tr("%1 USD in all, period %2")
                          .arg(formatDecimals(change.costUsd, 2), formatSeconds(change.period)),
                      std::nullopt});
}

void LayerExplanationModel::addMove(const ExplainedSchedule& explained, const sim::LayerMove& move)
{
    if (!move.type) {
        m_rows.push_back({tr("Moved elsewhere"), tr("too slow elsewhere"),
                          tr("Moved alone, with all other layers where they are, it meets the "
                             "floor on no other type"),
                          CellTone::Secondary});
        return;
    }
    m_rows.push_back(
        {tr("Moved to %1").arg(typeId(explained, *move.type)),
         signedUsd(move.costUsd - explained.schedule.costUsd),
         tr("%1 USD in all, with all units provisioned anew").arg(formatDecimals(move.costUsd, 2)),
         CellTone::Strong});
}

TableCell LayerExplanationModel::cell(int row, int column) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    return {column == What ? source.what : source.value, {}, {}, source.toolTip};
}

QVariant LayerExplanationModel::decoration(int row, int column, int role) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    if (role != ToneRole) {
        return {};
    }
    if (column == What) {
        return static_cast<int>(CellTone::Secondary);
    }
    return source.tone ? QVariant(static_cast<int>(*source.tone)) : QVariant();
}

} // namespace hscope::app
