// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/a2c.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/on_policy.h"
#include "collector/examples/algorithms/rollout_buffer.h"
#include "collector/examples/environments/vector_environment.h"

#include <torch/optim/rmsprop.h>

#include <memory>

namespace hscope::examples {

namespace {

constexpr int kRolloutLength = 5;
constexpr double kLearningRate = 7e-4;
constexpr Discounts kDiscounts{0.99F, 1.0F};

class A2c final : public OnPolicy
{
public:
    A2c(VectorEnvironment& environments, const TrainingSettings& settings)
        : OnPolicy(environments, settings, {kRolloutLength, kLearningRate, kDiscounts})
        , m_optimizer(policy().parameters(), torch::optim::RMSpropOptions(kLearningRate).eps(1e-5))
    {
    }

private:
    void learn(const RolloutBatch& batch) override
    {
        const torch::Tensor description = policy().describe(batch.observations);
        const torch::Tensor logs = policy().logProbabilities(description, batch.actions);
        descend(-(logs * batch.advantages).mean(), batch);
    }

    torch::optim::Optimizer& optimizer() override { return m_optimizer; }

    torch::optim::RMSprop m_optimizer;
};

} // namespace

std::unique_ptr<Algorithm> makeA2c(VectorEnvironment& environments,
                                   const TrainingSettings& settings)
{
    return std::make_unique<A2c>(environments, settings);
}

} // namespace hscope::examples
