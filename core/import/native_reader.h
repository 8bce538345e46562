// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/import/open_trace.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace hscope::core {

class Connection;

/// Whether the file starts like an SQLite database.
[[nodiscard]] bool isSqliteFile(std::string_view head);

/// Whether an open database is one of Heteroscope's that this program can read; `name` is for the
/// sentence if it is not.
[[nodiscard]] Result<void> checkDatabaseKind(Connection& connection, const std::string& name);

/// Loads a Heteroscope database. Errors: NotFound, Io, Unsupported (another program's database, or
/// a newer version), Corrupt, Cancelled.
[[nodiscard]] Result<LoadedTrace> readDatabase(const std::filesystem::path& path,
                                               ProgressSink& progress, std::stop_token stop);

/// Loads evenly spread groups of slices of a database with more than a million; null for a smaller
/// one.
[[nodiscard]] Result<std::shared_ptr<const TraceStore>>
readDatabasePreview(const std::filesystem::path& path);

} // namespace hscope::core
