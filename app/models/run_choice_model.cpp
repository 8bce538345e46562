// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/run_choice_model.h"

#include "app/models/schedule_table_model.h"

namespace hscope::app {

RunChoiceModel::RunChoiceModel(QObject* parent)
    : QIdentityProxyModel(parent)
{
}

bool RunChoiceModel::canRun(const QModelIndex& index) const
{
    return index.column() == ScheduleTableModel::Scheduler &&
           index.data(ScheduleTableModel::OriginRole).toInt() ==
               static_cast<int>(ScheduleEntry::Origin::Scheduler);
}

QVariant RunChoiceModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::CheckStateRole && index.isValid() && canRun(index)) {
        return m_chosen.contains(index.data(Qt::DisplayRole).toString()) ? Qt::Checked
                                                                         : Qt::Unchecked;
    }
    return QIdentityProxyModel::data(index, role);
}

bool RunChoiceModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid() || !canRun(index)) {
        return false;
    }
    const QString name = index.data(Qt::DisplayRole).toString();
    if (value.toInt() == Qt::Checked) {
        m_chosen.insert(name);
    } else {
        m_chosen.remove(name);
    }
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT choiceChanged();
    return true;
}

Qt::ItemFlags RunChoiceModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QIdentityProxyModel::flags(index);
    return index.isValid() && canRun(index) ? flags | Qt::ItemIsUserCheckable : flags;
}

QStringList RunChoiceModel::chosen() const
{
    QStringList names;
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex entry = index(row, ScheduleTableModel::Scheduler);
        if (data(entry, Qt::CheckStateRole).toInt() == Qt::Checked) {
            names.append(entry.data(Qt::DisplayRole).toString());
        }
    }
    return names;
}

void RunChoiceModel::choose(const QStringList& schedulers)
{
    m_chosen = QSet<QString>(schedulers.begin(), schedulers.end());
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                           {Qt::CheckStateRole});
    }
    Q_EMIT choiceChanged();
}

void RunChoiceModel::chooseAll(bool chosen)
{
    QStringList names;
    for (int row = 0; row < rowCount() && chosen; ++row) {
        const QModelIndex entry = index(row, ScheduleTableModel::Scheduler);
        if (canRun(entry)) {
            names.append(entry.data(Qt::DisplayRole).toString());
        }
    }
    choose(names);
}

} // namespace hscope::app
