// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/on_policy.h"

#include "collector/examples/algorithms/actor_critic.h"
#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/tensor_rows.h"
#include "collector/examples/environments/vector_environment.h"

#include <torch/nn/utils/clip_grad.h>
#include <torch/utils.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <hscope/collector.hpp>
#include <vector>

namespace hscope::examples {

namespace {

constexpr double kValueWeight = 0.5;
constexpr double kGradientBound = 0.5;
constexpr float kObservationBound = 10;

PolicyShape shapeFor(const VectorEnvironment& environments)
{
    PolicyShape shape;
    shape.observationSize = static_cast<std::int64_t>(environments.observationSize());
    shape.actionSize = static_cast<std::int64_t>(environments.actionSize());
    shape.actionLevels = static_cast<std::int64_t>(environments.actionLevels());
    return shape;
}

} // namespace

RolloutBatch RolloutBatch::rows(const torch::Tensor& indices) const
{
    return {observations.index_select(0, indices), actions.index_select(0, indices),
            logProbabilities.index_select(0, indices), advantages.index_select(0, indices),
            returns.index_select(0, indices)};
}

OnPolicy::OnPolicy(VectorEnvironment& environments, const TrainingSettings& settings,
                   const Style& style)
    : m_environments(environments)
    , m_settings(settings)
    , m_style(style)
    , m_policy(makeActorCritic(shapeFor(environments)))
    , m_observationMoments(environments.observationSize())
    , m_returnMoments(1)
    , m_discountedReturns(environments.count())
{
}

std::int64_t OnPolicy::iterate()
{
    m_rollout.clear();
    for (int step = 0; step < m_style.rolloutLength; ++step) {
        decide();
        simulate();
    }
    m_rollout.estimateAdvantages(estimateValues(m_environments.observations()), m_style.discounts);
    setLearningRate();
    {
        const Operation operation("backpropagation");
        learn({matrixOf(m_rollout.observations(), m_environments.observationSize()),
               matrixOf(m_rollout.actions(), m_environments.actionSize()),
               columnOf(m_rollout.logProbabilities()), columnOf(m_rollout.advantages()),
               columnOf(m_rollout.returns())});
    }
    const auto steps = m_style.rolloutLength * static_cast<std::int64_t>(m_environments.count());
    m_stepsDone += steps;
    return steps;
}

void OnPolicy::descend(const torch::Tensor& policyLoss, const RolloutBatch& batch)
{
    const torch::Tensor valueLoss =
        (m_policy->values(batch.observations) - batch.returns).square().mean();
    optimizer().zero_grad();
    (policyLoss + kValueWeight * valueLoss).backward();
    torch::nn::utils::clip_grad_norm_(m_policy->parameters(), kGradientBound);
    optimizer().step();
}

void OnPolicy::decide()
{
    const Operation operation("inference");
    m_observationMoments.add(m_environments.observations());
    m_observationMoments.normalize(m_environments.observations(), kObservationBound,
                                   m_observations);

    const torch::NoGradGuard noGradient;
    const torch::Tensor observations = matrixOf(m_observations, m_environments.observationSize());
    const torch::Tensor description = m_policy->describe(observations);
    const torch::Tensor actions = m_policy->sample(description);
    copyTo(actions, m_actions);
    copyTo(m_policy->logProbabilities(description, actions), m_logProbabilities);
    copyTo(m_policy->values(observations), m_values);
    m_rollout.addDecision({m_observations, m_actions, m_logProbabilities, m_values});
}

void OnPolicy::simulate()
{
    {
        const Operation operation("simulation");
        m_environments.step(m_actions);
    }
    scaleRewards();
    m_rollout.addOutcome(m_rewards, m_environments.ended());
}

void OnPolicy::scaleRewards()
{
    const std::vector<float>& rewards = m_environments.rewards();
    for (std::size_t index = 0; index < rewards.size(); ++index) {
        m_discountedReturns[index] =
            m_discountedReturns[index] * m_style.discounts.gamma + rewards[index];
    }
    m_returnMoments.add(m_discountedReturns);
    const float scale = 1 / m_returnMoments.deviation(0);
    m_rewards.resize(rewards.size());
    std::transform(rewards.begin(), rewards.end(), m_rewards.begin(),
                   [scale](float reward) { return reward * scale; });

    const std::vector<std::uint8_t>& cutOff = m_environments.cutOff();
    if (std::any_of(cutOff.begin(), cutOff.end(), [](std::uint8_t flag) { return flag != 0; })) {
        const std::vector<float> values = estimateValues(m_environments.finalObservations());
        for (std::size_t index = 0; index < rewards.size(); ++index) {
            m_rewards[index] += cutOff[index] != 0 ? m_style.discounts.gamma * values[index] : 0.0F;
        }
    }
    for (std::size_t index = 0; index < rewards.size(); ++index) {
        m_discountedReturns[index] *= m_environments.ended()[index] != 0 ? 0.0F : 1.0F;
    }
}

std::vector<float> OnPolicy::estimateValues(const std::vector<float>& observations)
{
    const Operation operation("inference");
    const torch::NoGradGuard noGradient;
    std::vector<float> normalized;
    m_observationMoments.normalize(observations, kObservationBound, normalized);
    std::vector<float> values;
    copyTo(m_policy->values(matrixOf(normalized, m_environments.observationSize())), values);
    return values;
}

void OnPolicy::setLearningRate()
{
    const double doneRatio =
        static_cast<double>(m_stepsDone) / static_cast<double>(m_settings.totalSteps);
    for (torch::optim::OptimizerParamGroup& group : optimizer().param_groups()) {
        group.options().set_lr(m_style.learningRate * std::max(1 - doneRatio, 0.0));
    }
}

} // namespace hscope::examples
