// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/sac.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/networks.h"
#include "collector/examples/algorithms/off_policy.h"
#include "collector/examples/environments/vector_environment.h"

#include <torch/nn/functional/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/optim/adam.h>
#include <torch/utils.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace hscope::examples {

namespace {

constexpr std::int64_t kCritics = 2;
constexpr double kLearningRate = 1e-3;
constexpr double kLeastLogDeviation = -20;
constexpr double kGreatestLogDeviation = 2;
constexpr double kHalfLogTwoPi = 0.9189385332046727;

/// Actions, and the logarithms of their probability densities, one per row.
struct Drawn
{
    torch::Tensor actions;
    torch::Tensor logProbabilities;
};

class Sac final : public OffPolicy
{
public:
    Sac(VectorEnvironment& environments, const TrainingSettings& settings)
        : OffPolicy(environments, settings)
        , m_targetEntropy(-static_cast<double>(environments.actionSize()))
        , m_actor(makeActor(2))
        , m_critics(makeCritics(kCritics))
        , m_criticTargets(makeCritics(kCritics))
        , m_logEntropyPrice(torch::zeros({}, torch::kFloat).requires_grad_())
        , m_actorOptimizer(m_actor->parameters(), torch::optim::AdamOptions(kLearningRate))
        , m_criticOptimizer(m_critics->parameters(), torch::optim::AdamOptions(kLearningRate))
        , m_priceOptimizer(std::vector<torch::Tensor>{m_logEntropyPrice},
                           torch::optim::AdamOptions(kLearningRate))
    {
        moveTowards(*m_criticTargets, *m_critics, 1);
    }

private:
    [[nodiscard]] torch::Tensor explore(const torch::Tensor& observations) override
    {
        return draw(observations).actions;
    }

    void improve(const ReplayBatch& batch) override;
    [[nodiscard]] Drawn draw(const torch::Tensor& observations);
    [[nodiscard]] torch::Tensor estimateNext(const torch::Tensor& observations, double price);

    double m_targetEntropy;
    torch::nn::Sequential m_actor; ///< Gives means and logarithms of deviations.
    Critics m_critics;
    Critics m_criticTargets;
    torch::Tensor m_logEntropyPrice; ///< Of what a unit of entropy is worth.
    torch::optim::Adam m_actorOptimizer;
    torch::optim::Adam m_criticOptimizer;
    torch::optim::Adam m_priceOptimizer;
};

/// Draws from a normal distribution u and squashes it: a = tanh u. The density of a is that of u
/// over da/du = 1 - tanh^2 u, whose logarithm is 2 (log 2 - u - log(1 + exp(-2 u))).
Drawn Sac::draw(const torch::Tensor& observations)
{
    const std::vector<torch::Tensor> outputs = m_actor->forward(observations).chunk(2, -1);
    const torch::Tensor logDeviations = outputs[1].clamp(kLeastLogDeviation, kGreatestLogDeviation);
    const torch::Tensor noise = torch::randn_like(logDeviations);
    const torch::Tensor raw = outputs[0] + logDeviations.exp() * noise;
    const torch::Tensor rawLogs = noise.square() * -0.5 - logDeviations - kHalfLogTwoPi;
    const torch::Tensor slopeLogs =
        2 * (std::log(2.0) - raw - torch::nn::functional::softplus(-2 * raw));
    return {raw.tanh(), (rawLogs - slopeLogs).sum(-1)};
}

void Sac::improve(const ReplayBatch& batch)
{
    const auto price = m_logEntropyPrice.exp().item<double>();
    const Drawn drawn = draw(batch.observations);
    m_priceOptimizer.zero_grad();
    (-m_logEntropyPrice * (drawn.logProbabilities.detach() + m_targetEntropy).mean()).backward();
    m_priceOptimizer.step();

    const torch::Tensor targets = batch.targets(estimateNext(batch.nextObservations, price));
    m_criticOptimizer.zero_grad();
    m_critics->loss(batch.observations, batch.actions, targets).backward();
    m_criticOptimizer.step();

    m_actorOptimizer.zero_grad();
    const torch::Tensor values = m_critics->least(batch.observations, drawn.actions);
    (price * drawn.logProbabilities - values).mean().backward();
    m_actorOptimizer.step();
    moveTowards(*m_criticTargets, *m_critics, kTargetRate);
}

torch::Tensor Sac::estimateNext(const torch::Tensor& observations, double price)
{
    const torch::NoGradGuard noGradient;
    const Drawn drawn = draw(observations);
    return m_criticTargets->least(observations, drawn.actions) - price * drawn.logProbabilities;
}

} // namespace

std::unique_ptr<Algorithm> makeSac(VectorEnvironment& environments,
                                   const TrainingSettings& settings)
{
    return std::make_unique<Sac>(environments, settings);
}

} // namespace hscope::examples
