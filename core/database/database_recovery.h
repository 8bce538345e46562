// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/database/scratch_folder.h"

#include <filesystem>
#include <memory>
#include <string>

namespace hscope::core {

/// A database that can be opened read-only without touching its folder.
struct OpenableDatabase
{
    std::filesystem::path path; ///< The file itself, or a recovered copy in the cache.
    bool recovered = false;
    std::string reason;                          ///< Why a copy was needed.
    std::shared_ptr<const ScratchFolder> folder; ///< Of the copy, which lives as long as this does.
};

/// Whether nothing is missing in a database file itself: it is not in WAL mode and no journal lies
/// beside it. A file too short for a database is not closed.
[[nodiscard]] bool isClosed(const std::filesystem::path& path);

/// Finds out whether a database was closed properly; if not, recovers it on a copy.
///
/// A recorder that died leaves a `-wal` or `-journal` file beside the database, or the database in
/// WAL mode. Reading such a file in place would create files beside it, or miss what is in the
/// journal. Each call makes a copy of its own, and removes those of programs that died. Errors:
/// NotFound, Io (also: no space for the copy).
[[nodiscard]] Result<OpenableDatabase> makeOpenable(const std::filesystem::path& path);

/// Where recovered and migrated copies are kept: `$XDG_CACHE_HOME/heteroscope`, else
/// `~/.cache/heteroscope`.
[[nodiscard]] std::filesystem::path cacheFolder();

} // namespace hscope::core
