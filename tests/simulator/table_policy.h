// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/policy_library.h"

#include <cstddef>
#include <vector>

namespace hscope::test {

/// Stands in for the plugin where there is no LibTorch: the same interface over a table of one
/// preference per layer and type, of the first problem it sees.
[[nodiscard]] const hscope_policy_table& tablePolicy();

/// Its weights: one byte, the type that is preferred before anything is learnt.
[[nodiscard]] std::vector<std::byte> tableWeights(unsigned char type);

} // namespace hscope::test
