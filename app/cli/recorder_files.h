// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace hscope::cli {

/// A library or program that comes with hscope: in the folder HSCOPE_LIBRARY_PATH, else where the
/// build or the installation puts it, seen from hscope itself. Errors: Unavailable.
[[nodiscard]] core::Result<std::filesystem::path> findRecorderFile(std::string_view name);

} // namespace hscope::cli
