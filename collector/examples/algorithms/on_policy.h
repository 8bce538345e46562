// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/algorithms/actor_critic.h"
#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/rollout_buffer.h"
#include "collector/examples/algorithms/running_moments.h"

#include <torch/optim/optimizer.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace hscope::examples {

class VectorEnvironment;

/// What was played, one row per step and environment.
struct RolloutBatch
{
    torch::Tensor observations; ///< Normalised.
    torch::Tensor actions;
    torch::Tensor logProbabilities; ///< Of the actions, when they were chosen.
    torch::Tensor advantages;
    torch::Tensor returns;

    [[nodiscard]] RolloutBatch rows(const torch::Tensor& indices) const;
};

/// What on-policy algorithms share: they learn from what their present policy plays, once.
///
///   repeat:  play `rolloutLength` steps in each environment   inference, simulation
///            estimate the advantages
///            learn()                                          backpropagation
///
/// Observations are normalised by their running mean and deviation, rewards by the running
/// deviation of the discounted return. The learning rate falls linearly to 0 over the planned
/// steps.
class OnPolicy : public Algorithm
{
public:
    std::int64_t iterate() final;

protected:
    struct Style
    {
        int rolloutLength = 0;
        double learningRate = 0;
        Discounts discounts;
    };

    OnPolicy(VectorEnvironment& environments, const TrainingSettings& settings, const Style& style);

    /// Improves policy() by means of descend(); the tensors are valid until it returns.
    virtual void learn(const RolloutBatch& batch) = 0;

    [[nodiscard]] virtual torch::optim::Optimizer& optimizer() = 0;

    [[nodiscard]] ActorCritic& policy() { return *m_policy; }

    /// One step of the optimizer, with the policy's loss and the distance of the values from the
    /// returns.
    void descend(const torch::Tensor& policyLoss, const RolloutBatch& batch);

private:
    void decide();
    void simulate();
    void scaleRewards();
    [[nodiscard]] std::vector<float> estimateValues(const std::vector<float>& observations);
    void setLearningRate();

    VectorEnvironment& m_environments;
    TrainingSettings m_settings;
    Style m_style;
    std::shared_ptr<ActorCritic> m_policy;
    RunningMoments m_observationMoments;
    RunningMoments m_returnMoments;
    std::vector<float> m_discountedReturns; ///< One per environment, as rewards came in.
    RolloutBuffer m_rollout;
    std::int64_t m_stepsDone = 0;

    // Of the current step; members so that their memory is used again.
    std::vector<float> m_observations; ///< Normalised.
    std::vector<float> m_actions;
    std::vector<float> m_logProbabilities;
    std::vector<float> m_values;
    std::vector<float> m_rewards; ///< Scaled.
};

} // namespace hscope::examples
