// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/breakdown_bars.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace hscope::app {

/// Which process a panel shows; hidden where there is only one.
class ProcessBox final : public QComboBox
{
    Q_OBJECT

public:
    explicit ProcessBox(QWidget* parent = nullptr);

    /// Keeps the choice if the process is among them. Silent.
    void setProcesses(std::vector<BreakdownProcess> processes);

    /// The choice; null without processes.
    [[nodiscard]] const BreakdownProcess* process() const;

Q_SIGNALS:
    void processChanged(); ///< Somebody chose another one.

private:
    std::vector<BreakdownProcess> m_processes;
};

} // namespace hscope::app
