// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

class Environment;

/// The names that makeEnvironment() knows, sorted.
[[nodiscard]] std::vector<std::string> environmentNames();

/// Makes the environment called `name`, before its first episode; null if there is none of that
/// name.
[[nodiscard]] std::unique_ptr<Environment> makeEnvironment(const std::string& name,
                                                           std::uint64_t seed);

} // namespace hscope::examples
