// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

class Environment;

/// Several environments of one kind that take their steps together, so that a network sees them as
/// one batch.
///
/// An environment whose episode ends starts the next one within the same step: observations() shows
/// its first state, and finalObservations() still has the last state: where the episode was cut
/// off, that state's value counts.
///
/// All matrices have one row per environment and lie in memory row by row. The steps are taken one
/// environment after the other on the caller's thread. Does not use C++20 in its interface: files
/// that see LibTorch include it.
class VectorEnvironment
{
public:
    /// Makes `count` environments with seeds of their own that follow from `seed`, each at the
    /// start of an episode. `name` must be one of environmentNames().
    VectorEnvironment(const std::string& name, std::size_t count, std::uint64_t seed);
    ~VectorEnvironment();
    VectorEnvironment(const VectorEnvironment&) = delete;
    VectorEnvironment& operator=(const VectorEnvironment&) = delete;
    VectorEnvironment(VectorEnvironment&&) = delete;
    VectorEnvironment& operator=(VectorEnvironment&&) = delete;

    /// Takes one step in each environment; `actions` has count() rows of actionSize() numbers.
    void step(const std::vector<float>& actions);

    [[nodiscard]] std::size_t count() const { return m_environments.size(); }

    [[nodiscard]] std::size_t observationSize() const { return m_observationSize; }

    [[nodiscard]] std::size_t actionSize() const { return m_actionSize; }

    /// See EnvironmentShape.
    [[nodiscard]] std::size_t actionLevels() const { return m_actionLevels; }

    [[nodiscard]] const std::vector<float>& observations() const { return m_observations; }

    /// Of the last step, one per environment.
    [[nodiscard]] const std::vector<float>& rewards() const { return m_rewards; }

    /// Of the last step: 1 where an episode ended, for whatever reason.
    [[nodiscard]] const std::vector<std::uint8_t>& ended() const { return m_ended; }

    /// Of the last step: 1 where an episode was cut off by its time limit.
    [[nodiscard]] const std::vector<std::uint8_t>& cutOff() const { return m_cutOff; }

    /// Rows are valid where ended() is 1.
    [[nodiscard]] const std::vector<float>& finalObservations() const
    {
        return m_finalObservations;
    }

    /// The mean return of the last (at most 20) finished episodes; 0 before the first one.
    [[nodiscard]] double recentMeanReturn() const;

    [[nodiscard]] std::int64_t episodeCount() const { return m_episodeCount; }

private:
    void stepOne(std::size_t index, const float* action);

    std::vector<std::unique_ptr<Environment>> m_environments;
    std::size_t m_observationSize = 0;
    std::size_t m_actionSize = 0;
    std::size_t m_actionLevels = 0;
    std::vector<float> m_observations;
    std::vector<float> m_finalObservations;
    std::vector<float> m_rewards;
    std::vector<std::uint8_t> m_ended;
    std::vector<std::uint8_t> m_cutOff;
    std::vector<double> m_runningReturns; ///< Of the episodes that are under way.
    std::deque<double> m_recentReturns;   ///< Oldest first.
    std::int64_t m_episodeCount = 0;
};

} // namespace hscope::examples
