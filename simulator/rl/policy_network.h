// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/rl/policy_plugin.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hscope::rl {

/// The network behind `policy_plugin.h`. Sizes do not depend on the number of layers or types.
///
/// Symbols: l layer, t type, f(l) layer features, g(l, t) type features, w(l, t) what PlanWalk says
/// of choosing t next, a(l) the chosen type.
///
///     e(., t) = LSTM of 24 over g(., t), from the last layer to the first, for each type
///     h(l)    = LSTM of 48 over [ f(l), mean of e(l, t) over t, g(l-1, a), w(l-1, a) ]
///     score(l, t) = v . relu( A [g(l, t), e(l, t)] + B h(l) + C w(l, t) )
///     P(a(l) = t) = softmax of the scores over the types that can run l
///
/// e tells of the layers to come, h of the choices made. Each type is scored by the same weights.
///
/// LibTorch is for the gradient only (`PolicyInference` decides and samples); it runs on the
/// calling thread only, and random numbers are ours, so the same calls give the same plans and
/// weights on the same machine. Exceptions of LibTorch pass through.
class PolicyNetwork
{
public:
    /// How many weights there are.
    [[nodiscard]] static std::size_t weightCount();

    /// Weights of a network that has learnt nothing.
    [[nodiscard]] static std::vector<float> freshWeights(std::uint64_t seed);

    /// `weights` has weightCount() elements.
    explicit PolicyNetwork(const std::vector<float>& weights);
    PolicyNetwork(const PolicyNetwork&) = delete;
    PolicyNetwork& operator=(const PolicyNetwork&) = delete;
    ~PolicyNetwork();

    /// The functions of the table; arguments are checked already.
    void decide(const hscope_policy_problems& problems, std::int32_t* plans) const;
    void sample(const hscope_policy_problems& problems, std::size_t count, std::uint64_t seed,
                std::int32_t* plans) const;
    void update(const hscope_policy_problems& problems, std::size_t count,
                const std::int32_t* plans, const float* advantages, const hscope_policy_step& step);

    [[nodiscard]] std::vector<float> weights() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace hscope::rl
