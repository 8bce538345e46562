// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// The only file of the plugin that sees LibTorch's headers: they take 15 s and 1.5 GB to compile.
#include "simulator/rl/policy_network.h"

#include "simulator/rl/network_shape.h"
#include "simulator/rl/plan_walk.h"
#include "simulator/rl/policy_inference.h"
#include "simulator/rl/random_stream.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/autograd/variable.h>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <array>
#include <cmath>
#include <cstring>

// Only there if LibTorch's BLAS is OpenBLAS.
extern "C" __attribute__((weak)) void openblas_set_num_threads(int threads);

namespace hscope::rl {

namespace {

/// Views into the vector of all weights.
class Weights
{
public:
    explicit Weights(const at::Tensor& all)
    {
        for (std::size_t part = 0; part < PartCount; ++part) {
            const PartShape shape = kParts[part];
            const at::Tensor flat = all.narrow(0, offsetOf(part), shape.rows * shape.columns);
            m_parts[part] = shape.columns == 1 ? flat : flat.view({shape.rows, shape.columns});
        }
    }

    const at::Tensor& operator[](Part part) const { return m_parts[part]; }

private:
    std::array<at::Tensor, PartCount> m_parts;
};

/// Sums of floats depend on how they are split among threads.
void useOneThread()
{
    at::set_num_threads(1);
    if (openblas_set_num_threads != nullptr) {
        openblas_set_num_threads(1);
    }
}

at::Tensor copied(const float* values, at::IntArrayRef shape)
{
    return at::from_blob(const_cast<float*>(values), shape, at::kFloat).clone();
}

at::Tensor lstm(const at::Tensor& input, std::int64_t size, const at::Tensor& inputWeights,
                const at::Tensor& stateWeights, const at::Tensor& bias)
{
    const at::Tensor zero = at::zeros({1, input.size(1), size});
    const at::Tensor noBias = at::zeros({4 * size});
    const at::TensorList parameters({inputWeights, stateWeights, bias, noBias});
    return std::get<0>(
        at::lstm(input, {zero, zero}, parameters, true, 1, 0.0, false, false, false));
}

/// What does not depend on the choices.
struct Encoded
{
    at::Tensor layers;  ///< [L, B, kSteadyInput]
    at::Tensor types;   ///< [L, B, T, kScore], that part of the score.
    at::Tensor blocked; ///< [L, B, T], very negative where the layer cannot run.
};

Encoded encode(const hscope_policy_problems& problems, const Weights& weights)
{
    const std::int64_t count = problems.problems;
    const std::int64_t layers = problems.layers;
    const std::int64_t types = problems.types;
    const at::Tensor layerFeatures =
        copied(problems.layer_features, {count, layers, kLayerFeatures}).transpose(0, 1);
    const at::Tensor typeFeatures =
        copied(problems.type_features, {count, layers, types, kTypeFeatures}).transpose(0, 1);
    const at::Tensor columns = typeFeatures.reshape({layers, count * types, kTypeFeatures}).flip(0);
    const at::Tensor future =
        lstm(columns, kEncoder, weights[EncoderInput], weights[EncoderState], weights[EncoderBias])
            .flip(0)
            .view({layers, count, types, kEncoder});
    at::Tensor blocked = at::zeros({count, layers, types});
    float* cell = blocked.data_ptr<float>();
    for (std::int64_t i = 0; i < count * layers * types; ++i) {
        cell[i] = problems.runnable[i] != 0 ? 0.0F : -1e9F;
    }
    return {at::cat({layerFeatures, future.mean(2)}, 2),
            at::linear(at::cat({typeFeatures, future}, 3), weights[ScoreType], weights[ScoreBias]),
            blocked.transpose(0, 1)};
}

/// Chooses the best score.
struct Best
{
    std::size_t operator()(const float* scores, std::size_t types)
    {
        std::size_t best = 0;
        for (std::size_t type = 1; type < types; ++type) {
            best = scores[type] > scores[best] ? type : best;
        }
        return best;
    }
};

/// Chooses at random with the probabilities that the scores mean.
struct Drawn
{
    RandomStream random;

