// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hscope::examples {

/// Lets LibTorch compute the same numbers in each run on the same machine: one thread, a fixed
/// seed.
///
/// One thread is also the fastest for networks as small as the examples': handing a 64x64 product
/// to a second thread takes longer than the product.
void makeTorchRepeatable(std::uint64_t seed);

} // namespace hscope::examples
