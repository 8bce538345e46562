// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace hscope::examples {

/// The mean return of a policy that draws each action uniformly, from the environment's levels or
/// from [-1, 1]: what training is compared with.
///
/// The same seed gives the same mean.
[[nodiscard]] double meanRandomReturn(const std::string& environmentName, std::uint64_t seed,
                                      int episodes);

} // namespace hscope::examples
