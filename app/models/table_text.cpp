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

QString tableLine(const QStringList& cells, TableTextFormat format)
{
    QStringList texts;
    for (const QString& cell : cells) {
        texts.append(quoted(cell, format));
    }
    return format == TableTextFormat::Tsv ? QString(texts.join(u'\t') + u'\n')
                                          : QString(texts.join(u',') + QStringLiteral("\r\n"));
}

QString tableText(const QAbstractItemModel& model, TableTextFormat format,
                  const QModelIndexList& rows)
{
    QString result;
    const auto addLine = [&](const std::function<QVariant(int)>& cell) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(cell(column).toString());
        }
        result += tableLine(cells, format);
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
