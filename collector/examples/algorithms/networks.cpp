// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/networks.h"

#include <torch/nn/init.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>
#include <torch/utils.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hscope::examples {

namespace {

torch::nn::Linear makeOrthogonalLinear(std::int64_t inputs, std::int64_t outputs, double gain)
{
    torch::nn::Linear layer(inputs, outputs);
    const torch::NoGradGuard noGradient;
    torch::nn::init::orthogonal_(layer->weight, gain);
    torch::nn::init::zeros_(layer->bias);
    return layer;
}

} // namespace

torch::nn::Sequential makeTanhMlp(const MlpShape& shape, double outputGain)
{
    torch::nn::Sequential network;
    std::int64_t inputs = shape.inputs;
    for (std::int64_t layer = 0; layer < shape.hiddenLayers; ++layer) {
        network->push_back(makeOrthogonalLinear(inputs, shape.hiddenWidth, std::sqrt(2.0)));
        network->push_back(torch::nn::Tanh());
        inputs = shape.hiddenWidth;
    }
    network->push_back(makeOrthogonalLinear(inputs, shape.outputs, outputGain));
    return network;
}

torch::nn::Sequential makeReluMlp(const MlpShape& shape)
{
    torch::nn::Sequential network;
    std::int64_t inputs = shape.inputs;
    for (std::int64_t layer = 0; layer < shape.hiddenLayers; ++layer) {
        network->push_back(torch::nn::Linear(inputs, shape.hiddenWidth));
        network->push_back(torch::nn::ReLU());
        inputs = shape.hiddenWidth;
    }
    network->push_back(torch::nn::Linear(inputs, shape.outputs));
    return network;
}

CriticsImpl::CriticsImpl(std::int64_t count, std::int64_t observationSize, std::int64_t actionSize)
    : m_count(count)
{
    const MlpShape shape;
    std::int64_t inputs = observationSize + actionSize;
    for (std::int64_t layer = 0; layer <= shape.hiddenLayers; ++layer) {
        const std::int64_t outputs = layer < shape.hiddenLayers ? shape.hiddenWidth : 1;
        const double bound = 1 / std::sqrt(static_cast<double>(inputs)); // as torch::nn::Linear
        const auto add = [&](const char* kind, std::int64_t rows) {
            return register_parameter(kind + std::to_string(layer),
                                      torch::empty({count, rows, outputs}).uniform_(-bound, bound));
        };
        m_weights.push_back(add("weight", inputs));
        m_biases.push_back(add("bias", 1));
        inputs = outputs;
    }
}

torch::Tensor CriticsImpl::estimates(const torch::Tensor& observations,
                                     const torch::Tensor& actions)
{
    torch::Tensor values = torch::cat({observations, actions}, 1).expand({m_count, -1, -1});
    for (std::size_t layer = 0; layer < m_weights.size(); ++layer) {
        values =
            torch::baddbmm(m_biases[layer], layer == 0 ? values : values.relu(), m_weights[layer]);
    }
    return values.squeeze(-1);
}

torch::Tensor CriticsImpl::first(const torch::Tensor& observations, const torch::Tensor& actions)
{
    return estimates(observations, actions).select(0, 0);
}

torch::Tensor CriticsImpl::least(const torch::Tensor& observations, const torch::Tensor& actions)
{
    return estimates(observations, actions).amin(0);
}

torch::Tensor CriticsImpl::loss(const torch::Tensor& observations, const torch::Tensor& actions,
                                const torch::Tensor& targets)
{
    return (estimates(observations, actions) - targets).square().mean(1).sum();
}

void moveTowards(torch::nn::Module& target, const torch::nn::Module& source, double rate)
{
    const torch::NoGradGuard noGradient;
    const std::vector<torch::Tensor> targets = target.parameters();
    const std::vector<torch::Tensor> sources = source.parameters();
    for (std::size_t index = 0; index < targets.size(); ++index) {
        targets[index].lerp_(sources[index], rate);
    }
}

} // namespace hscope::examples
