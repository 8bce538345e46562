// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/actor_critic.h"

#include "collector/examples/algorithms/networks.h"

#include <torch/utils.h>

#include <cstdint>
#include <memory>

namespace hscope::examples {

namespace {

constexpr double kPolicyGain = 0.01;
constexpr double kValueGain = 1;
constexpr double kFirstLogDeviation = -0.5;
constexpr double kHalfLogTwoPi = 0.9189385332046727;

torch::nn::Sequential makeNetwork(std::int64_t inputs, std::int64_t outputs, double outputGain)
{
    MlpShape shape;
    shape.inputs = inputs;
    shape.outputs = outputs;
    return makeTanhMlp(shape, outputGain);
}

/// Described by the means.
class GaussianActorCritic final : public ActorCritic
{
public:
    explicit GaussianActorCritic(const PolicyShape& shape)
        : ActorCritic(shape.observationSize, shape.actionSize)
        , m_logDeviations(register_parameter("log_deviations",
                                             torch::full({shape.actionSize}, kFirstLogDeviation)))
    {
    }

    [[nodiscard]] torch::Tensor sample(const torch::Tensor& description) const override
    {
        return description + m_logDeviations.exp() * torch::randn_like(description);
    }

    [[nodiscard]] torch::Tensor logProbabilities(const torch::Tensor& description,
                                                 const torch::Tensor& actions) const override
    {
        const torch::Tensor distances = (actions - description) * (-m_logDeviations).exp();
        return (distances.square() * -0.5 - m_logDeviations - kHalfLogTwoPi).sum(-1);
    }

private:
    torch::Tensor m_logDeviations; ///< One per action.
};

/// Described by a weight for each level of each action; probabilities are their softmax.
class CategoricalActorCritic final : public ActorCritic
{
public:
    explicit CategoricalActorCritic(const PolicyShape& shape)
        : ActorCritic(shape.observationSize, shape.actionSize * shape.actionLevels)
        , m_shape(shape)
        , m_step(2.0 / static_cast<double>(shape.actionLevels - 1))
    {
    }

    [[nodiscard]] torch::Tensor sample(const torch::Tensor& description) const override
    {
        const torch::Tensor weights = description.reshape({-1, m_shape.actionLevels});
        return torch::multinomial(weights.softmax(-1), 1)
                       .to(torch::kFloat)
                       .reshape({-1, m_shape.actionSize}) *
                   m_step -
               1;
    }

    [[nodiscard]] torch::Tensor logProbabilities(const torch::Tensor& description,
                                                 const torch::Tensor& actions) const override
    {
        const torch::Tensor weights =
            description.reshape({-1, m_shape.actionSize, m_shape.actionLevels});
        const torch::Tensor levels = ((actions + 1) / m_step).round().to(torch::kLong);
        return weights.log_softmax(-1).gather(-1, levels.unsqueeze(-1)).squeeze(-1).sum(-1);
    }

private:
    PolicyShape m_shape;
    double m_step; ///< From one level to the next.
};

} // namespace

ActorCritic::ActorCritic(std::int64_t observationSize, std::int64_t descriptionSize)
    : m_policy(
          register_module("policy", makeNetwork(observationSize, descriptionSize, kPolicyGain)))
    , m_value(register_module("value", makeNetwork(observationSize, 1, kValueGain)))
{
}

torch::Tensor ActorCritic::describe(const torch::Tensor& observations)
{
    return m_policy->forward(observations);
}

torch::Tensor ActorCritic::values(const torch::Tensor& observations)
{
    return m_value->forward(observations).squeeze(-1);
}

std::shared_ptr<ActorCritic> makeActorCritic(const PolicyShape& shape)
{
    if (shape.actionLevels > 0) {
        return std::make_shared<CategoricalActorCritic>(shape);
    }
    return std::make_shared<GaussianActorCritic>(shape);
}

} // namespace hscope::examples
