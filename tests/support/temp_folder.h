// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace hscope::test {

/// A folder that vanishes with the test.
class TempFolder
{
public:
    [[nodiscard]] std::filesystem::path path(std::string_view name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    /// Writes a file and gives its path.
    [[nodiscard]] std::filesystem::path write(std::string_view name, std::string_view content) const
    {
        const std::filesystem::path file = path(name);
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace hscope::test
