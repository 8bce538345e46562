// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::examples {

class SeededRandom;

/// Steps of environments, row by row: row n of each vector belongs to the same step.
struct Transitions
{
    std::vector<float> observations; ///< Before the step.
    std::vector<float> actions;
    std::vector<float> rewards;
    std::vector<float> nextObservations; ///< After it, also where the episode ended.
    std::vector<float> goesOn;           ///< 0 where the episode failed, otherwise 1.
};

/// The last steps that were played, to learn from in random order.
///
///   capacity 4, steps a to f:    | e | f | c | d |
///                                          ^ the next one goes here
///
/// Cost: memory grows with what is added, up to the capacity.
class ReplayBuffer
{
public:
    /// How many numbers of each kind a step has, and how many steps are kept.
    struct Shape
    {
        std::size_t observationSize = 0;
        std::size_t actionSize = 0;
        std::size_t capacity = 0;
    };

    explicit ReplayBuffer(const Shape& shape)
        : m_shape(shape)
    {
    }

    /// Adds all rows of `steps`, the oldest first.
    void add(const Transitions& steps);

    /// Fills `sample` with `count` steps, each drawn from all of them; some may come twice. There
    /// must be at least one.
    void sample(std::size_t count, SeededRandom& random, Transitions& sample) const;

    [[nodiscard]] std::size_t size() const { return m_steps.rewards.size(); }

private:
    Shape m_shape;
    Transitions m_steps;
    std::size_t m_oldest = 0; ///< Once the buffer is full.
};

} // namespace hscope::examples
