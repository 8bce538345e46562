// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/database/temporary_file.h"
#include "core/store/argument_source.h"
#include "core/store/trace_store.h"

#include <filesystem>
#include <stop_token>

namespace hscope::core {

/// Writes a trace as a Heteroscope database.
///
/// The file appears under its name only when it is complete; a failure or a cancellation leaves
/// nothing behind. `arguments` may be null: then none are written. Errors: AlreadyExists, Io,
/// Cancelled.
[[nodiscard]] Result<void> writeDatabase(const TraceStore& trace, ArgumentSource* arguments,
                                         const std::filesystem::path& path, Overwrite overwrite,
                                         ProgressSink& progress, std::stop_token stop);

} // namespace hscope::core
