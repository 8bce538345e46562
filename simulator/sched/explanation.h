// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/provisioning.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace hscope::sim {

/// What a change of a schedule would make of it.
struct ChangedCost
{
    double period = 0; ///< Seconds per sample.
    double costUsd = 0;
    bool feasible = true; ///< Floor and limits hold.

    bool operator==(const ChangedCost&) const = default;
};

/// The best other type for a layer, all units provisioned anew.
struct LayerMove
{
    std::size_t layer = 0;
    std::optional<std::size_t> type; ///< None: no other type can run it and meet the floor.
    double costUsd = 0;              ///< Of the whole schedule after the move.

    bool operator==(const LayerMove&) const = default;
};

/// Why a stage takes as long as it does, and what else it could be.
struct StageExplanation
{
    ProvisionedStage stage;
    StageTime time;
    StageTerms terms;
    bool setsPeriod = false; ///< The slowest stage, or as slow as it.
    double slack = 0;        ///< Seconds per sample that it is faster than the period.
    double shareOfCost = 0;  ///< Of the hourly cost of all units and the fixed cost, 0 to 1.
    ChangedCost oneMoreUnit;
    std::optional<ChangedCost> oneFewerUnit; ///< None for a stage of one unit.
    std::vector<LayerMove> moves;            ///< One per layer.

    [[nodiscard]] bool computeBinds() const { return time.compute >= time.communication; }
};

/// Explains each stage of a schedule. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<StageExplanation>>
explain(const Problem& problem, const Schedule& schedule, const std::stop_token& stop);

} // namespace hscope::sim
