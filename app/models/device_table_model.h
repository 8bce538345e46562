// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_replay.h"
#include "app/models/table_model.h"

namespace hscope::app {

/// The devices of a DeviceReplay as a table, always of the same time: everything that the drawing
/// shows, for those who do not see it.
class DeviceTableModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Device,
        Layers,
        Utilization,
        State,
        Replica,
        ColumnCount
    };

    /// `replay` must outlive the model.
    explicit DeviceTableModel(const DeviceReplay& replay, QObject* parent = nullptr);

protected:
    [[nodiscard]] int rows() const override;

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    const DeviceReplay& m_replay;
    std::vector<TableColumn> m_columns;
};

} // namespace hscope::app
