// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/diagnostics.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace hscope::cli {

/// Members stay in the order in which they were added.
using Json = nlohmann::ordered_json;

/// A list of `{"id", "severity", "count", "first"}`, most severe first.
[[nodiscard]] Json diagnosticsJson(const core::Diagnostics& diagnostics);

/// The number, or null.
[[nodiscard]] Json numberOrNull(const std::optional<double>& value);

/// Writes JSON to standard output; bytes that are not UTF-8 become U+FFFD. Errors: Io.
[[nodiscard]] core::Result<void> printJson(const Json& json);

} // namespace hscope::cli
