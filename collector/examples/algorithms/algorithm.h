// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace hscope::examples {

/// What every algorithm is told.
struct TrainingSettings
{
    std::int64_t totalSteps =
        0; ///< Environment steps that are planned, for schedules such as the learning rate's.
    std::uint64_t seed = 0;
};

/// Learns a policy for the environments that it was made with.
///
/// iterate() is one turn of the training loop: play some steps, learn from them. An algorithm marks
/// its work with the operations `inference`, `simulation` and `backpropagation`; the iteration
/// itself is marked by the caller.
///
/// To add one: implement this, and name it in algorithm_registry.cpp.
///
/// Does not use C++20 and knows no LibTorch, so that both kinds of files can include it.
class Algorithm
{
public:
    Algorithm() = default;
    Algorithm(const Algorithm&) = delete;
    Algorithm& operator=(const Algorithm&) = delete;
    Algorithm(Algorithm&&) = delete;
    Algorithm& operator=(Algorithm&&) = delete;
    virtual ~Algorithm() = default;

    /// Returns how many environment steps it took.
    virtual std::int64_t iterate() = 0;
};

} // namespace hscope::examples
