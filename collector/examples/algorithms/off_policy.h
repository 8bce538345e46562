// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/networks.h"
#include "collector/examples/algorithms/replay_buffer.h"
#include "collector/examples/algorithms/running_moments.h"
#include "collector/examples/environments/seeded_random.h"

#include <torch/nn/modules/container/sequential.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::examples {

class VectorEnvironment;

/// A random choice of what was played, one row per step.
struct ReplayBatch
{
    torch::Tensor observations;
    torch::Tensor actions;
    torch::Tensor rewards;
    torch::Tensor nextObservations;
    torch::Tensor goesOn; ///< 0 where the episode failed, otherwise 1.

    /// What the critics should say: the reward, and what the next state is worth if there is one.
    [[nodiscard]] torch::Tensor targets(const torch::Tensor& nextValues) const;
};

/// What off-policy algorithms share: they learn from steps of any earlier policy, again and again.
///
///   repeat:  play one step in each environment               inference, simulation
///            for each of them: draw kBatch remembered steps  replay
///                              improve()                     backpropagation
///
/// The first kWarmUpSteps steps, or the first tenth if that is less, are played at random, and
/// nothing is learned yet. Observations are normalised by their running mean and deviation.
class OffPolicy : public Algorithm
{
public:
    static constexpr std::int64_t kWarmUpSteps = 1000;
    static constexpr std::size_t kBatch = 100;
    static constexpr std::size_t kReplayCapacity = 1'000'000;
    static constexpr double kDiscount = 0.99;
    static constexpr double kTargetRate = 0.005; ///< How fast target networks follow.

    std::int64_t iterate() final;

protected:
    OffPolicy(VectorEnvironment& environments, const TrainingSettings& settings);

    /// A network that gives `outputsPerAction` numbers for each action.
    [[nodiscard]] torch::nn::Sequential makeActor(std::int64_t outputsPerAction) const;

    [[nodiscard]] Critics makeCritics(std::int64_t count) const;

    /// Chooses one action in -1..1 per row, somewhat at random.
    [[nodiscard]] virtual torch::Tensor explore(const torch::Tensor& observations) = 0;

    /// Learns from a batch, which is valid until it returns.
    virtual void improve(const ReplayBatch& batch) = 0;

private:
    void decide();
    void simulate();
    void learn();

    VectorEnvironment& m_environments;
    std::int64_t m_warmUpSteps;
    SeededRandom m_random;
    ReplayBuffer m_replay; ///< Not normalised.
    RunningMoments m_observationMoments;
    std::int64_t m_stepsDone = 0;

    // Members so that their memory is used again.
    Transitions m_current; ///< Of this step, one row per environment.
    Transitions m_sample;
    std::vector<float> m_observations;     ///< Normalised.
    std::vector<float> m_nextObservations; ///< Normalised.
};

} // namespace hscope::examples
