// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/json_splitter.h"

#include "core/import/object_scan.h"

#include <algorithm>
#include <cstring>

namespace hscope::core {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 19;
constexpr std::size_t kTopLevelBytes = std::size_t{1} << 16;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

} // namespace

JsonSplitter::JsonSplitter(ByteSource& source)
    : m_source(source)
    , m_buffer(kChunkBytes + kPadding)
{
}

/// Reads another chunk behind the unread bytes, which move to the front. False at the end of the
/// file.
Result<bool> JsonSplitter::more()
{
    if (m_sourceEnded) {
        return false;
    }
    std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_size - m_at);
    m_base += m_at;
    m_size -= m_at;
    m_at = 0;
    if (m_buffer.size() < m_size + kChunkBytes + kPadding) {
        m_buffer.resize(2 * m_size + kChunkBytes + kPadding);
    }
    HSCOPE_TRY_ASSIGN(const std::size_t got,
                      m_source.read({m_buffer.data() + m_size, kChunkBytes}));
    m_size += got;
    std::memset(m_buffer.data() + m_size, 0, kPadding);
    m_sourceEnded = got == 0;
    return got > 0;
}

/// Makes sure that `bytes` unread bytes are there; false if the file ends before.
Result<bool> JsonSplitter::ensure(std::size_t bytes)
{
    while (m_size - m_at < bytes) {
        HSCOPE_TRY_ASSIGN(const bool got, more());
        if (!got) {
            return false;
        }
    }
    return true;
}

/// Moves to the next character that is not white space (nor a comma); false at the end of the file.
Result<bool> JsonSplitter::skipSpace(bool commas)
{
    while (true) {
        while (m_at < m_size && (isSpace(m_buffer[m_at]) || (commas && m_buffer[m_at] == ','))) {
            ++m_at;
        }
        if (m_at < m_size) {
            return true;
        }
        HSCOPE_TRY_ASSIGN(const bool got, more());
        if (!got) {
            return false;
        }
    }
}

JsonPiece JsonSplitter::piece(JsonPiece::Kind kind, std::size_t from, std::size_t to) const
{
    return {kind, {}, {m_buffer.data() + from, to - from}, m_base + from};
}

Result<std::optional<JsonPiece>> JsonSplitter::next()
{
    while (m_where != Where::End) {
        Result<std::optional<JsonPiece>> found = std::nullopt;
        switch (m_where) {
        case Where::Start:
            found = start();
            break;
        case Where::OuterObject:
            found = member();
            break;
        case Where::EventList:
            found = listEntry();
            break;
        case Where::AfterEnd:
            found = afterEnd();
            break;
        case Where::End:
            break;
        }
        if (!found || *found) {
            return found;
        }
    }
    return std::nullopt;
}

Result<std::optional<JsonPiece>> JsonSplitter::start()
{
    HSCOPE_TRY_ASSIGN(const bool enough, ensure(3));
    if (enough && std::string_view(m_buffer.data() + m_at, 3) == "\xEF\xBB\xBF") {
        m_at += 3;
    }
    HSCOPE_TRY_ASSIGN(m_hasContent, skipSpace(false));
    m_where = Where::End;
    if (m_hasContent && m_buffer[m_at] == '[') {
        m_where = Where::EventList;
        m_hasEventList = true;
        ++m_at;
    } else if (m_hasContent && m_buffer[m_at] == '{') {
        m_where = Where::OuterObject;
        m_outerIsObject = true;
        ++m_at;
    }
    return std::nullopt;
}

/// Relative to m_at: the position after the closing quote of the string that opens at m_at + from.
Result<std::size_t> JsonSplitter::stringEnd(std::size_t from)
{
    std::size_t at = from + 1;
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool enough, ensure(at + 1));
        if (!enough) {
            return at;
        }
        const char c = m_buffer[m_at + at];
        at += c == '\\' ? 2 : 1;
        if (c == '"') {
            return at;
        }
    }
}

/// Relative to m_at: the position after the JSON value that starts at m_at + from.
Result<std::size_t> JsonSplitter::valueEnd(std::size_t from)
{
    std::size_t at = from;
    int depth = 0;
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool enough, ensure(at + 1));
        if (!enough) {
            return at;
        }
        const char c = m_buffer[m_at + at];
        if (c == '"') {
            HSCOPE_TRY_ASSIGN(at, stringEnd(at));
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
            return at;
        }
        depth += c == '{' || c == '[' ? 1 : (c == '}' || c == ']' ? -1 : 0);
        ++at;
    }
}

