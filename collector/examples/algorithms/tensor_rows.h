// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/utils.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::examples {

/// A tensor that views `rows` as a matrix of `width` columns; valid while the vector is neither
/// resized nor destroyed.
inline torch::Tensor matrixOf(std::vector<float>& rows, std::size_t width)
{
    const auto columns = static_cast<std::int64_t>(width);
    return torch::from_blob(rows.data(),
                            {static_cast<std::int64_t>(rows.size()) / columns, columns});
}

/// A tensor that views `numbers`; valid while the vector is neither resized nor destroyed.
inline torch::Tensor columnOf(std::vector<float>& numbers)
{
    return torch::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())});
}

inline void copyTo(const torch::Tensor& tensor, std::vector<float>& numbers)
{
    const torch::Tensor flat = tensor.contiguous();
    numbers.assign(flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel());
}

} // namespace hscope::examples
