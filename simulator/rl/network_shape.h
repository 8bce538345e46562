// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/rl/plan_walk.h"
#include "simulator/rl/policy_plugin.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hscope::rl {

inline constexpr std::int64_t kLayerFeatures = HSCOPE_POLICY_LAYER_FEATURES;
inline constexpr std::int64_t kTypeFeatures = HSCOPE_POLICY_TYPE_FEATURES;
inline constexpr std::int64_t kChoiceFeatures = PlanWalk::kFeatures;
/// What is heard of the last choice.
inline constexpr std::int64_t kPastFeatures = kTypeFeatures + kChoiceFeatures;
inline constexpr std::int64_t kEncoder = 24;
inline constexpr std::int64_t kHidden = 48;
inline constexpr std::int64_t kScore = 32;
/// Inputs of the second LSTM that do not depend on choices.
inline constexpr std::int64_t kSteadyInput = kLayerFeatures + kEncoder;

/// Weights come in this order. Gates of an LSTM are rows: input, forget, cell, output.
enum Part : std::size_t
{
    EncoderInput,
    EncoderState,
    EncoderBias,
    DecoderInput,
    DecoderState,
    DecoderBias,
    ScoreType,
    ScoreBias,
    ScoreHidden,
    ScoreChoice,
    ScoreOut,
    PartCount,
};

/// A matrix, row by row, or, with one column, a vector of weights.
struct PartShape
{
    std::int64_t rows;
    std::int64_t columns;
};

inline constexpr std::array<PartShape, PartCount> kParts{
    {{4 * kEncoder, kTypeFeatures},
     {4 * kEncoder, kEncoder},
     {4 * kEncoder, 1},
     {4 * kHidden, kSteadyInput + kPastFeatures},
     {4 * kHidden, kHidden},
     {4 * kHidden, 1},
     {kScore, kTypeFeatures + kEncoder},
     {kScore, 1},
     {kScore, kHidden},
     {kScore, kChoiceFeatures},
     {kScore, 1}}};

/// Where a part begins; with PartCount how many weights there are.
constexpr std::int64_t offsetOf(std::size_t part)
{
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < part; ++i) {
        offset += kParts[i].rows * kParts[i].columns;
    }
    return offset;
}

} // namespace hscope::rl
