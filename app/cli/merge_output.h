// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/json_output.h"
#include "core/import/trace_merge.h"

#include <CLI/App.hpp>
#include <filesystem>
#include <string>

namespace hscope::cli {

/// What a merge made: processes, slices, wall time, what was left out, diagnostics.
[[nodiscard]] Json toJson(const core::MergeSummary& summary, const std::filesystem::path& output);
[[nodiscard]] std::string toText(const core::MergeSummary& summary,
                                 const std::filesystem::path& output);

/// Adds `-o`, whose name must not be empty.
void addOutputOption(CLI::App& command, std::string& output, const std::string& description);

/// The sentence for a file that exists and is not to be replaced.
[[nodiscard]] core::Result<void> refuseExisting(const std::filesystem::path& output, bool force);

} // namespace hscope::cli
