// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "core/store/argument_source.h"

namespace hscope::app {

/// The arguments of one slice, in file order.
class ArgumentModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Name,
        Value
    };

    explicit ArgumentModel(QObject* parent = nullptr);

    void setArguments(std::vector<core::Argument> arguments);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_arguments.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;

private:
    std::vector<core::Argument> m_arguments;
    std::vector<TableColumn> m_columns;
};

} // namespace hscope::app
