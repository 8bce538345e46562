// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/temporary_file.h"

#include <fmt/format.h>
#include <unistd.h>

namespace hscope::core {

namespace fs = std::filesystem;

TemporaryFile::TemporaryFile(const fs::path& target)
    : m_path(fmt::format("{}.part-{}", target.string(), ::getpid()))
{
    remove();
}

TemporaryFile::~TemporaryFile()
{
    remove();
}

Result<void> TemporaryFile::moveTo(const fs::path& target)
{
    std::error_code error;
    fs::rename(m_path, target, error);
    if (error) {
        return failure(ErrorCode::Io,
                       fmt::format("cannot write {}: {}", target.string(), error.message()));
    }
    return {};
}

void TemporaryFile::remove() const
{
    std::error_code ignored;
    fs::remove(m_path, ignored);
    fs::remove(m_path.string() + "-journal", ignored);
}

Result<void> checkTarget(const fs::path& path, Overwrite overwrite)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return failure(ErrorCode::InvalidArgument,
                       path.string() + " is a folder; give the name of a file");
    }
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, ignored)) {
        return failure(ErrorCode::NotFound, fmt::format("cannot write {}: there is no folder {}",
                                                        path.string(), folder.string()));
    }
    if (overwrite == Overwrite::No && fs::exists(path, ignored)) {
        return failure(ErrorCode::AlreadyExists, path.string() + " exists already");
    }
    return {};
}

Result<void> checkRegular(const fs::path& path)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return failure(ErrorCode::InvalidArgument,
                       path.string() + " is no file; a database can only be written to one");
    }
    return {};
}

} // namespace hscope::core
