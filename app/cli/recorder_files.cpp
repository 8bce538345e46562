// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recorder_files.h"

#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

// From the folder of programs to that of libraries, as installed.
#ifndef HSCOPE_INSTALLED_LIBRARIES
#define HSCOPE_INSTALLED_LIBRARIES "../lib"
#endif

namespace hscope::cli {

namespace fs = std::filesystem;

namespace {

fs::path programsFolder()
{
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

/// The first of the folders that has such a file.
std::optional<fs::path> findFolder(const std::vector<fs::path>& folders, const fs::path& file)
{
    std::error_code ignored;
    for (const fs::path& folder : folders) {
        if (fs::exists(folder / file, ignored)) {
            return fs::weakly_canonical(folder, ignored);
        }
    }
    return std::nullopt;
}

} // namespace

core::Result<fs::path> findRecorderFile(std::string_view name)
{
    std::vector<fs::path> folders;
    if (const char* wanted = std::getenv("HSCOPE_LIBRARY_PATH");
        wanted != nullptr && *wanted != '\0') {
        folders.emplace_back(wanted);
    }
    const fs::path programs = programsFolder();
    folders.push_back(programs / "../lib");
    folders.push_back(programs / HSCOPE_INSTALLED_LIBRARIES / "heteroscope");
    folders.push_back(programs);
    if (const auto folder = findFolder(folders, name)) {
        return *folder / name;
    }
    const bool isForGpus = name == kGpuHook;
    return core::failure(
        core::ErrorCode::Unavailable,
        fmt::format(
            "{} was not found: it is in the package heteroscope-{}, and in builds that have "
            "{}; the variable HSCOPE_LIBRARY_PATH can name its folder",
            name, isForGpus ? "gpu" : "torch", isForGpus ? "the headers of CUPTI" : "LibTorch"));
}

core::Result<fs::path> findPythonFolder()
{
    const fs::path programs = programsFolder();
    const auto folder = findFolder(
        {programs / "../python", programs / HSCOPE_INSTALLED_LIBRARIES / "heteroscope/python"},
        "heteroscope/__init__.py");
    if (folder) {
        return *folder;
    }
    return core::failure(core::ErrorCode::Unavailable,
                         "the Python package heteroscope was not found: it is in the package "
                         "python3-heteroscope, and in builds that have Python's headers");
}

} // namespace hscope::cli
