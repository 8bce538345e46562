// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace hscope::core {

/// A file that a process of a run writes or wrote.
struct RunFile
{
    std::filesystem::path path;
    std::int64_t pid = 0;
    bool isBeingWritten = false; ///< Not closed, and its process lives.
};

/// A folder in which each process of one run leaves a file: the private property of who records.
///
///   trace.hscope.run-x7Ab2c/100.hscope        process 100
///   trace.hscope.run-x7Ab2c/100.101.hscope    its fork 101
///   trace.hscope.run-x7Ab2c/100-2.hscope      process 100 after it became another program
///
/// The folder stays unless remove() is called: what was recorded is not lost with who recorded it.
class RunFolder
{
public:
    /// Makes a folder beside `output`. Errors: Io.
    [[nodiscard]] static Result<RunFolder> makeBeside(const std::filesystem::path& output);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// The files that are there, by the processes' numbers.
    [[nodiscard]] std::vector<RunFile> files() const;

    /// Makes a file whose process died before it was closed whole, in place, and notes that in its
    /// diagnostics. Nothing happens to a file that was closed. Errors: Corrupt, Io.
    [[nodiscard]] static Result<void> close(const RunFile& file);

    /// Removes the folder with all files.
    void remove() const;

private:
    explicit RunFolder(std::filesystem::path path)
        : m_path(std::move(path))
    {
    }

    std::filesystem::path m_path;
};

} // namespace hscope::core
