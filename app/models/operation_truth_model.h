// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/format.h"
#include "app/models/table_model.h"
#include "core/analysis/gpu_truth.h"

#include <vector>

namespace hscope::app {

/// The operations of one process by what works in them: a row each, the longest first, what is
/// outside of operations last. Times are in the unit that suits the wall time; copies are exact
/// nanoseconds.
class OperationTruthModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Operation,
        GpuOnly,
        CpuAndGpu,
        CpuOnly,
        Idle,
        Wall,
        AsynchronousGpu,
        ColumnCount
    };

    explicit OperationTruthModel(QObject* parent = nullptr);

    /// `wall` is that of the trace.
    void setOperations(std::vector<core::OperationTruth> operations, core::Duration wall);

    [[nodiscard]] const std::vector<core::OperationTruth>& operations() const { return m_rows; }

    [[nodiscard]] const TimeUnit& unit() const { return m_unit; }

    /// The sums of the columns, a text each; empty for the names.
    [[nodiscard]] QStringList totals() const;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    void makeColumns();

    std::vector<TableColumn> m_columns;
    std::vector<core::OperationTruth> m_rows;
    TimeUnit m_unit;
};

} // namespace hscope::app
