// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/table_text.h"

#include "app/models/table_model.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <functional>

namespace hscope::app {

namespace {

QString quoted(QString text, TableTextFormat format)
{
    if (format == TableTextFormat::Tsv) {
        return text.replace(u'\t', u' ').replace(u'\n', u' ').remove(u'\r');
    }
    if (text.contains(u'"') || text.contains(u',') || text.contains(u'\n') ||
        text.contains(u'\r')) {
        return u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
    }
    return text;
}

} // namespace

QString tableText(const QAbstractItemModel& model, TableTextFormat format,
                  const QModelIndexList& rows)
{
    const QChar separator = format == TableTextFormat::Tsv ? u'\t' : u',';
    const QString lineEnd =
        format == TableTextFormat::Tsv ? QStringLiteral("\n") : QStringLiteral("\r\n");
    QString result;
    const auto addLine = [&](const std::function<QVariant(int)>& cell) {
        for (int column = 0; column < model.columnCount(); ++column) {
            if (column > 0) {
                result += separator;
            }
            result += quoted(cell(column).toString(), format);
        }
        result += lineEnd;
    };
    addLine([&](int column) { return model.headerData(column, Qt::Horizontal, CopyRole); });
    if (rows.isEmpty()) {
        for (int row = 0; row < model.rowCount(); ++row) {
            addLine([&](int column) { return model.index(row, column).data(CopyRole); });
        }
    }
    for (const QModelIndex& index : rows) {
        addLine([&](int column) { return model.index(index.row(), column).data(CopyRole); });
    }
    return result;
}

} // namespace hscope::app
