// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_entry.h"
#include "app/models/table_model.h"
#include "simulator/sched/explanation.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace hscope::app {

/// Why each layer of a schedule is where it is.
struct ExplainedSchedule
{
    std::shared_ptr<const sim::Problem> problem;
    sim::Schedule schedule;
    std::vector<sim::StageExplanation> stages;
};

/// What `hscope explain-placement` says, for the entry's schedule. Thread: any. Errors: Cancelled;
/// a placement that does not fit its problem.
[[nodiscard]] core::Result<ExplainedSchedule>
explainSchedule(const std::shared_ptr<const sim::Problem>& problem, const sim::Placement& placement,
                const std::stop_token& stop);

/// Why one layer is where it is, a fact per row: how long its stage takes and what binds, what one
/// unit more or fewer would change, and what moving it would cost.
class LayerExplanationModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        What,
        Value,
        ColumnCount
    };

    explicit LayerExplanationModel(QObject* parent = nullptr);

    /// Empties the table where `explained` is null or has no such layer.
    void setLayer(std::shared_ptr<const ExplainedSchedule> explained,
                  std::optional<std::size_t> layer);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    struct Row
    {
        QString what;
        QString value;
        QString toolTip;
        std::optional<CellTone> tone;
    };

    void addStage(const ExplainedSchedule& explained, const sim::StageExplanation& stage);
    void addChange(const ExplainedSchedule& explained, const QString& what,
                   const sim::ChangedCost& change);
    void addMove(const ExplainedSchedule& explained, const sim::LayerMove& move);

    std::vector<TableColumn> m_columns;
    std::vector<Row> m_rows;
};

} // namespace hscope::app
