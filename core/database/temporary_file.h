// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace hscope::core {

enum class Overwrite
{
    No,
    Yes
};

/// A database that is being written, beside its final name; removed unless it is moved there.
///
/// So the file appears under its name only when it is complete, and a failure leaves nothing
/// behind.
class TemporaryFile
{
public:
    explicit TemporaryFile(const std::filesystem::path& target);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// Gives the file its final name. Errors: Io.
    [[nodiscard]] Result<void> moveTo(const std::filesystem::path& target);

private:
    void remove() const;

    std::filesystem::path m_path;
};

/// Whether a file may be written under this name. Errors: InvalidArgument (a folder), NotFound (no
/// such folder), AlreadyExists.
[[nodiscard]] Result<void> checkTarget(const std::filesystem::path& path, Overwrite overwrite);

/// Whether nothing but a file would be replaced. Errors: InvalidArgument (a device, a pipe).
[[nodiscard]] Result<void> checkRegular(const std::filesystem::path& path);

} // namespace hscope::core
