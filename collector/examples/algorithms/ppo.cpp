// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/ppo.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/gaussian_policy.h"
#include "collector/examples/algorithms/rollout_buffer.h"
#include "collector/examples/algorithms/running_moments.h"
#include "collector/examples/environments/vector_environment.h"

#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adam.h>
#include <torch/utils.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <hscope/collector.hpp>
#include <memory>
#include <vector>

namespace hscope::examples {

namespace {

constexpr int kRolloutLength = 128;
constexpr int kEpochs = 8;
constexpr std::int64_t kMinibatch = 512;
constexpr double kLearningRate = 7e-4;
constexpr double kClipRatio = 0.2;
constexpr double kValueWeight = 0.5;
constexpr double kGradientBound = 0.5;
constexpr float kObservationBound = 10;
constexpr Discounts kDiscounts{};

/// A tensor that views `rows` as a matrix of `width` columns; valid while the vector is neither
/// resized nor destroyed.
torch::Tensor matrixOf(std::vector<float>& rows, std::size_t width)
{
    const auto columns = static_cast<std::int64_t>(width);
    return torch::from_blob(rows.data(),
                            {static_cast<std::int64_t>(rows.size()) / columns, columns});
}

torch::Tensor columnOf(std::vector<float>& rows)
{
    return torch::from_blob(rows.data(), {static_cast<std::int64_t>(rows.size())});
}

void copyTo(const torch::Tensor& tensor, std::vector<float>& numbers)
{
    const torch::Tensor flat = tensor.contiguous();
    numbers.assign(flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel());
}

/// What a minibatch is taken from, one row per step and environment.
struct Batch
{
    torch::Tensor observations;
    torch::Tensor actions;
    torch::Tensor logProbabilities;
    torch::Tensor advantages;
    torch::Tensor returns;

    [[nodiscard]] Batch rows(const torch::Tensor& indices) const
    {
        return {observations.index_select(0, indices), actions.index_select(0, indices),
                logProbabilities.index_select(0, indices), advantages.index_select(0, indices),
                returns.index_select(0, indices)};
    }
};

class Ppo final : public Algorithm
{
public:
    Ppo(VectorEnvironment& environments, const TrainingSettings& settings)
        : m_environments(environments)
        , m_settings(settings)
        , m_policy(static_cast<std::int64_t>(environments.observationSize()),
                   static_cast<std::int64_t>(environments.actionSize()))
        , m_optimizer(m_policy->parameters(), torch::optim::AdamOptions(kLearningRate).eps(1e-5))
        , m_observationMoments(environments.observationSize())
        , m_returnMoments(1)
        , m_discountedReturns(environments.count())
    {
    }

    std::int64_t iterate() override
    {
        m_rollout.clear();
        for (int step = 0; step < kRolloutLength; ++step) {
            decide();
            simulate();
        }
        learn();
        const auto steps = kRolloutLength * static_cast<std::int64_t>(m_environments.count());
        m_stepsDone += steps;
        return steps;
    }

private:
    void decide();
    void simulate();
    void scaleRewards();
    [[nodiscard]] std::vector<float> estimateValues(const std::vector<float>& observations);
    void learn();
    void improve(const Batch& batch);
    void setLearningRate();

    VectorEnvironment& m_environments;
    TrainingSettings m_settings;
    GaussianPolicy m_policy;
    torch::optim::Adam m_optimizer;
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

void Ppo::decide()
{
    const Operation operation("inference");
    m_observationMoments.add(m_environments.observations());
    m_observationMoments.normalize(m_environments.observations(), kObservationBound,
                                   m_observations);

    const torch::NoGradGuard noGradient;
    const torch::Tensor observations = matrixOf(m_observations, m_environments.observationSize());
    const torch::Tensor means = m_policy->means(observations);
    const torch::Tensor actions = m_policy->sample(means);
    copyTo(actions, m_actions);
    copyTo(m_policy->logProbabilities(means, actions), m_logProbabilities);
    copyTo(m_policy->values(observations), m_values);
    m_rollout.addDecision({m_observations, m_actions, m_logProbabilities, m_values});
}

void Ppo::simulate()
{
    {
        const Operation operation("simulation");
        m_environments.step(m_actions);
    }
    scaleRewards();
    m_rollout.addOutcome(m_rewards, m_environments.ended());
}

void Ppo::scaleRewards()
{
    const std::vector<float>& rewards = m_environments.rewards();
    for (std::size_t index = 0; index < rewards.size(); ++index) {
        m_discountedReturns[index] = m_discountedReturns[index] * kDiscounts.gamma + rewards[index];
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
            m_rewards[index] += cutOff[index] != 0 ? kDiscounts.gamma * values[index] : 0.0F;
        }
    }
    for (std::size_t index = 0; index < rewards.size(); ++index) {
        m_discountedReturns[index] *= m_environments.ended()[index] != 0 ? 0.0F : 1.0F;
    }
}

std::vector<float> Ppo::estimateValues(const std::vector<float>& observations)
{
    const Operation operation("inference");
    const torch::NoGradGuard noGradient;
    std::vector<float> normalized;
    m_observationMoments.normalize(observations, kObservationBound, normalized);
    std::vector<float> values;
    copyTo(m_policy->values(matrixOf(normalized, m_environments.observationSize())), values);
    return values;
}

void Ppo::learn()
{
    m_rollout.estimateAdvantages(estimateValues(m_environments.observations()), kDiscounts);
    setLearningRate();

    const Operation operation("backpropagation");
    const Batch all{matrixOf(m_rollout.observations(), m_environments.observationSize()),
                    matrixOf(m_rollout.actions(), m_environments.actionSize()),
                    columnOf(m_rollout.logProbabilities()), columnOf(m_rollout.advantages()),
                    columnOf(m_rollout.returns())};
    const auto rowCount = static_cast<std::int64_t>(m_rollout.rowCount());
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
        const torch::Tensor order = torch::randperm(rowCount, torch::kLong);
        for (std::int64_t first = 0; first < rowCount; first += kMinibatch) {
            improve(all.rows(order.slice(0, first, std::min(first + kMinibatch, rowCount))));
        }
    }
}

void Ppo::improve(const Batch& batch)
{
    const torch::Tensor advantages =
        (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8);
    const torch::Tensor means = m_policy->means(batch.observations);
    const torch::Tensor ratios =
        (m_policy->logProbabilities(means, batch.actions) - batch.logProbabilities).exp();
    const torch::Tensor clipped = ratios.clamp(1 - kClipRatio, 1 + kClipRatio);
    const torch::Tensor policyLoss = -torch::min(ratios * advantages, clipped * advantages).mean();
    const torch::Tensor valueLoss =
        (m_policy->values(batch.observations) - batch.returns).square().mean();

    m_optimizer.zero_grad();
    (policyLoss + kValueWeight * valueLoss).backward();
    torch::nn::utils::clip_grad_norm_(m_policy->parameters(), kGradientBound);
    m_optimizer.step();
}

void Ppo::setLearningRate()
{
    const double doneRatio =
        static_cast<double>(m_stepsDone) / static_cast<double>(m_settings.totalSteps);
    for (torch::optim::OptimizerParamGroup& group : m_optimizer.param_groups()) {
        group.options().set_lr(kLearningRate * std::max(1 - doneRatio, 0.0));
    }
}

} // namespace

std::unique_ptr<Algorithm> makePpo(VectorEnvironment& environments,
                                   const TrainingSettings& settings)
{
    return std::make_unique<Ppo>(environments, settings);
}

} // namespace hscope::examples
