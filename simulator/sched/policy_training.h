// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/plan_judge.h"
#include "simulator/sched/policy_features.h"
#include "simulator/sched/policy_library.h"
#include "simulator/sched/scheduler.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::sim {

/// How a policy is trained. The defaults are those of `rl-lstm`; how they were found stands in
/// docs/SIMULATION.md.
struct TrainingSettings
{
    std::size_t plansPerRound = 64; ///< For each problem.
    double learningRate = 3e-3;
    double entropyWeight = 0.1; ///< In the first round; falls to 0 in the last.
    double baselineRate = 0.3;  ///< Weight of a round in the moving averages.
    double mostGradientNorm = 1;
    /// 1: plain REINFORCE. Less: only the best plans count, this part of a round's about; their
    /// baseline is the moving quantile of the rewards. Looks for the best plan, not a good mean.
    double eliteShare = 1;

    bool operator==(const TrainingSettings&) const = default;
};

/// REINFORCE with a moving baseline on problems of one shape (HeterPS, arXiv 2111.10635, and
/// docs/SIMULATION.md):
///
///     R(n)  reward of plan n (PlanJudge)
///     b     moving average of the rewards of each problem, s of their deviation from b
///     step  along the gradient of  sum over n of (R(n) - b) / s  x  log P(plan n)
///                                  + entropy weight x entropy of the choices
///
/// Thread: one.
class PolicyTrainer
{
public:
    /// All must outlive the trainer; one judge per problem of `input`, in its order.
    PolicyTrainer(Policy& policy, const PolicyInput& input, std::span<PlanJudge> judges,
                  const TrainingSettings& settings);

    /// Draws plans, judges them and takes a step. `progress` from 0 (first round) to 1 (last).
    /// Returns the mean reward of the plans. Errors: Internal.
    [[nodiscard]] core::Result<double> round(std::uint64_t seed, double progress);

    /// The arg-max plan of problem `index`. Errors: Internal.
    [[nodiscard]] core::Result<TypePlan> decision(std::size_t index) const;

private:
    struct Baseline
    {
        bool started = false;
        double level = 0;     ///< b
        double deviation = 0; ///< s
    };

    void note(Baseline& baseline, std::span<const double> rewards) const;
    [[nodiscard]] double levelOf(std::span<const double> rewards) const;
    [[nodiscard]] double advantageOf(const Baseline& baseline, double reward) const;

    Policy& m_policy;
    const PolicyInput& m_input;
    std::span<PlanJudge> m_judges;
    TrainingSettings m_settings;
    std::vector<Baseline> m_baselines;
};

/// Plan `index` of `plans`, for models of `layers` layers.
[[nodiscard]] TypePlan planAt(const PolicyPlans& plans, std::size_t index, std::size_t layers);

} // namespace hscope::sim
