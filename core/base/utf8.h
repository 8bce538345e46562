// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hscope::core {

/// Length of the valid UTF-8 sequence at `at`, 0 if there is none.
[[nodiscard]] std::size_t utf8Length(std::string_view text, std::size_t at);

/// `text` as valid UTF-8: every byte that belongs to no valid sequence becomes U+FFFD.
[[nodiscard]] std::string toValidUtf8(std::string_view text);

/// Appends the UTF-8 form of a code point; surrogates, NUL and values out of range become U+FFFD.
void appendUtf8(std::string& text, std::uint32_t codePoint);

/// The text of a JSON string without its quotes: escapes resolved. Unknown escapes keep their
/// backslash, lone surrogates become U+FFFD.
[[nodiscard]] std::string unescapeJson(std::string_view raw);

/// `text` as a JSON string with quotes.
[[nodiscard]] std::string quoteJson(std::string_view text);

} // namespace hscope::core
