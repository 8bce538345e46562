// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/rl/policy_inference.h"

#include <algorithm>
#include <cmath>

namespace hscope::rl {

namespace {

constexpr float kImpossible = -1e9F;

float sigmoid(float value)
{
    return 1 / (1 + std::exp(-value));
}

/// One step of an LSTM of `size` whose gates are summed up already.
void stepCell(const float* gates, std::int64_t size, float* hidden, float* cell)
{
    for (std::int64_t i = 0; i < size; ++i) {
        const float input = sigmoid(gates[i]);
        const float forget = sigmoid(gates[size + i]);
        const float fresh = std::tanh(gates[2 * size + i]);
        const float output = sigmoid(gates[3 * size + i]);
        cell[i] = forget * cell[i] + input * fresh;
        hidden[i] = output * std::tanh(cell[i]);
    }
}

} // namespace

/// What does not depend on the choices, of one problem.
struct PolicyInference::Encoded
{
    std::vector<float> gates;      ///< [layers][4 kHidden], that part of the second LSTM's gates.
    std::vector<float> typeScores; ///< [layers][types][kScore]
};

PolicyInference::PolicyInference(const std::vector<float>& weights)
    : m_transposed(weights.size())
{
    for (std::size_t index = 0; index < PartCount; ++index) {
        const PartShape shape = kParts[index];
        const float* from = weights.data() + offsetOf(index);
        float* to = m_transposed.data() + offsetOf(index);
        for (std::int64_t row = 0; row < shape.rows; ++row) {
            for (std::int64_t column = 0; column < shape.columns; ++column) {
                to[column * shape.rows + row] = from[row * shape.columns + column];
            }
        }
    }
}

void PolicyInference::addProduct(Part index, std::int64_t first, const float* inputs,
                                 std::int64_t count, float* outputs) const
{
    const std::int64_t rows = kParts[index].rows;
    const float* weights = part(index) + first * rows;
    for (std::int64_t i = 0; i < count; ++i, weights += rows) {
        const float input = inputs[i];
        for (std::int64_t row = 0; row < rows; ++row) {
            outputs[row] += input * weights[row];
        }
    }
}

PolicyInference::Encoded PolicyInference::encode(const ProblemView& view,
                                                 const float* layerFeatures) const
{
    const auto types = static_cast<std::int64_t>(view.types);
    const auto layers = static_cast<std::int64_t>(view.layers);
    Encoded encoded{std::vector<float>(view.layers * 4 * kHidden),
                    std::vector<float>(view.layers * view.types * kScore)};
    std::vector<float> mean(view.layers * kEncoder);
    for (std::int64_t type = 0; type < types; ++type) {
        std::array<float, kEncoder> hidden{};
        std::array<float, kEncoder> cell{};
        for (std::int64_t layer = layers; layer-- > 0;) {
            const float* features = view.typeFeatures + (layer * types + type) * kTypeFeatures;
            std::array<float, 4 * kEncoder> gates{};
            std::copy_n(part(EncoderBias), gates.size(), gates.begin());
            addProduct(EncoderInput, 0, features, kTypeFeatures, gates.data());
            addProduct(EncoderState, 0, hidden.data(), kEncoder, gates.data());
            stepCell(gates.data(), kEncoder, hidden.data(), cell.data());
            float* scores = encoded.typeScores.data() + (layer * types + type) * kScore;
            std::copy_n(part(ScoreBias), kScore, scores);
            addProduct(ScoreType, 0, features, kTypeFeatures, scores);
            addProduct(ScoreType, kTypeFeatures, hidden.data(), kEncoder, scores);
            for (std::int64_t i = 0; i < kEncoder; ++i) {
                mean[static_cast<std::size_t>(layer * kEncoder + i)] +=
                    hidden[static_cast<std::size_t>(i)] / static_cast<float>(types);
            }
        }
    }
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        float* gates = encoded.gates.data() + layer * 4 * kHidden;
        std::copy_n(part(DecoderBias), 4 * kHidden, gates);
        addProduct(DecoderInput, 0, layerFeatures + layer * kLayerFeatures, kLayerFeatures, gates);
        addProduct(DecoderInput, kLayerFeatures, mean.data() + layer * kEncoder, kEncoder, gates);
    }
    return encoded;
}

void PolicyInference::score(const ProblemView& view, const float* typeScores, const float* hidden,
                            const float* choices, std::size_t layer, float* scores) const
{
    std::array<float, kScore> shared{};
    addProduct(ScoreHidden, 0, hidden, kHidden, shared.data());
    const float* out = part(ScoreOut);
    for (std::size_t type = 0; type < view.types; ++type) {
        std::array<float, kScore> mixed = shared;
        addProduct(ScoreChoice, 0, choices + type * PlanWalk::kFeatures, kChoiceFeatures,
                   mixed.data());
        float sum = view.runnable[layer * view.types + type] != 0 ? 0 : kImpossible;
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            sum += out[i] * std::max(0.0F, mixed[i] + typeScores[type * kScore + i]);
        }
        scores[type] = sum;
    }
}

void PolicyInference::drawPlan(const ProblemView& view, const Encoded& encoded,
                               const Chooser& chooser, std::int32_t* plan) const
{
    std::array<float, kHidden> hidden{};
    std::array<float, kHidden> cell{};
    std::array<float, kPastFeatures> past{};
    std::vector<float> choices(view.types * PlanWalk::kFeatures);
    std::vector<float> scores(view.types);
    PlanWalk walk(view);
    for (std::size_t layer = 0; layer < view.layers; ++layer) {
        std::array<float, 4 * kHidden> gates{};
        std::copy_n(encoded.gates.data() + layer * gates.size(), gates.size(), gates.begin());
        addProduct(DecoderInput, kSteadyInput, past.data(), kPastFeatures, gates.data());
        addProduct(DecoderState, 0, hidden.data(), kHidden, gates.data());
        stepCell(gates.data(), kHidden, hidden.data(), cell.data());
        walk.describe(choices.data());
        score(view, encoded.typeScores.data() + layer * view.types * kScore, hidden.data(),
              choices.data(), layer, scores.data());
        const std::size_t type = chooser(scores.data(), view.types);
        plan[layer] = static_cast<std::int32_t>(type);
        notePast(view, layer, type, choices.data(), past.data());
        walk.choose(type);
    }
}

void PolicyInference::walk(const hscope_policy_problems& problems, std::size_t count,
                           const Chooser& chooser, std::int32_t* plans) const
{
    for (std::size_t problem = 0; problem < static_cast<std::size_t>(problems.problems);
         ++problem) {
        const ProblemView view = viewOf(problems, problem);
        const Encoded encoded = encode(
            view, problems.layer_features + problem * view.layers * HSCOPE_POLICY_LAYER_FEATURES);
        for (std::size_t i = 0; i < count; ++i, plans += view.layers) {
            drawPlan(view, encoded, chooser, plans);
        }
    }
}

} // namespace hscope::rl
