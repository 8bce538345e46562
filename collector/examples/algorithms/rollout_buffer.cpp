// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/rollout_buffer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::examples {

namespace {

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

} // namespace

void RolloutBuffer::clear()
{
    m_observations.clear();
    m_actions.clear();
    m_logProbabilities.clear();
    m_values.clear();
    m_rewards.clear();
    m_ended.clear();
}

void RolloutBuffer::addDecision(const Decision& decision)
{
    append(m_observations, decision.observations);
    append(m_actions, decision.actions);
    append(m_logProbabilities, decision.logProbabilities);
    append(m_values, decision.values);
}

void RolloutBuffer::addOutcome(const std::vector<float>& rewards,
                               const std::vector<std::uint8_t>& ended)
{
    append(m_rewards, rewards);
    append(m_ended, ended);
}

void RolloutBuffer::estimateAdvantages(const std::vector<float>& nextValues,
                                       const Discounts& discounts)
{
    const std::size_t environments = nextValues.size();
    m_advantages.assign(rowCount(), 0);
    m_returns.assign(rowCount(), 0);
    std::vector<float> laterValues = nextValues;
    std::vector<float> laterAdvantages(environments, 0);
    for (std::size_t row = rowCount(); row-- > 0;) {
        const std::size_t environment = row % environments;
        const float goesOn = m_ended[row] != 0 ? 0.0F : 1.0F;
        const float delta =
            m_rewards[row] + discounts.gamma * goesOn * laterValues[environment] - m_values[row];
        const float advantage =
            delta + discounts.gamma * discounts.lambda * goesOn * laterAdvantages[environment];
        m_advantages[row] = advantage;
        m_returns[row] = advantage + m_values[row];
        laterAdvantages[environment] = advantage;
        laterValues[environment] = m_values[row];
    }
}

} // namespace hscope::examples
