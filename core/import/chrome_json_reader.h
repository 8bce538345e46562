// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/import/open_trace.h"

#include <filesystem>
#include <stop_token>

namespace hscope::core {

/// Reads a trace in Chrome's Trace Event format, as PyTorch's profiler (Kineto) writes it, plain or
/// compressed.
///
/// Phases X, B, E, i, I, R, C, M, s, t and f are read; others are counted. What each category
/// becomes is in chrome_category.h. Errors: NotFound, Io, Unsupported (no event list), Cancelled.
[[nodiscard]] Result<LoadedTrace> readChromeJson(const std::filesystem::path& path,
                                                 ProgressSink& progress, std::stop_token stop);

} // namespace hscope::core
