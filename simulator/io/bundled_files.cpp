// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/bundled_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <system_error>

namespace hscope::sim {

namespace fs = std::filesystem;

fs::path bundledFolder()
{
    std::error_code ignored;
    const fs::path programs = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    // As built (tests too), as installed.
    for (const char* place : {"../resources", "../share/heteroscope"}) {
        const fs::path folder = programs / place;
        if (fs::is_directory(folder / "scenarios", ignored)) {
            return fs::weakly_canonical(folder, ignored);
        }
    }
    return {};
}

std::vector<std::string> bundledNames(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".json") {
            names.push_back(entry->path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

core::Result<fs::path> findDocument(std::string_view name, std::string_view kind)
{
    std::error_code ignored;
    if (fs::exists(fs::path(name), ignored)) {
        return fs::path(name);
    }
    const fs::path folder = bundledFolder() / "scenarios" / kind;
    const std::vector<std::string> names = bundledNames(folder);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        return folder / (std::string(name) + ".json");
    }
    return core::failure(
        core::ErrorCode::NotFound,
        names.empty()
            ? fmt::format("{}: there is no such file, and no {} come with this program", name, kind)
            : fmt::format("{}: there is no such file, and it is none of the bundled {}: {}", name,
                          kind, fmt::join(names, ", ")));
}

} // namespace hscope::sim
