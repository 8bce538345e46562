// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/pimpl.h>

#include <cstdint>
#include <vector>

namespace hscope::examples {

/// Layers of `hiddenWidth` units, and a linear one for the outputs.
struct MlpShape
{
    std::int64_t inputs = 0;
    std::int64_t outputs = 0;
    std::int64_t hiddenLayers = 2;
    std::int64_t hiddenWidth = 64;
};

/// A network of tanh layers with orthogonal weights, as on-policy algorithms like them.
///
/// `outputGain` is the size of the last layer's weights: small for a policy, whose first actions
/// should be close to 0.
[[nodiscard]] torch::nn::Sequential makeTanhMlp(const MlpShape& shape, double outputGain);

/// A network of ReLU layers with LibTorch's usual weights, as off-policy algorithms like them.
[[nodiscard]] torch::nn::Sequential makeReluMlp(const MlpShape& shape);

/// ReLU networks that each estimate what an action in a state will bring; the least of several
/// estimates is less likely to be too high.
///
/// Their weights lie together, one matrix per network, so that all are computed at once.
class CriticsImpl : public torch::nn::Module
{
public:
    CriticsImpl(std::int64_t count, std::int64_t observationSize, std::int64_t actionSize);

    /// The first network's estimates, one per row.
    [[nodiscard]] torch::Tensor first(const torch::Tensor& observations,
                                      const torch::Tensor& actions);

    /// The least of all networks' estimates, one per row.
    [[nodiscard]] torch::Tensor least(const torch::Tensor& observations,
                                      const torch::Tensor& actions);

    /// The sum over the networks of their mean squared distance from `targets`.
    [[nodiscard]] torch::Tensor loss(const torch::Tensor& observations,
                                     const torch::Tensor& actions, const torch::Tensor& targets);

private:
    /// One row per network, one column per row of the observations.
    [[nodiscard]] torch::Tensor estimates(const torch::Tensor& observations,
                                          const torch::Tensor& actions);

    std::int64_t m_count;
    std::vector<torch::Tensor> m_weights; ///< Per layer: networks x inputs x outputs.
    std::vector<torch::Tensor> m_biases;  ///< Per layer: networks x 1 x outputs.
};

TORCH_MODULE(Critics);

/// Moves each parameter of `target` towards that of `source`, which has the same layers, by `rate`:
/// 0 leaves it, 1 copies.
void moveTowards(torch::nn::Module& target, const torch::nn::Module& source, double rate);

} // namespace hscope::examples
