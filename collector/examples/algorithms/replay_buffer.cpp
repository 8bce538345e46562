// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/replay_buffer.h"

#include "collector/examples/environments/seeded_random.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hscope::examples {

namespace {

struct RowCopy
{
    std::size_t from = 0;
    std::size_t to = 0;
};

void copyRow(const std::vector<float>& from, std::vector<float>& to, std::size_t width,
             const RowCopy& row)
{
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(row.from * width);
    std::copy_n(first, width, to.begin() + static_cast<std::ptrdiff_t>(row.to * width));
}

void copyStep(const Transitions& from, Transitions& to, const ReplayBuffer::Shape& shape,
              const RowCopy& row)
{
    copyRow(from.observations, to.observations, shape.observationSize, row);
    copyRow(from.actions, to.actions, shape.actionSize, row);
    copyRow(from.rewards, to.rewards, 1, row);
    copyRow(from.nextObservations, to.nextObservations, shape.observationSize, row);
    copyRow(from.goesOn, to.goesOn, 1, row);
}

void resize(Transitions& steps, const ReplayBuffer::Shape& shape, std::size_t count)
{
    steps.observations.resize(count * shape.observationSize);
    steps.actions.resize(count * shape.actionSize);
    steps.rewards.resize(count);
    steps.nextObservations.resize(count * shape.observationSize);
    steps.goesOn.resize(count);
}

} // namespace

void ReplayBuffer::add(const Transitions& steps)
{
    for (std::size_t row = 0; row < steps.rewards.size(); ++row) {
        if (size() < m_shape.capacity) {
            const std::size_t next = size();
            resize(m_steps, m_shape, next + 1);
            copyStep(steps, m_steps, m_shape, {row, next});
        } else {
            copyStep(steps, m_steps, m_shape, {row, m_oldest});
            m_oldest = (m_oldest + 1) % m_shape.capacity;
        }
    }
}

void ReplayBuffer::sample(std::size_t count, SeededRandom& random, Transitions& sample) const
{
    resize(sample, m_shape, count);
    for (std::size_t row = 0; row < count; ++row) {
        const auto drawn = static_cast<std::size_t>(random.next() % size());
        copyStep(m_steps, sample, m_shape, {drawn, row});
    }
}

} // namespace hscope::examples
