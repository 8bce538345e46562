// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/breakdown_table_model.h"

#include <algorithm>

namespace hscope::app {

BreakdownTableModel::BreakdownTableModel(QObject* parent)
    : TableModel(parent)
{
    makeColumns(false, false, false);
}

void BreakdownTableModel::setBreakdown(std::shared_ptr<const core::TraceStore> store,
                                       std::shared_ptr<const core::Breakdown> breakdown,
                                       core::ProcessId process, bool isCorrected)
{
    beginResetModel();
    m_store = std::move(store);
    m_breakdown = std::move(breakdown);
    m_rows.clear();
    m_totalNs = 0;
    m_wallNs = m_breakdown ? m_breakdown->wall.length().count() : 0;
    m_unit = timeUnitFor(core::Duration(m_wallNs));
    bool hasPhases = false;
    bool hasIntervals = false;
    if (m_breakdown) {
        for (const core::BreakdownRow& row : m_breakdown->rows) {
            if (row.process != process || row.timeNs == 0) {
                continue;
            }
            m_rows.push_back(&row);
            m_totalNs += row.asynchronous ? 0 : row.timeNs;
            hasPhases = hasPhases || row.phase.has_value();
            hasIntervals = hasIntervals || row.lowNs != row.timeNs || row.highNs != row.timeNs;
        }
    }
    makeColumns(hasPhases, hasIntervals, isCorrected);
    endResetModel();
}

void BreakdownTableModel::makeColumns(bool hasPhases, bool hasIntervals, bool isCorrected)
{
    m_columns.clear();
    m_order.clear();
    const auto add = [this](Column column, const TableColumn& description) {
        m_order.push_back(column);
        m_columns.push_back(description);
    };
    const QString unit = m_unit.name;
    add(Column::Operation, {tr("Operation"), {}, Qt::AlignLeft});
    if (hasPhases) {
        add(Column::Phase, {tr("Phase"), {}, Qt::AlignLeft});
    }
    add(Column::Categories, {tr("Active categories"), {}, Qt::AlignLeft});
    const auto addResource = [&] { add(Column::Resource, {tr("Resource"), {}, Qt::AlignLeft}); };
    if (!hasIntervals) { // They need the room in sight that there is.
        addResource();
    }
    add(Column::Time, {tr("Time, %1").arg(unit),
                       isCorrected ? tr("Time, corrected, ns") : tr("Time, ns"), Qt::AlignRight});
    if (hasIntervals) {
        add(Column::Interval,
            {tr("Low – high, %1").arg(unit), tr("95% interval, low – high, ns"), Qt::AlignRight});
    }
    add(Column::Share, {tr("Share"), {}, Qt::AlignRight});
    if (hasIntervals) {
        addResource();
    }
    add(Column::Asynchronous, {tr("Asynchronous"), {}, Qt::AlignLeft});
}

std::optional<int> BreakdownTableModel::findColumn(Column column) const
{
    const auto found = std::ranges::find(m_order, column);
    return found == m_order.end() ? std::nullopt
                                  : std::optional(static_cast<int>(found - m_order.begin()));
}

BreakdownKey BreakdownTableModel::keyAt(int row) const
{
    const core::BreakdownRow& source = rowAt(row);
    return {source.operation, source.categories, source.asynchronous};
}

std::optional<int> BreakdownTableModel::findRow(const BreakdownKey& key) const
{
    for (int row = 0; row < rows(); ++row) {
        if (keyAt(row) == key) {
            return row;
        }
    }
    return std::nullopt;
}

TableCell BreakdownTableModel::timeCell(const core::BreakdownRow& row) const
{
    return {formatInUnit(row.timeNs, m_unit), QVariant::fromValue<qint64>(row.timeNs),
            QString::number(row.timeNs), tr("%1 ns").arg(formatExactNs(row.timeNs))};
}

TableCell BreakdownTableModel::cell(int row, int column) const
{
    const core::BreakdownRow& source = rowAt(row);
    switch (columnAt(column)) {
    case Column::Operation: {
        const QString name = toText(source.operation);
        return {name, {}, {}, name};
    }
    case Column::Phase:
        return {source.phase ? toText(m_store->text(*source.phase)) : QString(), {}, {}, {}};
    case Column::Categories: {
        const QString text = categoriesText(source.categories);
        return {text, {}, {}, text};
    }
    case Column::Resource:
        return {toText(core::resourceName(source.categories.resource())), {}, {}, {}};
    case Column::Time:
        return timeCell(source);
    case Column::Interval:
        return {formatInUnit(source.lowNs, m_unit) + u" – " + formatInUnit(source.highNs, m_unit),
                QVariant::fromValue<qint64>(source.highNs - source.lowNs),
                QString::number(source.lowNs) + u" – " + QString::number(source.highNs),
                tr("95% interval: %1 – %2 ns")
                    .arg(formatExactNs(source.lowNs), formatExactNs(source.highNs))};
    case Column::Share: {
        const double share =
            m_wallNs == 0 ? 0 : static_cast<double>(source.timeNs) / static_cast<double>(m_wallNs);
        return {formatPercent(share), share, QString::number(share, 'g', 12), {}};
    }
    case Column::Asynchronous:
        return {source.asynchronous ? tr("yes") : QString(),
                source.asynchronous ? 1 : 0,
                {},
                source.asynchronous ? tr("Beside the wall time, not part of its sum") : QString()};
    }
    return {};
}

QVariant BreakdownTableModel::decoration(int row, int column, int role) const
{
    if (role == CategoriesRole && columnAt(column) == Column::Categories) {
        return QVariant::fromValue<quint32>(rowAt(row).categories.bits());
    }
    if (role == OperationRole && columnAt(column) == Column::Operation) {
        return toText(rowAt(row).operation);
    }
    return {};
}

} // namespace hscope::app
