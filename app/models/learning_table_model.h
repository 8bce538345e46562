// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/learning_curves.h"
#include "app/models/table_model.h"

#include <vector>

namespace hscope::app {

/// The numbers behind the learning curve: a row per scheduler, seed and iteration.
class LearningTableModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Scheduler,
        Seed,
        Iteration,
        Reward,
        Decision,
        Best,
        ColumnCount
    };

    explicit LearningTableModel(QObject* parent = nullptr);

    /// Inserts what is new; begins anew where a curve that was there is gone.
    void setCurves(const std::vector<LearningCurve>& curves);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;

private:
    struct Row
    {
        QString scheduler;
        std::uint64_t seed = 0;
        LearningPoint point;
    };

    std::vector<TableColumn> m_columns;
    std::vector<std::size_t> m_taken; ///< By curve: how many points are in the rows.
    std::vector<Row> m_rows;
};

} // namespace hscope::app
