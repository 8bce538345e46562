// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/ppo.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/on_policy.h"
#include "collector/examples/algorithms/rollout_buffer.h"
#include "collector/examples/environments/vector_environment.h"

#include <torch/optim/adam.h>
#include <torch/utils.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace hscope::examples {

namespace {

constexpr int kRolloutLength = 128;
constexpr int kEpochs = 8;
constexpr std::int64_t kMinibatch = 512;
constexpr double kLearningRate = 7e-4;
constexpr double kClipRatio = 0.2;

class Ppo final : public OnPolicy
{
public:
    Ppo(VectorEnvironment& environments, const TrainingSettings& settings)
        : OnPolicy(environments, settings, {kRolloutLength, kLearningRate, Discounts{}})
        , m_optimizer(policy().parameters(), torch::optim::AdamOptions(kLearningRate).eps(1e-5))
    {
    }

private:
    void learn(const RolloutBatch& batch) override;
    void improve(const RolloutBatch& batch);

    torch::optim::Optimizer& optimizer() override { return m_optimizer; }

    torch::optim::Adam m_optimizer;
};

void Ppo::learn(const RolloutBatch& batch)
{
    const std::int64_t rowCount = batch.returns.size(0);
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
        const torch::Tensor order = torch::randperm(rowCount, torch::kLong);
        for (std::int64_t first = 0; first < rowCount; first += kMinibatch) {
            improve(batch.rows(order.slice(0, first, std::min(first + kMinibatch, rowCount))));
        }
    }
}

void Ppo::improve(const RolloutBatch& batch)
{
    const torch::Tensor advantages =
        (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-8);
    const torch::Tensor description = policy().describe(batch.observations);
    const torch::Tensor ratios =
        (policy().logProbabilities(description, batch.actions) - batch.logProbabilities).exp();
    const torch::Tensor clipped = ratios.clamp(1 - kClipRatio, 1 + kClipRatio);
    descend(-torch::min(ratios * advantages, clipped * advantages).mean(), batch);
}

} // namespace

std::unique_ptr<Algorithm> makePpo(VectorEnvironment& environments,
                                   const TrainingSettings& settings)
{
    return std::make_unique<Ppo>(environments, settings);
}

} // namespace hscope::examples
