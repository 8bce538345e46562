// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/provisioning.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace hscope::sim {

/// Each layer's cheapest type if nothing is rounded and boundaries cost nothing.
[[nodiscard]] TypePlan cheapestTypes(const Problem& problem);

/// A simple good schedule of a problem, which gives costs, prices and loads their scale: the
/// cheapest of all layers on one type and of each layer on its cheapest type. If none of them is
/// feasible, a lower bound at the longest period stands in.
struct ReferenceSchedule
{
    bool feasible = false;
    double period = 0;  ///< Seconds per sample.
    double weight = 0;  ///< USD per hour, without the fixed cost; above 0.
    double costUsd = 0; ///< Above 0.
};

/// Cost: a provisioning for each type.
[[nodiscard]] ReferenceSchedule referenceSchedule(const Problem& problem);

/// How far a plan is from feasible, 0 if it is not: with the fewest units that keep to the longest
/// period, the sum over types of units beyond the limit as part of the limit, plus what stages that
/// no number of units helps exceed the period by. Each part counts at most 1.
[[nodiscard]] double violation(const Problem& problem, std::span<const std::size_t> plan);

/// Judges plans for searches and for learning, and remembers them.
///
/// The reward of a plan is -log(cost / reference cost), flattened towards kInfeasibleReward where
/// the cost is more than e times the reference's. Infeasible plans get kInfeasibleReward -
/// violation, less than any feasible one.
class PlanJudge
{
public:
    static constexpr double kInfeasibleReward = -2;

    explicit PlanJudge(const Problem& problem);

    /// The reward of `plan`. Repeated plans are looked up.
    double judge(std::span<const std::size_t> plan);

    [[nodiscard]] const ReferenceSchedule& reference() const { return m_reference; }

    /// The cheapest plan so far; empty if none was feasible.
    [[nodiscard]] const TypePlan& best() const { return m_best; }

    /// Its cost in USD; infinity if none was feasible.
    [[nodiscard]] double bestCostUsd() const { return m_bestCost; }

    /// Plans whose cost was calculated: repeated ones count once.
    [[nodiscard]] std::int64_t evaluations() const
    {
        return static_cast<std::int64_t>(m_rewards.size());
    }

private:
    const Problem& m_problem;
    ReferenceSchedule m_reference;
    std::unordered_map<std::string, double> m_rewards; ///< By plan; only looked up, never iterated.
    TypePlan m_best;
    double m_bestCost;
};

} // namespace hscope::sim
