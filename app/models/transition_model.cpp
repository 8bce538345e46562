// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/transition_model.h"

#include "app/models/format.h"
#include "core/analysis/category_set.h"

namespace hscope::app {

namespace {

constexpr int kMeanDecimals = 2;

} // namespace

TransitionModel::TransitionModel(QObject* parent)
    : TableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[Operation] = {tr("Operation"), {}, Qt::AlignLeft};
    m_columns[Category] = {tr("Into"), {}, Qt::AlignLeft, tr("The category that becomes active")};
    m_columns[Count] = {tr("Transitions"), {}, Qt::AlignRight, tr("In the whole trace")};
    m_columns[PerIteration] = {
        tr("Per iteration"),
        {},
        Qt::AlignRight,
        tr("The mean over all iterations of the process, without what happens outside of them")};
}

void TransitionModel::setMeans(std::vector<core::TransitionMean> means)
{
    beginResetModel();
    m_rows = std::move(means);
    endResetModel();
}

TableCell TransitionModel::cell(int row, int column) const
{
    const core::TransitionMean& mean = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Operation: {
        const QString name = toText(mean.operation);
        return {name, {}, {}, name};
    }
    case Category:
        return {toText(core::categoryName(mean.category)), {}, {}, {}};
    case Count: {
        const auto count = static_cast<qint64>(mean.count);
        return {formatCount(count), count, QString::number(count), {}};
    }
    case PerIteration:
        if (mean.perIteration) {
            return {formatDecimals(*mean.perIteration, kMeanDecimals),
                    *mean.perIteration,
                    QString::number(*mean.perIteration, 'g', 12),
                    {}};
        }
        return {{}, -1.0, {}, {}};
    default:
        return {};
    }
}

QVariant TransitionModel::decoration(int row, int column, int role) const
{
    const core::TransitionMean& mean = m_rows[static_cast<std::size_t>(row)];
    if (role == OperationRole && column == Operation) {
        return toText(mean.operation);
    }
    if (role == CategoriesRole && column == Category) {
        core::CategorySet set;
        set.insert(mean.category);
        return QVariant::fromValue<quint32>(set.bits());
    }
    return {};
}

} // namespace hscope::app
