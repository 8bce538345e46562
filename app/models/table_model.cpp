// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/table_model.h"

#include "app/models/format.h"

namespace hscope::app {

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rows();
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return cell(index.row(), index.column()).text;
    case Qt::EditRole:
        return editText(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(columns()[static_cast<std::size_t>(index.column())].alignment |
                                   Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        const QString text = cell(index.row(), index.column()).toolTip;
        return text.isEmpty() ? QVariant() : QVariant(toolTipText(text));
    }
    case SortRole: {
        const TableCell value = cell(index.row(), index.column());
        return value.sortKey.isValid() ? value.sortKey : QVariant(value.text);
    }
    case CopyRole: {
        const TableCell value = cell(index.row(), index.column());
        return value.copyText.isEmpty() ? value.text : value.copyText;
    }
    default:
        return role >= CategoriesRole ? decoration(index.row(), index.column(), role) : QVariant();
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 ||
        section >= static_cast<int>(columns().size())) {
        return {};
    }
    const TableColumn& column = columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(column.alignment | Qt::AlignVCenter);
    case CopyRole:
        return column.copyTitle.isEmpty() ? column.title : column.copyTitle;
    case Qt::ToolTipRole:
        return column.toolTip.isEmpty() ? QVariant() : QVariant(toolTipText(column.toolTip));
    default:
        return {};
    }
}

QVariant TableModel::editText(int /*row*/, int /*column*/) const
{
    return {};
}

QVariant TableModel::decoration(int /*row*/, int /*column*/, int /*role*/) const
{
    return {};
}

} // namespace hscope::app
