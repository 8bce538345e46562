// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/edited_value.h"
#include "app/commands/workload_change.h"
#include "app/commands/workload_edit.h"
#include "simulator/model/workload_check.h"

#include <optional>
#include <vector>

namespace hscope::app {

/// The workload that is edited; its layers can be selected.
///
/// Thread: the GUI thread.
class WorkloadDocument final : public EditedValue<sim::Workload, WorkloadChange, LayerSet>
{
    Q_OBJECT

public:
    explicit WorkloadDocument(QObject* parent = nullptr);

    [[nodiscard]] const sim::Workload& workload() const { return value(); }

    /// Makes `after` the workload and selects what it says; see EditedValue.
    bool edit(WorkloadEdit after, const QString& text, std::optional<int> gesture = std::nullopt);
    /// The same, keeping the selection.
    bool edit(const sim::Workload& after, const QString& text,
              std::optional<int> gesture = std::nullopt);
    /// One step to another workload, which has no file: saving does not overwrite what was open.
    void replace(const sim::Workload& after, const QString& text);

    /// Errors: those of sim::readWorkload(); what was open stays.
    [[nodiscard]] core::Result<void> open(const std::filesystem::path& path) override;
    [[nodiscard]] core::Result<void> recover(const std::filesystem::path& file,
                                             const std::filesystem::path& originalPath) override;
    [[nodiscard]] QString refusal() const override;
    void mend() override;
    [[nodiscard]] std::string json() const override;
    /// What could not be read back is corrected.
    [[nodiscard]] std::string recoveryJson() const override;

    [[nodiscard]] const std::vector<sim::WorkloadProblem>& problems() const;
    /// Bytes that cross each cut, as sim::cutBytes() has them.
    [[nodiscard]] const std::vector<double>& cuts() const;

private:
    [[nodiscard]] const std::string& name() const override { return workload().name; }

    [[nodiscard]] LayerSet existingOf(LayerSet layers) const override;
    void valueChanged() override;
    [[nodiscard]] sim::Workload mended() const;

    mutable std::optional<std::vector<sim::WorkloadProblem>> m_problems;
    mutable std::optional<std::vector<double>> m_cuts;
};

} // namespace hscope::app
