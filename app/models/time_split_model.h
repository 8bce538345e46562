// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_replay.h"
#include "app/models/table_model.h"
#include "app/models/type_appearance.h"

#include <array>
#include <span>
#include <vector>

namespace hscope::app {

/// What a device spends its time on.
enum class TimeUse : std::size_t
{
    Compute,
    Transfer,           ///< Communication that no computation hides.
    WaitingForInput,    ///< Free, and microbatches are still to come.
    WaitingForReceiver, ///< Blocking transfers only.
    Idle                ///< All its microbatches are done.
};

inline constexpr std::size_t kTimeUses = 5;

/// `compute`, `transfer` …
[[nodiscard]] QString timeUseName(TimeUse use);

/// A device of a schedule over the simulated span; the times sum to the span exactly.
struct TimeSplitRow
{
    QString scheduler;
    std::size_t schedule = 0; ///< Position among the replays.
    QString layers;           ///< `layers 0–2`.
    TypeAppearance type;
    std::int64_t replica = 0;
    std::int64_t units = 1;
    std::array<core::Duration, kTimeUses> times{};

    [[nodiscard]] core::Duration span() const;
};

/// Where the time of each device goes, for each of several schedules: why one is slower. One row
/// per device that the timelines show, in their order.
class TimeSplitModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Scheduler,
        Layers,
        Device,
        FirstTime, ///< One column per TimeUse from here on.
        Span = FirstTime + static_cast<int>(kTimeUses),
        ColumnCount
    };

    explicit TimeSplitModel(QObject* parent = nullptr);

    /// The first `replicas` devices of each stage.
    void setReplays(std::span<const ScheduleReplay> replays, const sim::Cluster& cluster,
                    int replicas);
    void clear();

    [[nodiscard]] const std::vector<TimeSplitRow>& splits() const { return m_rows; }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    std::vector<TableColumn> m_columns;
    std::vector<TimeSplitRow> m_rows;
};

} // namespace hscope::app
