// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace hscope::examples {

class Algorithm;
class VectorEnvironment;
struct TrainingSettings;

/// Proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimation.
///
///   repeat:  play kRolloutLength steps in each environment    inference, simulation
///            estimate the advantages
///            kEpochs times: in random minibatches, move the   backpropagation
///            policy towards the better actions, but no
///            further than a ratio of 1 +- kClipRatio
///
/// Observations are normalised by their running mean and deviation, rewards by the running
/// deviation of the discounted return. The learning rate falls linearly to 0 over the planned
/// steps.
[[nodiscard]] std::unique_ptr<Algorithm> makePpo(VectorEnvironment& environments,
                                                 const TrainingSettings& settings);

} // namespace hscope::examples
