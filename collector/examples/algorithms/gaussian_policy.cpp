// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/gaussian_policy.h"

#include <torch/nn/init.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>
#include <torch/utils.h>

#include <cmath>

namespace hscope::examples {

namespace {

constexpr double kPolicyGain = 0.01;
constexpr double kFirstLogDeviation = -0.5;
constexpr double kHalfLogTwoPi = 0.9189385332046727;

torch::nn::Linear makeLinear(std::int64_t inputs, std::int64_t outputs, double gain)
{
    torch::nn::Linear layer(inputs, outputs);
    const torch::NoGradGuard noGradient;
    torch::nn::init::orthogonal_(layer->weight, gain);
    torch::nn::init::zeros_(layer->bias);
    return layer;
}

} // namespace

torch::nn::Sequential makeTanhMlp(const MlpShape& shape)
{
    torch::nn::Sequential network;
    std::int64_t inputs = shape.inputs;
    for (std::int64_t layer = 0; layer < shape.hiddenLayers; ++layer) {
        network->push_back(makeLinear(inputs, shape.hiddenWidth, std::sqrt(2.0)));
        network->push_back(torch::nn::Tanh());
        inputs = shape.hiddenWidth;
    }
    network->push_back(makeLinear(inputs, shape.outputs, shape.outputGain));
    return network;
}

GaussianPolicyImpl::GaussianPolicyImpl(std::int64_t observationSize, std::int64_t actionSize)
{
    MlpShape shape;
    shape.inputs = observationSize;
    shape.outputs = actionSize;
    shape.outputGain = kPolicyGain;
    m_policy = register_module("policy", makeTanhMlp(shape));
    shape.outputs = 1;
    shape.outputGain = 1;
    m_value = register_module("value", makeTanhMlp(shape));
    m_logDeviations =
        register_parameter("log_deviations", torch::full({actionSize}, kFirstLogDeviation));
}

torch::Tensor GaussianPolicyImpl::means(const torch::Tensor& observations)
{
    return m_policy->forward(observations);
}

torch::Tensor GaussianPolicyImpl::sample(const torch::Tensor& means) const
{
    return means + m_logDeviations.exp() * torch::randn_like(means);
}

torch::Tensor GaussianPolicyImpl::logProbabilities(const torch::Tensor& means,
                                                   const torch::Tensor& actions) const
{
    const torch::Tensor distances = (actions - means) * (-m_logDeviations).exp();
    return (distances.square() * -0.5 - m_logDeviations - kHalfLogTwoPi).sum(-1);
}

torch::Tensor GaussianPolicyImpl::values(const torch::Tensor& observations)
{
    return m_value->forward(observations).squeeze(-1);
}

} // namespace hscope::examples
