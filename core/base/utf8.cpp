// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

#include <array>
#include <optional>

namespace hscope::core {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

std::uint32_t byteAt(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

bool isSurrogate(std::uint32_t codePoint)
{
    return codePoint >= 0xD800 && codePoint <= 0xDFFF;
}

/// Four hexadecimal digits at `at`, or none.
std::optional<std::uint32_t> hexAt(std::string_view text, std::size_t at)
{
    if (at + 4 > text.size()) {
        return std::nullopt;
    }
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const char c = text[i];
        std::uint32_t digit = 0;
        if (c >= '0' && c <= '9') {
            digit = static_cast<std::uint32_t>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = static_cast<std::uint32_t>(c - 'a') + 10;
        } else if (c >= 'A' && c <= 'F') {
            digit = static_cast<std::uint32_t>(c - 'A') + 10;
        } else {
            return std::nullopt;
        }
        value = value * 16 + digit;
    }
    return value;
}

/// Resolves `\uXXXX` at `at` (of the backslash), with its low surrogate if it needs one. Returns
/// characters used.
std::size_t appendUnicodeEscape(std::string& result, std::string_view raw, std::size_t at)
{
    const std::optional<std::uint32_t> high = hexAt(raw, at + 2);
    if (!high) {
        result += "\\u";
        return 2;
    }
    const bool pair = *high >= 0xD800 && *high <= 0xDBFF && at + 12 <= raw.size() &&
                      raw[at + 6] == '\\' && raw[at + 7] == 'u';
    const std::optional<std::uint32_t> low = pair ? hexAt(raw, at + 8) : std::nullopt;
    if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        appendUtf8(result, 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00));
        return 12;
    }
    appendUtf8(result, *high);
    return 6;
}

std::optional<char> simpleEscape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case '"':
    case '\\':
    case '/':
        return c;
    default:
        return std::nullopt;
    }
}

} // namespace

std::size_t utf8Length(std::string_view text, std::size_t at)
{
    const std::uint32_t first = byteAt(text, at);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xF0 ? 4 : (first >= 0xE0 ? 3 : 2);
    if (first < 0xC2 || first > 0xF4 || at + length > text.size()) {
        return 0;
    }
    std::uint32_t codePoint = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const std::uint32_t next = byteAt(text, at + i);
        if ((next & 0xC0U) != 0x80U) {
            return 0;
        }
        codePoint = (codePoint << 6) | (next & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool valid =
        codePoint >= kSmallest[length] && codePoint <= 0x10FFFF && !isSurrogate(codePoint);
    return valid ? length : 0;
}

std::string toValidUtf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text, at);
        if (length == 0) {
            appendUtf8(result, kReplacement);
            ++at;
        } else {
            result.append(text.substr(at, length));
            at += length;
        }
    }
    return result;
}

void appendUtf8(std::string& text, std::uint32_t codePoint)
{
    if (codePoint == 0 || codePoint > 0x10FFFF || isSurrogate(codePoint)) {
        codePoint = kReplacement;
    }
    const auto push = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (codePoint < 0x80) {
        push(codePoint);
    } else if (codePoint < 0x800) {
        push(0xC0 | (codePoint >> 6));
        push(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        push(0xE0 | (codePoint >> 12));
        push(0x80 | ((codePoint >> 6) & 0x3F));
        push(0x80 | (codePoint & 0x3F));
    } else {
        push(0xF0 | (codePoint >> 18));
        push(0x80 | ((codePoint >> 12) & 0x3F));
        push(0x80 | ((codePoint >> 6) & 0x3F));
        push(0x80 | (codePoint & 0x3F));
    }
}

std::string unescapeJson(std::string_view raw)
{
    std::string result;
    result.reserve(raw.size());
    for (std::size_t at = 0; at < raw.size();) {
        if (raw[at] != '\\' || at + 1 == raw.size()) {
            result += raw[at++];
        } else if (raw[at + 1] == 'u') {
            at += appendUnicodeEscape(result, raw, at);
        } else if (const std::optional<char> simple = simpleEscape(raw[at + 1])) {
            result += *simple;
            at += 2;
        } else {
            result +=
                raw[at++]; // an unknown escape, such as a Windows path's \c, keeps its backslash
        }
    }
    return result;
}

std::string quoteJson(std::string_view text)
{
    static constexpr std::string_view kHex = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (byte < 0x20) {
            result += "\\u00";
            result += kHex[byte >> 4];
            result += kHex[byte & 0xF];
        } else {
            result += c;
        }
    }
    result += '"';
    return result;
}

} // namespace hscope::core
