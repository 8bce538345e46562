// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/device_truth_model.h"

#include "app/models/names.h"

#include <algorithm>

namespace hscope::app {

namespace {

/// Streams of different processes share numbers, so the process's name is added.
bool isShared(const core::TraceStore& store, const core::DeviceTruth& device)
{
    const auto processOf = [&](const core::StreamTruth& stream) {
        return store.track(stream.track).process;
    };
    return std::ranges::any_of(device.streams, [&](const core::StreamTruth& stream) {
        return processOf(stream) != processOf(device.streams.front());
    });
}

} // namespace

DeviceTruthModel::DeviceTruthModel(QObject* parent)
    : TableModel(parent)
{
    makeColumns();
}

void DeviceTruthModel::makeColumns()
{
    m_columns.assign(ColumnCount, {});
    m_columns[Device] = {tr("GPU"), {}, Qt::AlignLeft};
    const auto put = [this](Column column, const QString& name, const QString& toolTip) {
        m_columns[column] = {tr("%1, %2").arg(name, m_unit.name), tr("%1, ns").arg(name),
                             Qt::AlignRight, toolTip};
    };
    put(Busy, tr("Busy"), tr("Any kernel or copy runs"));
    m_columns[Share] = {tr("Of wall"), {}, Qt::AlignRight, tr("Busy over the trace's wall time")};
    m_columns[Sampled] = {
        tr("Sampled"),
        {},
        Qt::AlignRight,
        tr("What tools that sample report: a window in which any kernel runs counts as busy")};
    put(HostWait, tr("Host wait"),
        tr("Pauses in which the next work was launched only after the last one had ended"));
    put(KernelWait, tr("Kernel wait"),
        tr("Pauses below the threshold, with the next work queued already"));
    put(Other, tr("Other"), tr("Longer pauses with the next work queued, or without its launch"));
    m_columns[WithoutLaunch] = {tr("No launch"),
                                {},
                                Qt::AlignRight,
                                tr("Other pauses whose next work has no launch in the trace")};
    put(Longest, tr("Longest"),
        tr("The longest pause; Enter or a double click shows it in the timeline"));
}

void DeviceTruthModel::setDevices(std::shared_ptr<const core::TraceStore> store,
                                  std::shared_ptr<const GpuTruthSource::Devices> devices)
{
    beginResetModel();
    m_rows.clear();
    m_wall = store ? store->wallRange().length() : core::Duration{};
    m_unit = timeUnitFor(m_wall);
    makeColumns();
    if (store && devices) {
        for (const core::DeviceTruth& device : *devices) {
            m_rows.push_back({tr("GPU %1").arg(device.usage.device), true, device.usage.busy,
                              device.usage.sampledUtilisation, device.idle});
            const bool namesProcess = isShared(*store, device);
            for (const core::StreamTruth& stream : device.streams) {
                QString title = trackTitle(*store, stream.track);
                if (namesProcess) {
                    title =
                        tr("%1 of %2")
                            .arg(title, processTitle(*store, store->track(stream.track).process));
                }
                m_rows.push_back({title, false, stream.busy, 0, stream.idle});
            }
        }
    }
    endResetModel();
}

int DeviceTruthModel::rowOfDevice(std::size_t device) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].isDevice && device-- == 0) {
            return static_cast<int>(row);
        }
    }
    return -1;
}

core::TimeRange DeviceTruthModel::longestPause(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].idle.longest;
}

TableCell DeviceTruthModel::timeCell(core::Duration time, std::uint64_t pauses) const
{
    const std::int64_t ns = time.count();
    return {formatInUnit(ns, m_unit), QVariant::fromValue<qint64>(ns), QString::number(ns),
            tr("%1 ns, %2")
                .arg(formatExactNs(ns), formatCounted(static_cast<std::int64_t>(pauses),
                                                      tr("1 pause"), tr("%1 pauses")))};
}

TableCell DeviceTruthModel::cell(int row, int column) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    const core::IdleSplit& idle = source.idle;
    const auto ratioCell = [](double ratio) {
        return TableCell{formatPercent(ratio), ratio, QString::number(ratio, 'g', 12), {}};
    };
    const auto plainCell = [this](core::Duration time) {
        const std::int64_t ns = time.count();
        return TableCell{formatInUnit(ns, m_unit), QVariant::fromValue<qint64>(ns),
                         QString::number(ns), tr("%1 ns").arg(formatExactNs(ns))};
    };
    switch (column) {
    case Device:
        return {source.title, row, {}, source.title};
    case Busy:
        return plainCell(source.busy);
    case Share:
        return ratioCell(m_wall.count() == 0 ? 0
                                             : static_cast<double>(source.busy.count()) /
                                                   static_cast<double>(m_wall.count()));
    case Sampled:
        return source.isDevice ? ratioCell(source.sampled) : TableCell{{}, -1.0, {}, {}};
    case HostWait:
        return timeCell(idle.hostWait, idle.hostWaits);
    case KernelWait:
        return timeCell(idle.kernelWait, idle.kernelWaits);
    case Other: {
        TableCell other = timeCell(idle.other, idle.others);
        if (idle.withoutLaunch > 0) {
            other.toolTip += tr(", %1 without a launch")
                                 .arg(formatCount(static_cast<std::int64_t>(idle.withoutLaunch)));
        }
        return other;
    }
    case WithoutLaunch: {
        const auto count = static_cast<qint64>(idle.withoutLaunch);
        return {formatCount(count), count, QString::number(count), {}};
    }
    case Longest:
        return plainCell(idle.longest.length());
    default:
        return {};
    }
}

QVariant DeviceTruthModel::decoration(int row, int column, int role) const
{
    if (role == ToneRole && column == Device && m_rows[static_cast<std::size_t>(row)].isDevice) {
        return static_cast<int>(CellTone::Strong);
    }
    return {};
}

} // namespace hscope::app
