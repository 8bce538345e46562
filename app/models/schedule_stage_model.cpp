// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_stage_model.h"

#include "app/models/format.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kExactDigits = 17;

std::optional<std::size_t> findType(const sim::Problem& problem, const std::string& id)
{
    const auto& types = problem.cluster().resourceTypes;
    const auto found = std::ranges::find(types, id, &sim::ResourceType::id);
    return found == types.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - types.begin()));
}

QString layerNames(const sim::Problem& problem, const sim::PlacedStage& stage)
{
    const auto& layers = problem.workload().layers;
    const QString first = toText(layers[stage.firstLayer].name);
    return stage.firstLayer == stage.lastLayer
               ? first
               : QString(first + u" … " + toText(layers[stage.lastLayer].name));
}

} // namespace

ScheduleStageModel::ScheduleStageModel(QObject* parent)
    : TableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[Layers] = {tr("Layers"), {}, Qt::AlignLeft};
    m_columns[Units] = {tr("Units"), {}, Qt::AlignLeft};
    m_columns[Time] = {tr("µs"), tr("Time per sample, s"), Qt::AlignRight};
    m_columns[Binds] = {tr("Takes longer"), {}, Qt::AlignLeft};
}

void ScheduleStageModel::setSchedule(std::shared_ptr<const sim::Problem> problem,
                                     const sim::Placement& placement)
{
    beginResetModel();
    m_rows.clear();
    double slowest = 0;
    if (problem) {
        for (const sim::PlacedStage& stage : placement.stages) {
            if (stage.lastLayer >= problem->layerCount()) {
                continue;
            }
            Row row{stage, appearanceOf(problem->cluster(), stage.type),
                    layerNames(*problem, stage), std::nullopt, false};
            if (const auto type = findType(*problem, stage.type)) {
                row.time =
                    problem->stageTime({stage.firstLayer, stage.lastLayer + 1, *type}, stage.units);
            }
            slowest = std::max(slowest, row.time ? row.time->execution() : 0);
            m_rows.push_back(std::move(row));
        }
    }
    for (Row& row : m_rows) {
        row.isSlowest = row.time && row.time->execution() >= slowest;
    }
    endResetModel();
}

TableCell ScheduleStageModel::cell(int row, int column) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Layers: {
        const QString first = QString::number(source.stage.firstLayer);
        const QString text = source.stage.firstLayer == source.stage.lastLayer
                                 ? first
                                 : QString(first + u'–' + QString::number(source.stage.lastLayer));
        return {text, static_cast<qint64>(source.stage.firstLayer), {}, source.names};
    }
    case Units:
        return {QString(u"×" + formatCount(source.stage.units) + u' ' + toText(source.stage.type)),
                static_cast<qint64>(source.stage.units),
                {},
                {}};
    case Time: {
        if (!source.time) {
            return {};
        }
        const double seconds = source.time->execution();
        const QString why =
            source.isSlowest ? tr("The slowest stage sets the period: ") : QString();
        return {formatDecimals(seconds * 1e6, 2), seconds,
                QString::number(seconds, 'g', kExactDigits),
                QString(why + tr("%1 computation, %2 communication per sample")
                                  .arg(formatSeconds(source.time->compute),
                                       formatSeconds(source.time->communication)))};
    }
    case Binds:
        if (!source.time) {
            return {};
        }
        return {source.time->compute >= source.time->communication ? tr("computation")
                                                                   : tr("communication"),
                {},
                {},
                {}};
    default:
        return {};
    }
}

QVariant ScheduleStageModel::decoration(int row, int column, int role) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    if (role == GlyphRole && column == Units) {
        return QVariant::fromValue(source.type);
    }
    if (role == ToneRole && column == Time && source.isSlowest) {
        return static_cast<int>(CellTone::Strong);
    }
    if (role == ToneRole && column == Binds) {
        return static_cast<int>(CellTone::Secondary);
    }
    return {};
}

} // namespace hscope::app
