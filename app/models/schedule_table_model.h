// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_entry.h"
#include "app/models/table_model.h"

#include <optional>
#include <vector>

namespace hscope::app {

/// What the schedulers found, a row each. Costs and ratios have one precision per column; copies
/// are exact.
class ScheduleTableModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Scheduler,
        Cost,
        Ratio, ///< To the optimum, as a number and as a bar of the excess.
        Throughput,
        Bubble, ///< The part of the paid time in which units wait for the slowest stage.
        Stages,
        Evaluations,
        Decision,
        Training,
        Seed,
        Proven,
        ColumnCount
    };

    enum Role : int
    {
        SummaryRole = GlyphRole + 1, ///< QString: what the scheduler does.
        StateRole,                   ///< int: a ScheduleEntry::State.
        OriginRole,                  ///< int: a ScheduleEntry::Origin.
    };

    /// The bar of the ratio column is full at this excess over the optimum, or at the largest one.
    static constexpr double kFullExcess = 0.5;

    explicit ScheduleTableModel(QObject* parent = nullptr);

    /// Replaces all rows.
    void setEntries(const std::vector<ScheduleEntry>& entries);
    /// Changes one row; others change with it where they are compared with it.
    void setEntry(int row, const ScheduleEntry& entry);

    [[nodiscard]] const ScheduleEntry& entryAt(int row) const
    {
        return m_entries[static_cast<std::size_t>(row)];
    }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_entries.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    void refreshReference();
    [[nodiscard]] std::optional<double> ratioOf(const ScheduleEntry& entry) const;
    [[nodiscard]] bool isCheapest(const ScheduleEntry& entry) const;
    [[nodiscard]] TableCell costCell(const ScheduleEntry& entry) const;
    [[nodiscard]] TableCell ratioCell(const ScheduleEntry& entry) const;
    [[nodiscard]] static TableCell provenCell(const ScheduleEntry& entry);
    [[nodiscard]] static TableCell seedCell(const ScheduleEntry& entry);
    [[nodiscard]] std::optional<CellTone> toneOf(const ScheduleEntry& entry, int column) const;

    std::vector<TableColumn> m_columns;
    std::vector<ScheduleEntry> m_entries;
    std::optional<CostReference> m_reference;
    double m_largestExcess = kFullExcess;
};

} // namespace hscope::app
