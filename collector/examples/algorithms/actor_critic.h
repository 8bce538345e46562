// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/modules/container/sequential.h>

#include <cstdint>
#include <memory>

namespace hscope::examples {

/// What a policy sees and gives; see EnvironmentShape.
struct PolicyShape
{
    std::int64_t observationSize = 0;
    std::int64_t actionSize = 0;
    std::int64_t actionLevels = 0;
};

/// A stochastic policy and a value estimate, with networks of their own.
///
/// The policy's network gives, per row, numbers that describe a distribution of the actions;
/// makeActorCritic() chooses which kind of distribution.
class ActorCritic : public torch::nn::Module
{
public:
    /// What describes the distributions, one row per observation.
    [[nodiscard]] torch::Tensor describe(const torch::Tensor& observations);

    /// One action per row, drawn from the distributions.
    [[nodiscard]] virtual torch::Tensor sample(const torch::Tensor& description) const = 0;

    /// One logarithm of a probability (density) per row.
    [[nodiscard]] virtual torch::Tensor logProbabilities(const torch::Tensor& description,
                                                         const torch::Tensor& actions) const = 0;

    /// One estimate of the discounted return per row.
    [[nodiscard]] torch::Tensor values(const torch::Tensor& observations);

protected:
    ActorCritic(std::int64_t observationSize, std::int64_t descriptionSize);

private:
    torch::nn::Sequential m_policy;
    torch::nn::Sequential m_value;
};

/// With levels, a probability for each level of each action; without, a normal distribution per
/// action: its mean comes from the network, its deviation is a parameter that does not depend on
/// the state.
[[nodiscard]] std::shared_ptr<ActorCritic> makeActorCritic(const PolicyShape& shape);

} // namespace hscope::examples
