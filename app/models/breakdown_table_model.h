// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/breakdown_bars.h"
#include "app/models/format.h"
#include "app/models/table_model.h"
#include "core/analysis/breakdown.h"

#include <memory>
#include <optional>

namespace hscope::app {

/// The breakdown of one process as a table: a row per operation and set of active categories.
///
/// Times are in the unit that suits the wall time, with one precision; copies are exact
/// nanoseconds. The columns for the phase and for the interval are there only if the trace has
/// phases or a correction that has one.
class BreakdownTableModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Operation,
        Phase,
        Categories,
        Resource,
        Time,
        Interval,
        Share,
        Asynchronous
    };

    explicit BreakdownTableModel(QObject* parent = nullptr);

    /// Null `breakdown` empties the table. `isCorrected`: overhead was taken out of it, which
    /// copies and exports say as well.
    void setBreakdown(std::shared_ptr<const core::TraceStore> store,
                      std::shared_ptr<const core::Breakdown> breakdown, core::ProcessId process,
                      bool isCorrected = false);

    [[nodiscard]] std::optional<int> findColumn(Column column) const;
    [[nodiscard]] BreakdownKey keyAt(int row) const;
    /// The first row with `key`, if there is one.
    [[nodiscard]] std::optional<int> findRow(const BreakdownKey& key) const;

    /// Sum of the rows that are not asynchronous.
    [[nodiscard]] std::int64_t totalNs() const { return m_totalNs; }

    [[nodiscard]] std::int64_t wallNs() const { return m_wallNs; }

    [[nodiscard]] const TimeUnit& unit() const { return m_unit; }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    void makeColumns(bool hasPhases, bool hasIntervals, bool isCorrected);
    [[nodiscard]] TableCell timeCell(const core::BreakdownRow& row) const;

    [[nodiscard]] Column columnAt(int column) const
    {
        return m_order[static_cast<std::size_t>(column)];
    }

    [[nodiscard]] const core::BreakdownRow& rowAt(int row) const
    {
        return *m_rows[static_cast<std::size_t>(row)];
    }

    std::shared_ptr<const core::TraceStore> m_store;
    std::shared_ptr<const core::Breakdown> m_breakdown;
    std::vector<const core::BreakdownRow*> m_rows; ///< Into m_breakdown.
    std::vector<TableColumn> m_columns;
    std::vector<Column> m_order; ///< Parallel to m_columns.
    TimeUnit m_unit;
    std::int64_t m_totalNs = 0;
    std::int64_t m_wallNs = 0;
};

} // namespace hscope::app
