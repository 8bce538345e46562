// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::examples {

/// How far a reward reaches back.
struct Discounts
{
    float gamma = 0.99F; ///< What a reward is worth one step earlier.
    float lambda =
        0.95F; ///< 0: trust the value estimate after one step; 1: trust only what happened.
};

/// What several environments did in `length` steps, and how much better it was than expected.
///
/// The vectors hold one row per step and environment, step by step: row = step * environments +
/// environment.
///
/// Generalised advantage estimation, with r the reward, V the value estimate, and n = 0 where the
/// episode ended with step t, otherwise 1:
///
///     delta(t) = r(t) + gamma n(t) V(t+1) - V(t)
///     A(t)     = delta(t) + gamma lambda n(t) A(t+1)        return(t) = A(t) + V(t)
///
/// Where an episode was cut off, the caller adds gamma times the last state's value to its last
/// reward.
class RolloutBuffer
{
public:
    /// The network's view of one step of all environments.
    struct Decision
    {
        const std::vector<float>& observations;
        const std::vector<float>& actions;
        const std::vector<float>& logProbabilities;
        const std::vector<float>& values;
    };

    void clear();
    void addDecision(const Decision& decision);
    void addOutcome(const std::vector<float>& rewards, const std::vector<std::uint8_t>& ended);

    /// Fills advantages() and returns(); `nextValues` is the estimate for the states after the last
    /// step.
    void estimateAdvantages(const std::vector<float>& nextValues, const Discounts& discounts);

    [[nodiscard]] std::size_t rowCount() const { return m_values.size(); }

    // Not const: tensors that view them want mutable memory.
    [[nodiscard]] std::vector<float>& observations() { return m_observations; }

    [[nodiscard]] std::vector<float>& actions() { return m_actions; }

    [[nodiscard]] std::vector<float>& logProbabilities() { return m_logProbabilities; }

    [[nodiscard]] std::vector<float>& advantages() { return m_advantages; }

    [[nodiscard]] std::vector<float>& returns() { return m_returns; }

private:
    std::vector<float> m_observations;
    std::vector<float> m_actions;
    std::vector<float> m_logProbabilities;
    std::vector<float> m_values;
    std::vector<float> m_rewards;
    std::vector<std::uint8_t> m_ended;
    std::vector<float> m_advantages;
    std::vector<float> m_returns;
};

} // namespace hscope::examples