Result<std::optional<JsonPiece>> JsonSplitter::member()
{
    HSCOPE_TRY_ASSIGN(const bool found, skipSpace(true));
    if (!found || m_buffer[m_at] != '"') {
        // The closing brace, or text that is no JSON: nothing more to learn.
        if (found && m_buffer[m_at] == '}') {
            ++m_at;
        }
        m_where = Where::AfterEnd;
        return std::nullopt;
    }
    HSCOPE_TRY_ASSIGN(const std::size_t keyEnd, stringEnd(0));
    std::size_t at = keyEnd;
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool enough, ensure(at + 1));
        if (!enough) {
            m_where = Where::End;
            return std::nullopt;
        }
        if (!isSpace(m_buffer[m_at + at]) && m_buffer[m_at + at] != ':') {
            break;
        }
        ++at;
    }
    const std::string_view key(m_buffer.data() + m_at + 1, keyEnd - 2);
    if (key == "traceEvents" && m_buffer[m_at + at] == '[') {
        m_at += at + 1;
        m_where = Where::EventList;
        m_hasEventList = true;
        return std::nullopt;
    }
    HSCOPE_TRY_ASSIGN(const std::size_t end, valueEnd(at));
    JsonPiece result =
        piece(JsonPiece::Kind::TopLevel, m_at + at, m_at + std::min(end, at + kTopLevelBytes));
    result.key = {m_buffer.data() + m_at + 1, keyEnd - 2};
    m_at += end;
    return result;
}

Result<std::optional<JsonPiece>> JsonSplitter::listEntry()
{
    HSCOPE_TRY_ASSIGN(const bool found, skipSpace(true));
    if (!found) {
        m_where = Where::End;
        // An array without its closing bracket is how crashed and streaming writers end: all events
        // are complete.
        return m_outerIsObject ? std::optional(piece(JsonPiece::Kind::Unfinished, m_at, m_at))
                               : std::nullopt;
    }
    if (m_buffer[m_at] == ']') {
        ++m_at;
        m_where = m_outerIsObject ? Where::OuterObject : Where::AfterEnd;
        return std::nullopt;
    }
    if (m_buffer[m_at] != '{') {
        HSCOPE_TRY_ASSIGN(const std::size_t end, valueEnd(0));
        const std::size_t length =
            std::max<std::size_t>(end, 1); // a stray brace ends a value of length zero
        const JsonPiece broken = piece(JsonPiece::Kind::Broken, m_at, m_at + length);
        m_at += length;
        return broken;
    }
    ObjectScan scan;
    while (true) {
        const ObjectScan::End end = scan.advance({m_buffer.data() + m_at, m_size - m_at});
        if (end != ObjectScan::End::OutOfData) {
            const auto kind =
                end == ObjectScan::End::Complete ? JsonPiece::Kind::Event : JsonPiece::Kind::Broken;
            const JsonPiece result = piece(kind, m_at, m_at + scan.at);
            m_at += scan.at;
            return result;
        }
        HSCOPE_TRY_ASSIGN(const bool got, more());
        if (!got) {
            const JsonPiece rest = piece(JsonPiece::Kind::Unfinished, m_at, m_size);
            m_at = m_size;
            m_where = Where::End;
            return rest;
        }
    }
}

/// Reads on to the end, so that a compressed file's checksum is verified too.
Result<std::optional<JsonPiece>> JsonSplitter::afterEnd()
{
    HSCOPE_TRY_ASSIGN(const bool found, skipSpace(false));
    m_where = Where::End;
    return found ? std::optional(piece(JsonPiece::Kind::AfterEnd, m_at, m_size)) : std::nullopt;
}

Result<void> JsonSplitter::skipTo(std::uint64_t offset)
{
    while (m_base + m_size <= offset) {
        m_at = m_size;
        HSCOPE_TRY_ASSIGN(const bool got, more());
        if (!got) {
            return failure(ErrorCode::NotFound, "the file is shorter than when it was opened");
        }
    }
    if (offset < m_base + m_at) {
        return failure(ErrorCode::InvalidArgument, "cannot move backwards in the file");
    }
    m_at = static_cast<std::size_t>(offset - m_base);
    m_where = Where::EventList;
    return {};
}

} // namespace hscope::core
