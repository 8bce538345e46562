// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/list_change.h"

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <vector>

namespace hscope::app {

/// What cells of every table answer beside the roles of Qt.
enum TableRole : int
{
    SortRole =
        Qt::UserRole, ///< What the column sorts by: a number in base units (ns, count) or a text.
    CopyRole,         ///< Text for TSV and CSV: exact, without thin spaces.
    CategoriesRole,   ///< quint32: bits of a core::CategorySet, drawn as swatches before the text.
    OperationRole,    ///< QString: name of an operation, drawn as a bar in its colour.
    ToneRole,         ///< int: a CellTone; not set: plain text.
    BarRole,          ///< double, 0 to 1: a bar of that length, drawn before the number.
    IconRole,         ///< QString: a line icon, drawn before the text.
    GlyphRole,        ///< TypeAppearance: a resource type's glyph, drawn before the text.
    CostsRole,        ///< LayerCosts: a bar per resource type, drawn before the number.
};

/// How much weight the text of a cell has.
enum class CellTone : int
{
    Strong, ///< What one looks for first in the column.
    Secondary,
    Ok,
    Warning,
    Accent ///< Still going on.
};

/// One column of a TableModel.
struct TableColumn
{
    QString title;
    QString copyTitle; ///< Title in TSV and CSV, where numbers are exact and so in other units;
                       ///< empty: `title`.
    Qt::Alignment alignment = Qt::AlignLeft;
    QString toolTip = {}; ///< Plain text.
};

/// What one cell shows and how it sorts and copies.
struct TableCell
{
    QString text;
    QVariant sortKey; ///< Not set: the text.
    QString copyText; ///< Empty: the text.
    QString toolTip;  ///< Plain text.
};

/// A flat table whose subclasses answer with typed cells instead of variants and roles.
///
/// Thread: the GUI thread.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const final;

protected:
    [[nodiscard]] virtual int rows() const = 0;
    [[nodiscard]] virtual const std::vector<TableColumn>& columns() const = 0;
    /// Called with a valid row and column only.
    [[nodiscard]] virtual TableCell cell(int row, int column) const = 0;
    /// Anything beyond text: roles from CategoriesRole on. Not set by default.
    [[nodiscard]] virtual QVariant decoration(int row, int column, int role) const;
    /// What an editor of the cell begins with; not set: there is none.
    [[nodiscard]] virtual QVariant editText(int row, int column) const;

    /// Makes `after` the rows, announcing only the stretch that differs.
    template <typename T>
    void replaceRows(std::vector<T>& rows, const std::vector<T>& after)
    {
        const auto change = ListChange<T>::between(rows, after);
        const auto at = static_cast<int>(change.at);
        const auto removed = static_cast<int>(change.removed.size());
        const auto inserted = static_cast<int>(change.inserted.size());
        const int common = std::min(removed, inserted);
        const auto first = rows.begin() + at;
        const auto split = std::copy_n(change.inserted.begin(), common, first) - rows.begin();
        if (removed > common) {
            beginRemoveRows({}, at + common, at + removed - 1);
            rows.erase(rows.begin() + split, rows.begin() + at + removed);
            endRemoveRows();
        } else if (inserted > common) {
            beginInsertRows({}, at + common, at + inserted - 1);
            rows.insert(rows.begin() + split, change.inserted.begin() + common,
                        change.inserted.end());
            endInsertRows();
        }
        if (common > 0) {
            Q_EMIT dataChanged(index(at, 0), index(at + common - 1, columnCount() - 1));
        }
    }
};

} // namespace hscope::app
