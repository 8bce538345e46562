// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/database_recovery.h"

#include "core/sqlite/connection.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <utility>

namespace hscope::core {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kWriteVersionAt =
    18; // in the header of an SQLite file: 1 rollback journal, 2 WAL
constexpr std::array<const char*, 2> kSidecars = {"-wal", "-journal"};

fs::path sidecar(const fs::path& path, const char* suffix)
{
    return fs::path(path.string() + suffix);
}

bool hasContent(const fs::path& path)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    return !error && size > 0;
}

Result<bool> isInWalMode(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::array<char, kWriteVersionAt + 2> header{};
    if (!file.read(header.data(), header.size())) {
        return failure(ErrorCode::Corrupt, path.string() + " is too short for a database");
    }
    return header[kWriteVersionAt] == 2 || header[kWriteVersionAt + 1] == 2;
}

Result<void> copyFile(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    fs::copy_file(from, to, error);
    if (!error) {
        fs::permissions(to, fs::perms::owner_read | fs::perms::owner_write, fs::perm_options::add,
                        error);
    }
    if (error) {
        return failure(ErrorCode::Io, fmt::format("cannot copy {} to {} for recovery: {}",
                                                  from.string(), to.string(), error.message()));
    }
    return {};
}

} // namespace

fs::path cacheFolder()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
        return fs::path(cache) / "heteroscope";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return fs::path(home) / ".cache" / "heteroscope";
    }
    return fs::temp_directory_path() / "heteroscope";
}

bool isClosed(const fs::path& path)
{
    const auto wal = isInWalMode(path);
    return wal && !*wal && std::ranges::none_of(kSidecars, [&path](const char* suffix) {
               return hasContent(sidecar(path, suffix));
           });
}

Result<OpenableDatabase> makeOpenable(const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(const bool wal, isInWalMode(path));
    std::string reason;
    for (const char* suffix : kSidecars) {
        if (hasContent(sidecar(path, suffix))) {
            reason = fmt::format("{} lies beside it", sidecar(path, suffix).filename().string());
        }
    }
    if (reason.empty() && !wal) {
        return OpenableDatabase{path, false, {}, nullptr};
    }
    HSCOPE_TRY_ASSIGN(auto folder, ScratchFolder::make(cacheFolder() / "recovered"));
    const fs::path copy = folder->path() / path.filename();
    HSCOPE_TRY(copyFile(path, copy));
    for (const char* suffix : kSidecars) {
        if (hasContent(sidecar(path, suffix))) {
            HSCOPE_TRY(copyFile(sidecar(path, suffix), sidecar(copy, suffix)));
        }
    }
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(copy, OpenMode::ReadWrite));
    if (auto done = connection.execute("PRAGMA journal_mode = DELETE"); !done) {
        return tl::unexpected<Error>(std::move(done).error().with(
            path.string() + " was not closed and cannot be recovered"));
    }
    return OpenableDatabase{copy, true, reason.empty() ? "it was left in WAL mode" : reason,
                            std::move(folder)};
}

} // namespace hscope::core
