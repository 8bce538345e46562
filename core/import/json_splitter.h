// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/import/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hscope::core {

/// A piece of a trace file as JsonSplitter delivers it.
struct JsonPiece
{
    enum class Kind : std::uint8_t
    {
        Event,  ///< An object of the event list; `text` is `{...}`, not yet known to be valid JSON.
        Broken, ///< Text of the event list that is no object; skipped up to the next one.
        TopLevel,   ///< Another member of the outer object; `text` is its value, cut off at 64 KiB.
        Unfinished, ///< The file ends within the event list.
        AfterEnd,   ///< Text where the file should end, `text` is its start; what follows is not
                    ///< read.
    };

    Kind kind = Kind::Event;
    std::string_view key;     ///< Of a TopLevel member, without quotes.
    std::string_view text;    ///< kPadding readable bytes follow it.
    std::uint64_t offset = 0; ///< Position of `text` in the decompressed file.
};

/// Cuts a Chrome trace, `[{...},...]` or `{"traceEvents":[{...},...],...}`, into its events without
/// building a tree.
///
/// Tolerant where writers are known to be broken: commas may be missing or doubled, the closing
/// brackets may be missing, and text after an unbalanced quote is skipped up to the next `{"ph"`
/// only.
///
/// Use: call next() until it gives nothing; pieces stay valid until the next call.
/// Memory: one chunk plus the largest single event.
class JsonSplitter
{
public:
    static constexpr std::size_t kPadding = 64; ///< As simdjson needs it.

    explicit JsonSplitter(ByteSource& source);

    /// The next piece, or none at the end. Errors: Io.
    [[nodiscard]] Result<std::optional<JsonPiece>> next();

    /// Whether an event list was found at all.
    [[nodiscard]] bool hasEventList() const { return m_hasEventList; }

    /// Whether the file holds anything but white space.
    [[nodiscard]] bool hasContent() const { return m_hasContent; }

    /// Positions in the decompressed file, for reading single events again: continues at `offset`,
    /// within the list.
    [[nodiscard]] Result<void> skipTo(std::uint64_t offset);

private:
    enum class Where : std::uint8_t
    {
        Start,
        OuterObject,
        EventList,
        AfterEnd,
        End
    };

    [[nodiscard]] Result<bool> more();
    [[nodiscard]] Result<bool> ensure(std::size_t bytes);
    [[nodiscard]] Result<bool> skipSpace(bool commas);
    [[nodiscard]] Result<std::optional<JsonPiece>> start();
    [[nodiscard]] Result<std::optional<JsonPiece>> member();
    [[nodiscard]] Result<std::optional<JsonPiece>> listEntry();
    [[nodiscard]] Result<std::optional<JsonPiece>> afterEnd();
    [[nodiscard]] Result<std::size_t> stringEnd(std::size_t from);
    [[nodiscard]] Result<std::size_t> valueEnd(std::size_t from);
    [[nodiscard]] JsonPiece piece(JsonPiece::Kind kind, std::size_t from, std::size_t to) const;

    ByteSource& m_source;
    std::vector<char> m_buffer; ///< Valid bytes [m_at, m_size), then kPadding.
    std::size_t m_at = 0;
    std::size_t m_size = 0;
    std::uint64_t m_base = 0; ///< Offset of m_buffer[0] in the file.
    Where m_where = Where::Start;
    bool m_outerIsObject = false;
    bool m_hasEventList = false;
    bool m_hasContent = false;
    bool m_sourceEnded = false;
};

} // namespace hscope::core
