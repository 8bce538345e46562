// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/off_policy.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/networks.h"
#include "collector/examples/algorithms/replay_buffer.h"
#include "collector/examples/algorithms/tensor_rows.h"
#include "collector/examples/environments/vector_environment.h"

#include <torch/utils.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <hscope/collector.hpp>

namespace hscope::examples {

namespace {

constexpr float kObservationBound = 10;
constexpr std::uint64_t kReplayStream = 0xB0FF; // apart from the environments' generators

ReplayBuffer::Shape shapeFor(const VectorEnvironment& environments)
{
    ReplayBuffer::Shape shape;
    shape.observationSize = environments.observationSize();
    shape.actionSize = environments.actionSize();
    shape.capacity = OffPolicy::kReplayCapacity;
    return shape;
}

} // namespace

torch::Tensor ReplayBatch::targets(const torch::Tensor& nextValues) const
{
    return rewards + OffPolicy::kDiscount * goesOn * nextValues;
}

OffPolicy::OffPolicy(VectorEnvironment& environments, const TrainingSettings& settings)
    : m_environments(environments)
    , m_warmUpSteps(std::min(kWarmUpSteps, settings.totalSteps / 10))
    , m_random(settings.seed + kReplayStream)
    , m_replay(shapeFor(environments))
    , m_observationMoments(environments.observationSize())
{
    m_current.actions.resize(environments.count() * environments.actionSize());
    m_current.goesOn.resize(environments.count());
}

torch::nn::Sequential OffPolicy::makeActor(std::int64_t outputsPerAction) const
{
    MlpShape shape;
    shape.inputs = static_cast<std::int64_t>(m_environments.observationSize());
    shape.outputs = outputsPerAction * static_cast<std::int64_t>(m_environments.actionSize());
    return makeReluMlp(shape);
}

Critics OffPolicy::makeCritics(std::int64_t count) const
{
    Critics critics(count, static_cast<std::int64_t>(m_environments.observationSize()),
                    static_cast<std::int64_t>(m_environments.actionSize()));
    return critics;
}

std::int64_t OffPolicy::iterate()
{
    decide();
    simulate();
    m_stepsDone += static_cast<std::int64_t>(m_environments.count());
    if (m_stepsDone > m_warmUpSteps) {
        for (std::size_t step = 0; step < m_environments.count(); ++step) {
            learn();
        }
    }
    return static_cast<std::int64_t>(m_environments.count());
}

void OffPolicy::decide()
{
    m_current.observations = m_environments.observations();
    m_observationMoments.add(m_current.observations);
    if (m_stepsDone < m_warmUpSteps) {
        std::generate(m_current.actions.begin(), m_current.actions.end(),
                      [this] { return m_random.uniform(-1, 1); });
        return;
    }
    const Operation operation("inference");
    const torch::NoGradGuard noGradient;
    m_observationMoments.normalize(m_current.observations, kObservationBound, m_observations);
    copyTo(explore(matrixOf(m_observations, m_environments.observationSize())), m_current.actions);
}

void OffPolicy::simulate()
{
    {
        const Operation operation("simulation");
        m_environments.step(m_current.actions);
    }
    const std::size_t width = m_environments.observationSize();
    m_current.rewards = m_environments.rewards();
    m_current.nextObservations = m_environments.observations();
    for (std::size_t row = 0; row < m_environments.count(); ++row) {
        const bool hasEnded = m_environments.ended()[row] != 0;
        m_current.goesOn[row] = hasEnded && m_environments.cutOff()[row] == 0 ? 0.0F : 1.0F;
        if (hasEnded) {
            const auto first = static_cast<std::ptrdiff_t>(row * width);
            std::copy_n(m_environments.finalObservations().begin() + first, width,
                        m_current.nextObservations.begin() + first);
        }
    }
    m_replay.add(m_current);
}

void OffPolicy::learn()
{
    {
        const Operation operation("replay");
        m_replay.sample(kBatch, m_random, m_sample);
        m_observationMoments.normalize(m_sample.observations, kObservationBound, m_observations);
        m_observationMoments.normalize(m_sample.nextObservations, kObservationBound,
                                       m_nextObservations);
    }
    const Operation operation("backpropagation");
    improve({matrixOf(m_observations, m_environments.observationSize()),
             matrixOf(m_sample.actions, m_environments.actionSize()), columnOf(m_sample.rewards),
             matrixOf(m_nextObservations, m_environments.observationSize()),
             columnOf(m_sample.goesOn)});
}

} // namespace hscope::examples
