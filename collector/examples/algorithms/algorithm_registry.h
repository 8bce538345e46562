// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

class Algorithm;
class VectorEnvironment;
struct TrainingSettings;

/// How long an algorithm usually trains, and how many environments step together meanwhile.
struct TrainingDefaults
{
    std::int64_t steps = 0;
    std::size_t environmentCount = 0;
};

/// The names that makeAlgorithm() knows, sorted.
[[nodiscard]] std::vector<std::string> algorithmNames();

/// `name` must be one of algorithmNames().
[[nodiscard]] TrainingDefaults trainingDefaults(const std::string& name);

/// Makes the algorithm called `name`, with a fresh policy; null if there is none of that name.
///
/// Sets LibTorch's seed and number of threads, which belong to the whole process.
/// `environments` must outlive the result.
[[nodiscard]] std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name,
                                                       VectorEnvironment& environments,
                                                       const TrainingSettings& settings);

} // namespace hscope::examples
