// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/vector_environment.h"

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/environment_registry.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace hscope::examples {

namespace {

constexpr std::size_t kRecentEpisodes = 20;
constexpr std::uint64_t kSeedStride = 1000; // more than there are environments

std::span<float> rowOf(std::vector<float>& matrix, std::size_t row, std::size_t width)
{
    return std::span(matrix).subspan(row * width, width);
}

} // namespace

VectorEnvironment::VectorEnvironment(const std::string& name, std::size_t count, std::uint64_t seed)
    : m_rewards(count)
    , m_ended(count)
    , m_cutOff(count)
    , m_runningReturns(count)
{
    for (std::size_t index = 0; index < count; ++index) {
        m_environments.push_back(makeEnvironment(name, seed * kSeedStride + index));
    }
    const EnvironmentShape shape = m_environments.front()->shape();
    m_observationSize = shape.observationSize;
    m_actionSize = shape.actionSize;
    m_actionLevels = shape.actionLevels;
    m_observations.resize(count * m_observationSize);
    m_finalObservations.resize(count * m_observationSize);
    for (std::size_t index = 0; index < count; ++index) {
        m_environments[index]->reset();
        m_environments[index]->observe(rowOf(m_observations, index, m_observationSize));
    }
}

VectorEnvironment::~VectorEnvironment() = default;

void VectorEnvironment::step(const std::vector<float>& actions)
{
    for (std::size_t index = 0; index < count(); ++index) {
        stepOne(index, actions.data() + index * m_actionSize);
    }
}

void VectorEnvironment::stepOne(std::size_t index, const float* action)
{
    Environment& environment = *m_environments[index];
    const StepResult result = environment.step(std::span(action, m_actionSize));
    m_rewards[index] = result.reward;
    m_ended[index] = result.end != EpisodeEnd::None ? 1 : 0;
    m_cutOff[index] = result.end == EpisodeEnd::TimeLimit ? 1 : 0;
    m_runningReturns[index] += static_cast<double>(result.reward);
    if (result.end != EpisodeEnd::None) {
        environment.observe(rowOf(m_finalObservations, index, m_observationSize));
        environment.reset();
        m_recentReturns.push_back(m_runningReturns[index]);
        if (m_recentReturns.size() > kRecentEpisodes) {
            m_recentReturns.pop_front();
        }
        m_runningReturns[index] = 0;
        ++m_episodeCount;
    }
    environment.observe(rowOf(m_observations, index, m_observationSize));
}

double VectorEnvironment::recentMeanReturn() const
{
    if (m_recentReturns.empty()) {
        return 0;
    }
    return std::accumulate(m_recentReturns.begin(), m_recentReturns.end(), 0.0) /
           static_cast<double>(m_recentReturns.size());
}

} // namespace hscope::examples
