// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recorder_files.h"

#include <cstdlib>
#include <string>
#include <vector>

// From the folder of programs to that of libraries, as installed.
#ifndef HSCOPE_INSTALLED_LIBRARIES
#define HSCOPE_INSTALLED_LIBRARIES "../lib"
#endif

namespace hscope::cli {

namespace fs = std::filesystem;

core::Result<fs::path> findRecorderFile(std::string_view name)
{
    std::vector<fs::path> folders;
    if (const char* wanted = std::getenv("HSCOPE_LIBRARY_PATH");
        wanted != nullptr && *wanted != '\0') {
        folders.emplace_back(wanted);
    }
    std::error_code ignored;
    const fs::path programs = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    folders.push_back(programs / "../lib");
    folders.push_back(programs / HSCOPE_INSTALLED_LIBRARIES / "heteroscope");
    folders.push_back(programs);
    for (const fs::path& folder : folders) {
        if (fs::exists(folder / name, ignored)) {
            return fs::weakly_canonical(folder, ignored) / name;
        }
    }
    return core::failure(core::ErrorCode::Unavailable,
                         std::string(name) +
                             " was not found: it is in the package "
                             "heteroscope-torch, and in builds that have LibTorch; "
                             "the variable HSCOPE_LIBRARY_PATH can name its folder");
}

} // namespace hscope::cli
