// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace hscope::examples {

/// How large the vectors of an environment are.
struct EnvironmentShape
{
    std::size_t observationSize = 0;
    std::size_t actionSize = 0;
    /// How many values of an action the task is about, evenly spaced from -1 to 1; 0: all of them.
    /// A policy that cannot choose among so many may still give any number.
    std::size_t actionLevels = 0;

    bool operator==(const EnvironmentShape&) const = default;
};

/// Why an episode is over, if it is.
enum class EpisodeEnd : unsigned char
{
    None,
    Failure,  ///< A state with no future: what comes after it is worth nothing.
    TimeLimit ///< Cut off: the state's value still counts.
};

/// What one step brought.
struct StepResult
{
    float reward = 0;
    EpisodeEnd end = EpisodeEnd::None;

    bool operator==(const StepResult&) const = default;
};

/// A world with one agent in it, which goes through episodes.
///
/// reset() starts an episode, step() goes on until it returns an end. All randomness comes from the
/// seed that the environment was made with, so the same seed and the same actions give the same
/// episodes.
///
/// To add one: implement this, and name it in environment_registry.cpp.
///
/// Thread: each object is used by one thread at a time; two objects share nothing.
class Environment
{
public:
    Environment() = default;
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    Environment(Environment&&) = delete;
    Environment& operator=(Environment&&) = delete;
    virtual ~Environment() = default;

    [[nodiscard]] virtual EnvironmentShape shape() const = 0;

    /// Writes the current state; `observation` has `shape().observationSize` elements.
    virtual void observe(std::span<float> observation) const = 0;

    virtual void reset() = 0;

    /// Applies `action`, `shape().actionSize` elements that count from -1 to 1 (others are
    /// clamped).
    virtual StepResult step(std::span<const float> action) = 0;
};

} // namespace hscope::examples