    std::size_t operator()(const float* scores, std::size_t types)
    {
        const float most = scores[Best{}(scores, types)];
        double sum = 0;
        for (std::size_t type = 0; type < types; ++type) {
            sum += std::exp(static_cast<double>(scores[type] - most));
        }
        double left = random.uniform() * sum;
        std::size_t last = 0; // Rounding may leave a rest after the last possible type.
        for (std::size_t type = 0; type < types; ++type) {
            const double part = std::exp(static_cast<double>(scores[type] - most));
            if (part > 0) {
                last = type;
                if (left < part) {
                    return type;
                }
                left -= part;
            }
        }
        return last;
    }
};

} // namespace

struct PolicyNetwork::State
{
    at::Tensor weights; ///< All of them, one after the other; a leaf of the gradient.
    at::Tensor momentum;
    at::Tensor variance;
    std::int64_t steps = 0;
};

std::size_t PolicyNetwork::weightCount()
{
    return static_cast<std::size_t>(offsetOf(PartCount));
}

std::vector<float> PolicyNetwork::freshWeights(std::uint64_t seed)
{
    RandomStream random(seed);
    std::vector<float> weights(weightCount());
    for (std::size_t part = 0; part < PartCount; ++part) {
        const PartShape shape = kParts[part];
        const bool bias = part == EncoderBias || part == DecoderBias || part == ScoreBias;
        const std::int64_t inputs = part == ScoreOut ? kScore : shape.columns;
        const double range = bias ? 0.0 : 1 / std::sqrt(static_cast<double>(inputs));
        const auto offset = static_cast<std::size_t>(offsetOf(part));
        for (std::int64_t i = 0; i < shape.rows * shape.columns; ++i) {
            weights[offset + static_cast<std::size_t>(i)] =
                static_cast<float>((2 * random.uniform() - 1) * range);
        }
        if (part == EncoderBias || part == DecoderBias) { // Start by remembering.
            std::fill_n(weights.begin() + offsetOf(part) + shape.rows / 4, shape.rows / 4, 1.0F);
        }
    }
    return weights;
}

PolicyNetwork::PolicyNetwork(const std::vector<float>& weights)
    : m_state(std::make_unique<State>())
{
    useOneThread();
    const auto count = static_cast<std::int64_t>(weights.size());
    m_state->weights = copied(weights.data(), {count}).requires_grad_();
    m_state->momentum = at::zeros({count});
    m_state->variance = at::zeros({count});
}

PolicyNetwork::~PolicyNetwork() = default;

void PolicyNetwork::decide(const hscope_policy_problems& problems, std::int32_t* plans) const
{
    PolicyInference(weights()).walk(problems, 1, Best{}, plans);
}

void PolicyNetwork::sample(const hscope_policy_problems& problems, std::size_t count,
                           std::uint64_t seed, std::int32_t* plans) const
{
    PolicyInference(weights()).walk(problems, count, Drawn{RandomStream(seed)}, plans);
}

namespace {

/// Plans as the network sees them when it chooses: inputs of all layers at once.
struct Followed
{
    at::Tensor past;    ///< [L, N, kPastFeatures]
    at::Tensor choices; ///< [L, N, T, kChoiceFeatures]
    at::Tensor types;   ///< [L, N, 1], what was chosen.
};

Followed follow(const hscope_policy_problems& problems, std::size_t count,
                const std::int32_t* plans)
{
    const auto layers = static_cast<std::size_t>(problems.layers);
    const auto types = static_cast<std::size_t>(problems.types);
    const std::size_t rows = static_cast<std::size_t>(problems.problems) * count;
    const auto depth = static_cast<std::int64_t>(rows);
    Followed followed{
        at::zeros({problems.layers, depth, kPastFeatures}),
        at::empty({problems.layers, depth, problems.types, kChoiceFeatures}),
        at::empty({problems.layers, depth, 1}, at::kLong),
    };
    for (std::size_t row = 0; row < rows; ++row) {
        const ProblemView view = viewOf(problems, row / count);
        PlanWalk walk(view);
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const std::size_t at = layer * rows + row;
            float* choices = followed.choices.data_ptr<float>() + at * types * PlanWalk::kFeatures;
            const auto type = static_cast<std::size_t>(plans[row * layers + layer]);
            followed.types.data_ptr<std::int64_t>()[at] = static_cast<std::int64_t>(type);
            walk.describe(choices);
            if (layer + 1 < layers) {
                notePast(view, layer, type, choices,
                         followed.past.data_ptr<float>() + (at + rows) * kPastFeatures);
            }
            walk.choose(type);
        }
    }
    return followed;
}

} // namespace

