// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/device_table_model.h"

#include "app/models/format.h"
#include "app/models/type_appearance.h"

namespace hscope::app {

DeviceTableModel::DeviceTableModel(const DeviceReplay& replay, QObject* parent)
    : TableModel(parent)
    , m_replay(replay)
    , m_columns(ColumnCount)
{
    m_columns[Device] = {tr("Device"), {}, Qt::AlignLeft};
    m_columns[Layers] = {tr("Layers"), {}, Qt::AlignLeft};
    m_columns[Replica] = {tr("Replica"), {}, Qt::AlignRight};
    m_columns[State] = {tr("Now"), {}, Qt::AlignLeft};
    m_columns[Utilization] = {tr("Used"), tr("Used, ratio"), Qt::AlignRight};
    connect(&replay, &DeviceReplay::lightsChanged, this, [this] {
        beginResetModel();
        endResetModel();
    });
    connect(&replay, &DeviceReplay::selectionChanged, this, [this] {
        if (rows() > 0) {
            Q_EMIT dataChanged(index(0, Layers), index(rows() - 1, Layers), {ToneRole});
        }
    });
    connect(&replay, &DeviceReplay::timeChanged, this, [this] {
        if (rows() > 0) {
            Q_EMIT dataChanged(index(0, Utilization), index(rows() - 1, State));
        }
    });
}

int DeviceTableModel::rows() const
{
    return static_cast<int>(m_replay.lights().devices().size());
}

TableCell DeviceTableModel::cell(int row, int column) const
{
    const DeviceLights& lights = m_replay.lights();
    const auto device = static_cast<std::size_t>(row);
    const LitDevice& lit = lights.devices()[device];
    const sim::PlacedStage& stage = lights.stages()[lit.stage];
    switch (column) {
    case Device:
        return {m_replay.deviceName(device), row, {}, {}};
    case Layers:
        return {layersText(stage), static_cast<qint64>(lit.stage), {}, {}};
    case Replica:
        return {formatCount(lit.replica + 1), static_cast<qint64>(lit.replica),
                QString::number(lit.replica + 1), tr("of %1").arg(formatCount(stage.units))};
    case State:
        return {momentText(lights.momentAt(device, m_replay.time())), {}, {}, {}};
    default:
        break;
    }
    const double ratio = lights.utilizationAt(device, m_replay.time());
    return {formatPercent(ratio), ratio, QString::number(ratio, 'f', 6),
            tr("in the %1 around the time shown").arg(formatDuration(lights.windowOf(lit.stage)))};
}

QVariant DeviceTableModel::decoration(int row, int column, int role) const
{
    const DeviceLights& lights = m_replay.lights();
    const auto device = static_cast<std::size_t>(row);
    if (column == Device && role == GlyphRole) {
        return QVariant::fromValue(appearanceOf(
            lights.drawn().cluster, lights.stages()[lights.devices()[device].stage].type));
    }
    if (column == Layers && role == ToneRole &&
        m_replay.selectedStage() == lights.devices()[device].stage) {
        return static_cast<int>(CellTone::Strong);
    }
    if (column == Utilization && role == BarRole) {
        return lights.utilizationAt(device, m_replay.time());
    }
    return {};
}

} // namespace hscope::app
