// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/json_arguments.h"

#include "core/import/byte_source.h"
#include "core/import/chrome_event.h"
#include "core/import/json_splitter.h"

#include <array>

namespace hscope::core {

Result<std::shared_ptr<JsonArguments>> JsonArguments::make(const std::filesystem::path& path)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    const auto changed = std::filesystem::last_write_time(path, error);
    if (error) {
        return failure(ErrorCode::NotFound, path.string() + " does not exist any more");
    }
    return std::shared_ptr<JsonArguments>(new JsonArguments(path, bytes, changed));
}

JsonArguments::JsonArguments(std::filesystem::path path, std::uintmax_t bytes,
                             std::filesystem::file_time_type changed)
    : m_path(std::move(path))
    , m_bytes(bytes)
    , m_changed(changed)
{
}

Result<void> JsonArguments::checkUnchanged() const
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(m_path, error);
    const auto changed = std::filesystem::last_write_time(m_path, error);
    if (error) {
        return failure(ErrorCode::NotFound,
                       m_path.string() +
                           " has vanished: arguments are read from it when they are asked for");
    }
    if (bytes != m_bytes || changed != m_changed) {
        return failure(ErrorCode::Io,
                       m_path.string() + " has changed since it was opened; open it again");
    }
    return {};
}

Result<std::vector<Argument>> JsonArguments::argumentsOf(std::uint64_t source)
{
    std::vector<Argument> result;
    const std::array<std::uint64_t, 1> sources = {source};
    HSCOPE_TRY(forEach(
        sources,
        [&result](std::size_t /*index*/, const std::vector<Argument>& arguments) -> Result<void> {
            result = arguments;
            return {};
        },
        {}));
    return result;
}

Result<void> JsonArguments::forEach(std::span<const std::uint64_t> sources, const Visitor& visit,
                                    std::stop_token stop)
{
    HSCOPE_TRY(checkUnchanged());
    HSCOPE_TRY_ASSIGN(const std::unique_ptr<ByteSource> bytes, ByteSource::open(m_path));
    JsonSplitter splitter(*bytes);
    ChromeEventParser parser;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i] == 0) {
            continue;
        }
        if (stop.stop_requested()) {
            return failure(ErrorCode::Cancelled, "cancelled");
        }
        HSCOPE_TRY(splitter.skipTo(sources[i] - 1));
        HSCOPE_TRY_ASSIGN(const std::optional<JsonPiece> piece, splitter.next());
        if (!piece || piece->kind != JsonPiece::Kind::Event) {
            return failure(ErrorCode::Io,
                           m_path.string() + " has changed since it was opened; open it again");
        }
        HSCOPE_TRY_ASSIGN(const std::vector<Argument> arguments,
                          parser.parseArguments(piece->text));
        HSCOPE_TRY(visit(i, arguments));
    }
    return {};
}

} // namespace hscope::core
