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

/// Makes an empty database with the current schema. Errors: AlreadyExists, Io.
[[nodiscard]] Result<Connection> createDatabase(const std::filesystem::path& path);

} // namespace hscope::core
