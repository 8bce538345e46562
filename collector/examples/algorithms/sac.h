// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace hscope::examples {

class Algorithm;
class VectorEnvironment;
struct TrainingSettings;

/// Soft actor-critic (Haarnoja et al. 2018): an OffPolicy algorithm whose stochastic actor is paid
/// for randomness too.
///
/// How much is learned as well: so much that the entropy stays near minus the number of actions.
[[nodiscard]] std::unique_ptr<Algorithm> makeSac(VectorEnvironment& environments,
                                                 const TrainingSettings& settings);

} // namespace hscope::examples
