// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

class Algorithm;
class VectorEnvironment;
struct TrainingSettings;

/// The names that makeAlgorithm() knows, sorted.
[[nodiscard]] std::vector<std::string> algorithmNames();

/// Makes the algorithm called `name`, with a fresh policy; null if there is none of that name.
///
/// Sets LibTorch's seed and number of threads, which belong to the whole process.
/// `environments` must outlive the result.
[[nodiscard]] std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name,
                                                       VectorEnvironment& environments,
                                                       const TrainingSettings& settings);

} // namespace hscope::examples
