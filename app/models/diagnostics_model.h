// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "core/store/diagnostics.h"

namespace hscope::app {

/// What loading the trace met: one row per kind of problem, most severe first.
class DiagnosticsModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Severity,
        Problem,
        Count,
        First
    };

    explicit DiagnosticsModel(QObject* parent = nullptr);

    void setDiagnostics(std::vector<core::Diagnostic> entries);

    /// The most severe entry's severity; Info without entries.
    [[nodiscard]] core::Severity worst() const;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_entries.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;

private:
    std::vector<core::Diagnostic> m_entries;
    std::vector<TableColumn> m_columns;
};

} // namespace hscope::app
