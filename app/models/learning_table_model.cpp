// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/learning_table_model.h"

#include "app/models/format.h"

#include <limits>

namespace hscope::app {

namespace {

constexpr int kExactDigits = 17;

TableCell numberCell(std::optional<double> value, int decimals)
{
    if (!value) {
        return {QString(), std::numeric_limits<double>::infinity(), {}, {}};
    }
    return {
        formatDecimals(*value, decimals), *value, QString::number(*value, 'g', kExactDigits), {}};
}

} // namespace

LearningTableModel::LearningTableModel(QObject* parent)
    : TableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[Scheduler] = {tr("Scheduler"), {}, Qt::AlignLeft};
    m_columns[Seed] = {tr("Seed"), {}, Qt::AlignRight};
    m_columns[Iteration] = {tr("Iteration"), {}, Qt::AlignRight};
    m_columns[Reward] = {tr("Reward"), {}, Qt::AlignRight};
    m_columns[Decision] = {tr("Decision, USD"), {}, Qt::AlignRight};
    m_columns[Best] = {tr("Best plan, USD"), {}, Qt::AlignRight};
}

void LearningTableModel::setCurves(const std::vector<LearningCurve>& curves)
{
    bool continues = curves.size() >= m_taken.size();
    for (std::size_t i = 0; i < m_taken.size() && continues; ++i) {
        continues = curves[i].points.size() >= m_taken[i];
    }
    if (!continues) {
        beginResetModel();
        m_rows.clear();
        m_taken.clear();
        endResetModel();
    }
    std::vector<Row> added;
    m_taken.resize(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (; m_taken[i] < curves[i].points.size(); ++m_taken[i]) {
            added.push_back({curves[i].scheduler, curves[i].seed, curves[i].points[m_taken[i]]});
        }
    }
    if (!added.empty()) {
        const int first = rows();
        beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
        m_rows.insert(m_rows.end(), added.begin(), added.end());
        endInsertRows();
    }
}

TableCell LearningTableModel::cell(int row, int column) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Scheduler:
        return {source.scheduler, {}, {}, {}};
    case Seed: {
        const QString seed = QString::number(source.seed);
        return {seed, static_cast<qulonglong>(source.seed), seed, {}};
    }
    case Iteration:
        return {formatCount(source.point.round),
                static_cast<qint64>(source.point.round),
                QString::number(source.point.round),
                {}};
    case Reward:
        return numberCell(source.point.meanReward, 4);
    case Decision:
        return numberCell(source.point.decisionCostUsd, 2);
    case Best:
        return numberCell(source.point.bestCostUsd, 2);
    default:
        return {};
    }
}

} // namespace hscope::app
