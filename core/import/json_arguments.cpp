// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/json_arguments.h"

#include "core/import/byte_source.h"
#include "core/import/chrome_event.h"
#include "core/import/json_splitter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace hscope::core {

/// Reads events one after the other, in the order of the file.
class JsonArguments::Reader
{
public:
    Reader(const std::filesystem::path& path, ByteSource& bytes)
        : m_path(path)
        , m_splitter(bytes)
    {
    }

    [[nodiscard]] Result<std::vector<Argument>> read(std::uint64_t source)
    {
        HSCOPE_TRY(m_splitter.skipTo(source - 1));
        HSCOPE_TRY_ASSIGN(const std::optional<JsonPiece> piece, m_splitter.next());
        if (!piece || piece->kind != JsonPiece::Kind::Event) {
            return failure(ErrorCode::Io,
                           m_path.string() + " has changed since it was opened; open it again");
        }
        return m_parser.parseArguments(piece->text);
    }

private:
    const std::filesystem::path& m_path;
    JsonSplitter m_splitter;
    ChromeEventParser m_parser;
};

namespace {

/// A slice whose begin was read and whose end was not.
struct Waiting
{
    std::size_t index = 0;
    std::vector<Argument> arguments;
};

void merge(std::vector<Argument>& arguments, const std::vector<Argument>& more)
{
    for (const Argument& next : more) {
        const auto known = std::ranges::find(arguments, next.name, &Argument::name);
        if (known == arguments.end()) {
            arguments.push_back(next);
        } else {
            known->value = next.value;
        }
    }
}

} // namespace

Result<std::shared_ptr<JsonArguments>> JsonArguments::make(const std::filesystem::path& path,
                                                           std::vector<End> ends)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    const auto changed = std::filesystem::last_write_time(path, error);
    if (error) {
        return failure(ErrorCode::NotFound, path.string() + " does not exist any more");
    }
    return std::shared_ptr<JsonArguments>(new JsonArguments(path, bytes, changed, std::move(ends)));
}

JsonArguments::JsonArguments(std::filesystem::path path, std::uintmax_t bytes,
                             std::filesystem::file_time_type changed, std::vector<End> ends)
    : m_path(std::move(path))
    , m_bytes(bytes)
    , m_changed(changed)
    , m_ends(std::move(ends))
{
    std::ranges::sort(m_ends, {}, &End::begin);
}

std::optional<std::uint64_t> JsonArguments::endOf(std::uint64_t source) const
{
    const auto found = std::ranges::lower_bound(m_ends, source, {}, &End::begin);
    return found != m_ends.end() && found->begin == source ? std::optional(found->source)
                                                           : std::nullopt;
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
    Reader reader(m_path, *bytes);
    std::map<std::uint64_t, Waiting> waiting; // by where the end is: few, as slices nest
    const auto finishUpTo = [&](std::uint64_t source) -> Result<void> {
        while (!waiting.empty() && waiting.begin()->first < source) {
            auto [end, slice] = *waiting.begin();
            HSCOPE_TRY_ASSIGN(const std::vector<Argument> more, reader.read(end));
            merge(slice.arguments, more);
            waiting.erase(waiting.begin());
            HSCOPE_TRY(visit(slice.index, slice.arguments));
        }
        return {};
    };
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i] == 0) {
            continue;
        }
        if (stop.stop_requested()) {
            return failure(ErrorCode::Cancelled, "cancelled");
        }
        HSCOPE_TRY(finishUpTo(sources[i]));
        HSCOPE_TRY_ASSIGN(std::vector<Argument> arguments, reader.read(sources[i]));
        if (const auto end = endOf(sources[i])) {
            waiting.emplace(*end, Waiting{i, std::move(arguments)});
        } else {
            HSCOPE_TRY(visit(i, arguments));
        }
    }
    return finishUpTo(std::numeric_limits<std::uint64_t>::max());
}

} // namespace hscope::core
