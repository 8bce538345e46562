// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/temporary_file.h"
#include "simulator/io/documents.h"
#include "simulator/io/object_reader.h"
#include "simulator/io/type_library.h"

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

/// Far more than 10,000 layers on 64 types; keeps a trace that was given by mistake out of memory.
constexpr std::uintmax_t kMostBytes = 1024ULL * 1024 * 1024;

} // namespace

core::Result<std::string> readText(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        return failure(ErrorCode::NotFound,
                       fmt::format("{}: there is no such file", path.string()));
    }
    if (std::filesystem::is_directory(status)) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{}: a folder, not a document", path.string()));
    }
    std::ifstream file(path, std::ios::binary);
    std::string content;
    constexpr std::size_t kChunk = 1024 * 1024;
    while (file && content.size() <= kMostBytes) { // Not by size: it may be a pipe.
        const std::size_t before = content.size();
        content.resize(before + kChunk);
        file.read(content.data() + before, kChunk);
        content.resize(before + static_cast<std::size_t>(file.gcount()));
    }
    if (!file.eof()) {
        return failure(content.size() > kMostBytes ? ErrorCode::Exhausted : ErrorCode::Io,
                       fmt::format("{}: {}", path.string(),
                                   content.size() > kMostBytes ? "too large for a document"
                                                               : "cannot be read"));
    }
    return content;
}

core::Result<DocumentKind> documentKind(std::string_view text, std::string_view source)
{
    HSCOPE_TRY_ASSIGN(const nlohmann::json document, parseJson(text, source));
    const auto format = document.is_object() ? document.find("format") : document.end();
    const std::string name = document.is_object() && format != document.end() && format->is_string()
                                 ? format->get<std::string>()
                                 : "";
    if (name == "heteroscope-cluster") {
        return DocumentKind::Cluster;
    }
    if (name == "heteroscope-workload") {
        return DocumentKind::Workload;
    }
    if (name == "heteroscope-placement") {
        return DocumentKind::Placement;
    }
    return failure(ErrorCode::InvalidArgument,
                   fmt::format("{}: /format: expected heteroscope-cluster, heteroscope-workload or "
                               "heteroscope-placement, found {}",
                               source, name.empty() ? "no such field" : name));
}

core::Result<Cluster> readCluster(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string text, readText(path));
    return parseCluster(text, path.string());
}

core::Result<Workload> readWorkload(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string text, readText(path));
    return parseWorkload(text, path.string());
}

core::Result<TypeLibrary> readTypeLibrary(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string text, readText(path));
    return parseTypeLibrary(text, path.string());
}

core::Result<Placement> readPlacement(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string text, readText(path));
    return parsePlacement(text, path.string());
}

namespace {

core::Result<void> writeTo(const std::filesystem::path& path, std::string_view text)
{
    std::ofstream file(path, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    return file ? core::Result<void>{}
                : failure(ErrorCode::Io, fmt::format("{}: cannot be written", path.string()));
}

} // namespace

core::Result<void> writeDocument(const std::filesystem::path& path, std::string_view text)
{
    namespace fs = std::filesystem;
    HSCOPE_TRY(core::checkTarget(path, core::Overwrite::Yes));
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return writeTo(path, text); // A device or pipe takes what it gets.
    }
    // Behind a symbolic link it is the file that is replaced, and it stays as accessible as it was.
    fs::path target = fs::exists(status) ? fs::canonical(path, error) : path;
    if (error) {
        target = path;
    }
    core::TemporaryFile temporary(target);
    HSCOPE_TRY(writeTo(temporary.path(), text));
    if (fs::exists(status)) {
        fs::permissions(temporary.path(), status.permissions(), error);
    }
    return temporary.moveTo(target);
}

} // namespace hscope::sim