void PolicyNetwork::update(const hscope_policy_problems& problems, std::size_t count,
                           const std::int32_t* plans, const float* advantages,
                           const hscope_policy_step& step)
{
    constexpr double kMomentum = 0.9;
    constexpr double kVariance = 0.999;
    constexpr double kSmall = 1e-8;
    useOneThread();
    const at::AutoGradMode withGradient(true);
    const auto group = static_cast<std::int64_t>(count);
    const std::int64_t rows = problems.problems * group;
    const Weights weights(m_state->weights);
    const Encoded encoded = encode(problems, weights);
    const Followed followed = follow(problems, count, plans);
    const at::Tensor input =
        at::cat({encoded.layers.repeat_interleave(group, 1), followed.past}, 2);
    const at::Tensor hidden =
        lstm(input, kHidden, weights[DecoderInput], weights[DecoderState], weights[DecoderBias]);
    const at::Tensor mixed = at::relu(at::matmul(followed.choices, weights[ScoreChoice].t()) +
                                      at::matmul(hidden, weights[ScoreHidden].t()).unsqueeze(2) +
                                      encoded.types.repeat_interleave(group, 1));
    const at::Tensor scores =
        at::matmul(mixed, weights[ScoreOut]) + encoded.blocked.repeat_interleave(group, 1);
    const at::Tensor logs = at::log_softmax(scores, 2);
    const at::Tensor chosen = logs.gather(2, followed.types).squeeze(2).sum(0);
    const at::Tensor entropy = -(logs.exp() * logs).sum() / rows;
    const at::Tensor loss = -(copied(advantages, {rows}) * chosen).mean() -
                            static_cast<double>(step.entropy_weight) * entropy;
    at::Tensor gradient = torch::autograd::grad({loss}, {m_state->weights})[0];

    const at::NoGradGuard noGradient;
    const double norm = gradient.norm().item<double>();
    if (!std::isfinite(norm)) { // A step into nowhere would spoil the weights for good.
        return;
    }
    if (norm > static_cast<double>(step.most_gradient_norm)) {
        gradient.mul_(static_cast<double>(step.most_gradient_norm) / norm);
    }
    ++m_state->steps;
    const auto steps = static_cast<double>(m_state->steps);
    m_state->momentum.mul_(kMomentum).add_(gradient, 1 - kMomentum);
    m_state->variance.mul_(kVariance).addcmul_(gradient, gradient, 1 - kVariance);
    const at::Tensor deviation =
        (m_state->variance / (1 - std::pow(kVariance, steps))).sqrt_().add_(kSmall);
    m_state->weights.addcdiv_(m_state->momentum, deviation,
                              -static_cast<double>(step.learning_rate) /
                                  (1 - std::pow(kMomentum, steps)));
}

std::vector<float> PolicyNetwork::weights() const
{
    const at::NoGradGuard noGradient;
    const at::Tensor all = m_state->weights.detach().contiguous();
    const float* first = all.data_ptr<float>();
    return {first, first + all.numel()};
}

} // namespace hscope::rl
