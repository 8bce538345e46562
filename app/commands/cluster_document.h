// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_change.h"
#include "app/commands/cluster_edit.h"
#include "app/commands/edited_value.h"
#include "simulator/model/cluster_check.h"
#include "simulator/model/cluster_totals.h"

#include <optional>
#include <vector>

namespace hscope::app {

/// The cluster that is drawn.
///
/// Thread: the GUI thread.
class ClusterDocument final : public EditedValue<sim::Cluster, ClusterChange, ClusterElements>
{
    Q_OBJECT

public:
    explicit ClusterDocument(QObject* parent = nullptr);

    [[nodiscard]] const sim::Cluster& cluster() const { return value(); }

    /// Makes `after` the cluster and selects what it says; see EditedValue.
    bool edit(ClusterEdit after, const QString& text, std::optional<int> gesture = std::nullopt);
    /// The same, keeping the selection.
    bool edit(const sim::Cluster& after, const QString& text,
              std::optional<int> gesture = std::nullopt);

    /// Errors: those of sim::readCluster(); what was open stays.
    [[nodiscard]] core::Result<void> open(const std::filesystem::path& path) override;
    [[nodiscard]] core::Result<void> recover(const std::filesystem::path& file,
                                             const std::filesystem::path& originalPath) override;
    [[nodiscard]] std::string json() const override;

    [[nodiscard]] const std::vector<sim::ClusterProblem>& problems() const;
    [[nodiscard]] const sim::ClusterTotals& totals() const;

private:
    [[nodiscard]] const std::string& name() const override { return cluster().name; }

    [[nodiscard]] ClusterElements existingOf(ClusterElements elements) const override;
    void valueChanged() override;

    mutable std::optional<std::vector<sim::ClusterProblem>> m_problems;
    mutable std::optional<sim::ClusterTotals> m_totals;
};

} // namespace hscope::app
