// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sqlite/connection.h"

#include <span>
#include <string_view>

namespace hscope::core {

/// The scripts that lead from an empty database to the current schema; the first makes version 1.
[[nodiscard]] std::span<const std::string_view> schemaScripts();

/// Brings a database that is ours to write to the newest version of `scripts`, in one transaction.
///
/// Errors: Unsupported if it is newer than the scripts; SQL errors leave it unchanged.
[[nodiscard]] Result<void> migrate(Connection& connection,
                                   std::span<const std::string_view> scripts = schemaScripts());

/// Makes an empty database with the current schema; a failure leaves no file. Of several that try
/// this with one path at the same moment one succeeds. Errors: AlreadyExists, Io.
[[nodiscard]] Result<Connection> createDatabase(const std::filesystem::path& path);

/// Removes a database that nobody has open, with what SQLite may have left beside it.
void removeDatabase(const std::filesystem::path& path);

} // namespace hscope::core
