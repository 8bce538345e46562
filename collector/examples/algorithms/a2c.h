// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace hscope::examples {

class Algorithm;
class VectorEnvironment;
struct TrainingSettings;

/// Advantage actor-critic, the synchronous form of A3C (Mnih et al. 2016).
///
/// An OnPolicy algorithm that plays a few steps in each environment and learns from them in one
/// step of RMSprop.
[[nodiscard]] std::unique_ptr<Algorithm> makeA2c(VectorEnvironment& environments,
                                                 const TrainingSettings& settings);

} // namespace hscope::examples
