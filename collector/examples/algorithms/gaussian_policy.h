// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/pimpl.h>

#include <cstdint>

namespace hscope::examples {

/// A network of `hiddenLayers` tanh layers of `hiddenWidth` units and a linear one, with orthogonal
/// weights.
///
/// `outputGain` is the size of the last layer's weights: small for a policy, whose first actions
/// should be close to 0.
struct MlpShape
{
    std::int64_t inputs = 0;
    std::int64_t outputs = 0;
    std::int64_t hiddenLayers = 2;
    std::int64_t hiddenWidth = 64;
    double outputGain = 1;
};

[[nodiscard]] torch::nn::Sequential makeTanhMlp(const MlpShape& shape);

/// A stochastic policy and a value estimate, with networks of their own.
///
/// The policy is a normal distribution per action: its mean comes from a network, its deviation is
/// a parameter that does not depend on the state.
class GaussianPolicyImpl : public torch::nn::Module
{
public:
    GaussianPolicyImpl(std::int64_t observationSize, std::int64_t actionSize);

    /// One action per row, drawn from the distribution around `means`.
    [[nodiscard]] torch::Tensor sample(const torch::Tensor& means) const;

    /// One mean per row and action.
    [[nodiscard]] torch::Tensor means(const torch::Tensor& observations);

    /// One logarithm of a probability density per row.
    [[nodiscard]] torch::Tensor logProbabilities(const torch::Tensor& means,
                                                 const torch::Tensor& actions) const;

    /// One estimate of the discounted return per row.
    [[nodiscard]] torch::Tensor values(const torch::Tensor& observations);

private:
    torch::nn::Sequential m_policy;
    torch::nn::Sequential m_value;
    torch::Tensor m_logDeviations; ///< One per action.
};

TORCH_MODULE(GaussianPolicy);

} // namespace hscope::examples
