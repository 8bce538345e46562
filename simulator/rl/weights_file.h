// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace hscope::rl {

// Weights as bytes, little endian:
//
//     offset  0   8 characters "HSCPOLIC"
//             8   u32 version of the network's shape
//            12   u32 number of weights
//            16   f32 for each weight, in the order in which policy_network.cpp lists its parts
//      at the end u64 FNV-1a of all before it

/// Changes with the network's shape or the meaning of its inputs.
inline constexpr unsigned kNetworkVersion = 1;

[[nodiscard]] std::vector<unsigned char> packWeights(const std::vector<float>& weights);

/// None unless `bytes` are `count` finite weights of this version, undamaged.
[[nodiscard]] std::optional<std::vector<float>> unpackWeights(const unsigned char* bytes,
                                                              std::size_t size, std::size_t count);

} // namespace hscope::rl
