// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/td3.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/networks.h"
#include "collector/examples/algorithms/off_policy.h"

#include <torch/nn/modules/container/sequential.h>
#include <torch/optim/adam.h>
#include <torch/utils.h>

#include <cstdint>
#include <memory>

namespace hscope::examples {

namespace {

constexpr double kLearningRate = 1e-3;
constexpr double kExplorationDeviation = 0.1;

/// What tells TD3 from DDPG.
struct Style
{
    std::int64_t critics = 1;
    std::int64_t actorDelay = 1; ///< Updates of the critics per update of the actor.
    double targetDeviation = 0;  ///< Of the noise on the actions that targets are made from.
    double targetNoiseBound = 0;
};

constexpr Style kDdpg{};
constexpr Style kTd3{2, 2, 0.2, 0.5};

class Td3 final : public OffPolicy
{
public:
    Td3(VectorEnvironment& environments, const TrainingSettings& settings, const Style& style)
        : OffPolicy(environments, settings)
        , m_style(style)
        , m_actor(makeActor(1))
        , m_actorTarget(makeActor(1))
        , m_critics(makeCritics(style.critics))
        , m_criticTargets(makeCritics(style.critics))
        , m_actorOptimizer(m_actor->parameters(), torch::optim::AdamOptions(kLearningRate))
        , m_criticOptimizer(m_critics->parameters(), torch::optim::AdamOptions(kLearningRate))
    {
        followTargets(1);
    }

private:
    [[nodiscard]] torch::Tensor explore(const torch::Tensor& observations) override
    {
        const torch::Tensor actions = m_actor->forward(observations).tanh();
        return (actions + kExplorationDeviation * torch::randn_like(actions)).clamp(-1, 1);
    }

    void improve(const ReplayBatch& batch) override;
    [[nodiscard]] torch::Tensor estimateNext(const torch::Tensor& observations);
    void followTargets(double rate);

    Style m_style;
    torch::nn::Sequential m_actor; ///< Its outputs become actions by tanh.
    torch::nn::Sequential m_actorTarget;
    Critics m_critics;
    Critics m_criticTargets;
    torch::optim::Adam m_actorOptimizer;
    torch::optim::Adam m_criticOptimizer;
    std::int64_t m_updates = 0;
};

void Td3::improve(const ReplayBatch& batch)
{
    const torch::Tensor targets = batch.targets(estimateNext(batch.nextObservations));
    m_criticOptimizer.zero_grad();
    m_critics->loss(batch.observations, batch.actions, targets).backward();
    m_criticOptimizer.step();

    ++m_updates;
    if (m_updates % m_style.actorDelay == 0) {
        m_actorOptimizer.zero_grad();
        const torch::Tensor actions = m_actor->forward(batch.observations).tanh();
        (-m_critics->first(batch.observations, actions).mean()).backward();
        m_actorOptimizer.step();
        followTargets(kTargetRate);
    }
}

torch::Tensor Td3::estimateNext(const torch::Tensor& observations)
{
    const torch::NoGradGuard noGradient;
    torch::Tensor actions = m_actorTarget->forward(observations).tanh();
    if (m_style.targetDeviation > 0) {
        const torch::Tensor noise = m_style.targetDeviation * torch::randn_like(actions);
        const double bound = m_style.targetNoiseBound;
        actions = (actions + noise.clamp(-bound, bound)).clamp(-1, 1);
    }
    return m_criticTargets->least(observations, actions);
}

void Td3::followTargets(double rate)
{
    moveTowards(*m_actorTarget, *m_actor, rate);
    moveTowards(*m_criticTargets, *m_critics, rate);
}

} // namespace

std::unique_ptr<Algorithm> makeDdpg(VectorEnvironment& environments,
                                    const TrainingSettings& settings)
{
    return std::make_unique<Td3>(environments, settings, kDdpg);
}

std::unique_ptr<Algorithm> makeTd3(VectorEnvironment& environments,
                                   const TrainingSettings& settings)
{
    return std::make_unique<Td3>(environments, settings, kTd3);
}

} // namespace hscope::examples
