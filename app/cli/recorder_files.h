// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace hscope::cli {

/// The library that records GPUs.
inline constexpr std::string_view kGpuHook = "libhscope_cupti.so";

/// A library or program that comes with hscope, its LibTorch part or its GPU part: in the folder
/// HSCOPE_LIBRARY_PATH, else where the build or the installation puts it, seen from hscope itself.
///
///   build        bin/hscope, bin/rl_training, lib/libhscope_torch.so
///   installed    bin/hscope, lib/heteroscope/rl_training, lib/heteroscope/libhscope_torch.so
///
/// Errors: Unavailable.
[[nodiscard]] core::Result<std::filesystem::path> findRecorderFile(std::string_view name);

/// The folder that makes Python find the package `heteroscope`: `python` beside the build's `bin`,
/// `lib/heteroscope/python` when installed.
///
/// Errors: Unavailable.
[[nodiscard]] core::Result<std::filesystem::path> findPythonFolder();

} // namespace hscope::cli
