// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/operation_truth_model.h"

#include <algorithm>
#include <tuple>

namespace hscope::app {

namespace {

core::Duration timeOf(const core::OperationTruth& truth, int column)
{
    switch (column) {
    case OperationTruthModel::GpuOnly:
        return truth.gpuOnly;
    case OperationTruthModel::CpuAndGpu:
        return truth.cpuAndGpu;
    case OperationTruthModel::CpuOnly:
        return truth.cpuOnly;
    case OperationTruthModel::Idle:
        return truth.idle;
    case OperationTruthModel::Wall:
        return truth.wall();
    case OperationTruthModel::AsynchronousGpu:
        return truth.asynchronousGpu;
    default:
        return {};
    }
}

/// The order of the rows: what is no operation comes last.
auto place(const core::OperationTruth& truth)
{
    const bool isNone = truth.operation == core::kOutside || truth.operation == core::kNoLaunch;
    return std::tuple(isNone, -truth.wall(), -truth.asynchronousGpu);
}

} // namespace

OperationTruthModel::OperationTruthModel(QObject* parent)
    : TableModel(parent)
{
    makeColumns();
}

void OperationTruthModel::makeColumns()
{
    m_columns.assign(ColumnCount, {});
    m_columns[Operation] = {tr("Operation"), {}, Qt::AlignLeft};
    const auto put = [this](Column column, const QString& name, const QString& toolTip,
                            const QString& copyName = {}) {
        m_columns[column] = {tr("%1, %2").arg(name, m_unit.name),
                             tr("%1, ns").arg(copyName.isEmpty() ? name : copyName), Qt::AlignRight,
                             toolTip};
    };
    put(GpuOnly, tr("GPU only"), tr("A GPU works and no thread of the process does"));
    put(CpuAndGpu, tr("CPU + GPU"), tr("Both work at the same time"));
    put(CpuOnly, tr("CPU only"), tr("A thread works and no GPU does"));
    put(Idle, tr("Idle"), tr("Neither works"));
    put(Wall, tr("Wall"), tr("Wall time: the sum of the four before"), tr("Wall time"));
    put(AsynchronousGpu, tr("Async."),
        tr("Asynchronous GPU: work that the operation launched and that ran later, beside its "
           "wall time"),
        tr("Asynchronous GPU"));
}

void OperationTruthModel::setOperations(std::vector<core::OperationTruth> operations,
                                        core::Duration wall)
{
    beginResetModel();
    m_rows = std::move(operations);
    std::ranges::stable_sort(m_rows, {}, place);
    m_unit = timeUnitFor(wall);
    makeColumns();
    endResetModel();
}

QStringList OperationTruthModel::totals() const
{
    QStringList texts;
    for (int column = 0; column < ColumnCount; ++column) {
        core::Duration sum{};
        for (const core::OperationTruth& truth : m_rows) {
            sum += timeOf(truth, column);
        }
        texts.append(column == Operation ? QString() : formatInUnit(sum.count(), m_unit));
    }
    return texts;
}

TableCell OperationTruthModel::cell(int row, int column) const
{
    const core::OperationTruth& truth = m_rows[static_cast<std::size_t>(row)];
    if (column == Operation) {
        const QString name = toText(truth.operation);
        return {name, {}, {}, name};
    }
    const std::int64_t ns = timeOf(truth, column).count();
    QString toolTip = tr("%1 ns").arg(formatExactNs(ns));
    if (column == Wall && truth.wallLow != truth.wallHigh) {
        toolTip += u'\n' + tr("95% interval: %1 – %2 ns")
                               .arg(formatExactNs(truth.wallLow.count()),
                                    formatExactNs(truth.wallHigh.count()));
    }
    return {formatInUnit(ns, m_unit), QVariant::fromValue<qint64>(ns), QString::number(ns),
            toolTip};
}

QVariant OperationTruthModel::decoration(int row, int column, int role) const
{
    if (role == OperationRole && column == Operation) {
        return toText(m_rows[static_cast<std::size_t>(row)].operation);
    }
    return {};
}

} // namespace hscope::app
