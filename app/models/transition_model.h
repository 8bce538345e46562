// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "core/analysis/transition_means.h"

#include <vector>

namespace hscope::app {

/// How often each category is entered in the operations of one process: per iteration, and in the
/// whole trace. The means are there only if the process has iterations.
class TransitionModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Operation,
        Category,
        Count,
        PerIteration,
        ColumnCount
    };

    explicit TransitionModel(QObject* parent = nullptr);

    void setMeans(std::vector<core::TransitionMean> means);

    [[nodiscard]] const std::vector<core::TransitionMean>& means() const { return m_rows; }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    std::vector<TableColumn> m_columns;
    std::vector<core::TransitionMean> m_rows;
};

} // namespace hscope::app
