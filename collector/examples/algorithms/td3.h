// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace hscope::examples {

class Algorithm;
class VectorEnvironment;
struct TrainingSettings;

/// Deep deterministic policy gradient (Lillicrap et al. 2016): an OffPolicy algorithm whose actor
/// climbs the estimate of a critic, and explores with normal noise on its actions.
[[nodiscard]] std::unique_ptr<Algorithm> makeDdpg(VectorEnvironment& environments,
                                                  const TrainingSettings& settings);

/// Twin delayed DDPG (Fujimoto et al. 2018): takes the least estimate of two critics, for actions
/// with a little noise, and moves the actor at every second update only.
[[nodiscard]] std::unique_ptr<Algorithm> makeTd3(VectorEnvironment& environments,
                                                 const TrainingSettings& settings);

} // namespace hscope::examples
