// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndexList>
#include <QString>
#include <QStringList>

class QAbstractItemModel;

namespace hscope::app {

enum class TableTextFormat
{
    Tsv, ///< For the clipboard: tabs; tabs and line breaks within cells become spaces.
    Csv, ///< For files: commas, RFC 4180 quotes.
};

/// One line of a file: the cells quoted as the format wants it, with its line end.
[[nodiscard]] QString tableLine(const QStringList& cells, TableTextFormat format);

/// The given rows of a table with a header line, as CopyRole gives them: exact numbers. All rows if
/// `rows` is empty.
[[nodiscard]] QString tableText(const QAbstractItemModel& model, TableTextFormat format,
                                const QModelIndexList& rows = {});

} // namespace hscope::app
