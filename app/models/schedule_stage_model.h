// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "app/models/type_appearance.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"

#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// The stages of one schedule: which layers, on what, and how long a sample takes there.
class ScheduleStageModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Layers,
        Units,
        Time,  ///< Seconds per sample, in µs.
        Binds, ///< Which of computation and communication takes longer.
        ColumnCount
    };

    explicit ScheduleStageModel(QObject* parent = nullptr);

    /// Null `problem` empties the table.
    void setSchedule(std::shared_ptr<const sim::Problem> problem, const sim::Placement& placement);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    struct Row
    {
        sim::PlacedStage stage;
        TypeAppearance type;
        QString names; ///< Of the first and last layer.
        std::optional<sim::StageTime> time;
        bool isSlowest = false; ///< Sets the period.
    };

    std::vector<TableColumn> m_columns;
    std::vector<Row> m_rows;
};

} // namespace hscope::app
