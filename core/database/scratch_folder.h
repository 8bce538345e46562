// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>

namespace hscope::core {

/// A folder for files that nobody needs after this program, removed with its owner.
///
///   PARENT/.lock            held while folders are made or looked through
///   PARENT/a8Xk2q/.lock     held as long as the folder's owner lives
///   PARENT/a8Xk2q/...       the files
///
/// The locks end with the process, however it ends. So programs can share a parent, and a folder
/// whose lock nobody holds was left by one that died: the next call of make() removes it.
class ScratchFolder
{
public:
    /// Makes a folder of its own in `parent`, which is made too if needed. Errors: Io.
    [[nodiscard]] static Result<std::shared_ptr<const ScratchFolder>>
    make(const std::filesystem::path& parent);

    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    class FileLock;

    ScratchFolder(std::filesystem::path path, std::unique_ptr<FileLock> lock);

    static void removeLeftOvers(const std::filesystem::path& parent);

    std::filesystem::path m_path;
    std::unique_ptr<FileLock> m_lock;
};

} // namespace hscope::core
