// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/time_split_model.h"

#include "app/models/format.h"

#include <algorithm>
#include <numeric>

namespace hscope::app {

namespace {

std::array<core::Duration, kTimeUses> timesOf(const sim::TimeSplit& split)
{
    return {split.compute, split.exposedTransfer, split.waitingForInput, split.waitingForReceiver,
            split.idle};
}

} // namespace

QString timeUseName(TimeUse use)
{
    switch (use) {
    case TimeUse::Compute:
        return TimeSplitModel::tr("compute");
    case TimeUse::Transfer:
        return TimeSplitModel::tr("transfer");
    case TimeUse::WaitingForInput:
        return TimeSplitModel::tr("no input");
    case TimeUse::WaitingForReceiver:
        return TimeSplitModel::tr("receiver busy");
    case TimeUse::Idle:
        return TimeSplitModel::tr("idle");
    }
    return {};
}

core::Duration TimeSplitRow::span() const
{
    return std::accumulate(times.begin(), times.end(), core::Duration{});
}

TimeSplitModel::TimeSplitModel(QObject* parent)
    : TableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[Scheduler] = {tr("Scheduler"), {}, Qt::AlignLeft};
    m_columns[Layers] = {tr("Layers"), {}, Qt::AlignLeft};
    m_columns[Device] = {tr("Device"), {}, Qt::AlignLeft};
    for (std::size_t use = 0; use < kTimeUses; ++use) {
        QString name = timeUseName(static_cast<TimeUse>(use));
        name[0] = name[0].toUpper();
        m_columns[FirstTime + use] = {name, tr("%1, ns").arg(name), Qt::AlignRight};
    }
    m_columns[Span] = {tr("Span"), tr("Span, ns"), Qt::AlignRight};
}

void TimeSplitModel::setReplays(std::span<const ScheduleReplay> replays,
                                const sim::Cluster& cluster, int replicas)
{
    beginResetModel();
    m_rows.clear();
    for (std::size_t schedule = 0; schedule < replays.size(); ++schedule) {
        const ScheduleReplay& replay = replays[schedule];
        const std::size_t stages =
            replay.result ? std::min(replay.result->stages.size(), replay.placement.stages.size())
                          : 0;
        for (std::size_t stage = 0; stage < stages; ++stage) {
            const sim::PlacedStage& placed = replay.placement.stages[stage];
            const auto& devices = replay.result->stages[stage].devices;
            const std::size_t shown =
                std::min(devices.size(), static_cast<std::size_t>(std::max(1, replicas)));
            for (std::size_t replica = 0; replica < shown; ++replica) {
                m_rows.push_back({replay.scheduler, schedule, layersText(placed),
                                  appearanceOf(cluster, placed.type),
                                  static_cast<std::int64_t>(replica), placed.units,
                                  timesOf(devices[replica].split)});
            }
        }
    }
    endResetModel();
}

void TimeSplitModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

TableCell TimeSplitModel::cell(int row, int column) const
{
    const TimeSplitRow& source = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Scheduler:
        return {source.scheduler, static_cast<qint64>(source.schedule), {}, {}};
    case Layers:
        return {source.layers, row, {}, {}};
    case Device:
        return {tr("%1 of %2").arg(formatCount(source.replica + 1), formatCount(source.units)),
                static_cast<qint64>(source.replica),
                {},
                source.type.id};
    default:
        break;
    }
    const core::Duration time =
        column == Span ? source.span() : source.times[static_cast<std::size_t>(column - FirstTime)];
    const auto ns = static_cast<qint64>(time.count());
    return {formatDuration(time), ns, QString::number(ns), formatExactNs(ns)};
}

QVariant TimeSplitModel::decoration(int row, int column, int role) const
{
    if (column == Device && role == GlyphRole) {
        return QVariant::fromValue(m_rows[static_cast<std::size_t>(row)].type);
    }
    return {};
}

} // namespace hscope::app
