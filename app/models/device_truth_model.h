// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/format.h"
#include "app/models/gpu_truth_source.h"
#include "app/models/table_model.h"

#include <memory>
#include <vector>

namespace hscope::app {

/// Devices, each followed by its streams: how long they worked, what a sampling tool says, and why
/// they paused between their first and their last work.
class DeviceTruthModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Device,
        Busy,
        Share,
        Sampled,
        HostWait,
        KernelWait,
        Other,
        Longest,
        WithoutLaunch,
        ColumnCount
    };

    explicit DeviceTruthModel(QObject* parent = nullptr);

    /// Null empties the table.
    void setDevices(std::shared_ptr<const core::TraceStore> store,
                    std::shared_ptr<const GpuTruthSource::Devices> devices);

    /// The row of a device by its position in the list.
    [[nodiscard]] int rowOfDevice(std::size_t device) const;

    /// Where the device or stream of a row paused longest; empty if it did not.
    [[nodiscard]] core::TimeRange longestPause(int row) const;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    struct Row
    {
        QString title;
        bool isDevice = false;
        core::Duration busy{};
        double sampled = 0; ///< Of devices.
        core::IdleSplit idle;
    };

    void makeColumns();
    [[nodiscard]] TableCell timeCell(core::Duration time, std::uint64_t pauses) const;

    std::vector<TableColumn> m_columns;
    std::vector<Row> m_rows;
    core::Duration m_wall{};
    TimeUnit m_unit;
};

} // namespace hscope::app
