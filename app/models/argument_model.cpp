// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/argument_model.h"

#include "app/models/format.h"

namespace hscope::app {

ArgumentModel::ArgumentModel(QObject* parent)
    : TableModel(parent)
    , m_columns{{tr("Argument"), {}, Qt::AlignLeft}, {tr("Value"), {}, Qt::AlignRight}}
{
}

void ArgumentModel::setArguments(std::vector<core::Argument> arguments)
{
    if (arguments == m_arguments) {
        return;
    }
    beginResetModel();
    m_arguments = std::move(arguments);
    endResetModel();
}

TableCell ArgumentModel::cell(int row, int column) const
{
    const core::Argument& argument = m_arguments[static_cast<std::size_t>(row)];
    const QString text =
        column == Name ? toText(argument.name) : formatArgumentValue(argument.value);
    // One line in the table; the whole in the tool tip and in copies.
    return {text.simplified(), {}, text, text};
}

} // namespace hscope::app
