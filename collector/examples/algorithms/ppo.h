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
/// An OnPolicy algorithm that goes through what it played several times: in random minibatches, it
/// moves the policy towards the better actions, but no further than a ratio of 1 +- kClipRatio.
[[nodiscard]] std::unique_ptr<Algorithm> makePpo(VectorEnvironment& environments,
                                                 const TrainingSettings& settings);

} // namespace hscope::examples
