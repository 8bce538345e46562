// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace hscope::sim {

/// The folder of the files that come with Heteroscope (scenarios, policies), beside the running
/// program: as built or as installed. Empty if there is none.
[[nodiscard]] std::filesystem::path bundledFolder();

/// The names, without extension, of the documents in a folder such as `scenarios/workloads`,
/// sorted.
[[nodiscard]] std::vector<std::string> bundledNames(const std::filesystem::path& folder);

/// The file that a user means: `name` itself if it is a file, else the bundled document of that
/// name in the folder `kind` ("workloads", "clusters"). Errors: NotFound with the bundled names.
[[nodiscard]] core::Result<std::filesystem::path> findDocument(std::string_view name,
                                                               std::string_view kind);

} // namespace hscope::sim
