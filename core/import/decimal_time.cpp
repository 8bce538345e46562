// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/decimal_time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace hscope::core {

namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 61;
constexpr int kDigitsKept = 30; // more than 2^62 has; further digits can only matter for a tie
constexpr std::int64_t kExponentLimit = 1000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The significant digits of a number and the power of ten of the last one.
struct Decimal
{
    std::array<char, kDigitsKept> digits{};
    int count = 0;
    bool moreNonZero = false; ///< A digit that was not kept is not zero.
    std::int64_t exponent = 0;
    bool negative = false;

    void add(char c, bool fraction)
    {
        if (count == 0 && c == '0') {
            exponent -= fraction ? 1 : 0;
        } else if (count < kDigitsKept) {
            digits[static_cast<std::size_t>(count++)] = c;
            exponent -= fraction ? 1 : 0;
        } else {
            moreNonZero = moreNonZero || c != '0';
            exponent += fraction ? 0 : 1;
        }
    }
};

/// Reads `e12`, `E-3`; the position moves behind it. None if malformed.
std::optional<std::int64_t> readExponent(std::string_view text, std::size_t& at)
{
    if (at == text.size() || (text[at] != 'e' && text[at] != 'E')) {
        return 0;
    }
    ++at;
    const bool negative = at < text.size() && text[at] == '-';
    at += at < text.size() && (text[at] == '-' || text[at] == '+') ? 1U : 0U;
    if (at == text.size() || !isDigit(text[at])) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        value = std::min(kExponentLimit, value * 10 + (text[at] - '0'));
    }
    return negative ? -value : value;
}

std::optional<Decimal> readDecimal(std::string_view text)
{
    Decimal decimal;
    std::size_t at = 0;
    decimal.negative = !text.empty() && text[0] == '-';
    at += !text.empty() && (text[0] == '-' || text[0] == '+') ? 1U : 0U;
    bool anyDigit = false;
    bool fraction = false;
    for (; at < text.size(); ++at) {
        if (isDigit(text[at])) {
            anyDigit = true;
            decimal.add(text[at], fraction);
        } else if (text[at] == '.' && !fraction) {
            fraction = true;
        } else {
            break;
        }
    }
    const std::optional<std::int64_t> exponent = readExponent(text, at);
    if (!anyDigit || !exponent || at != text.size()) {
        return std::nullopt;
    }
    decimal.exponent += *exponent;
    return decimal;
}

/// Whether dropping everything from digit `kept` on rounds up, half to even.
bool roundsUp(const Decimal& decimal, std::int64_t kept, bool lastIsOdd)
{
    if (kept < 0 || kept >= decimal.count) {
        return false;
    }
    const char next = decimal.digits[static_cast<std::size_t>(kept)];
    if (next != '5') {
        return next > '5';
    }
    bool rest = decimal.moreNonZero;
    for (std::int64_t i = kept + 1; i < decimal.count; ++i) {
        rest = rest || decimal.digits[static_cast<std::size_t>(i)] != '0';
    }
    return rest || lastIsOdd;
}

/// The plain case, `123456.789`: no sign, no exponent, at most three decimals, few digits.
std::optional<std::int64_t> parsePlain(std::string_view text)
{
    constexpr std::size_t kLongest =
        20; // 16 digits, a point and three decimals: epoch microseconds
    if (text.empty() || text.size() > kLongest) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    std::size_t at = 0;
    for (; at < text.size() && isDigit(text[at]) && at < 16; ++at) {
        value = value * 10 + (text[at] - '0');
    }
    if (at == 0 || value >= kLargest / 1000) {
        return std::nullopt;
    }
    std::size_t decimals = 0;
    if (at < text.size() && text[at] == '.') {
        ++at;
        for (; at < text.size() && isDigit(text[at]) && decimals < 3; ++at, ++decimals) {
            value = value * 10 + (text[at] - '0');
        }
        if (decimals == 0) {
            return std::nullopt;
        }
    }
    if (at != text.size()) {
        return std::nullopt;
    }
    static constexpr std::array<std::int64_t, 4> kScale = {1000, 100, 10, 1};
    return value * kScale[decimals];
}

} // namespace

DecimalTime parseMicroseconds(std::string_view text)
{
    using Status = DecimalTime::Status;
    if (const auto plain = parsePlain(text)) {
        return {Status::Ok, *plain};
    }
    const std::optional<Decimal> decimal = readDecimal(text);
    if (!decimal) {
        return {Status::Invalid, 0};
    }
    // Nanoseconds are digits x 10^(exponent + 3): that many digits stay in front of the point.
    const std::int64_t scale = decimal->exponent + 3;
    const std::int64_t kept = decimal->count + std::min<std::int64_t>(scale, 0);
    std::int64_t value = 0;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(kept, decimal->count); ++i) {
        if (value > kLargest / 10) {
            return {Status::OutOfRange, 0};
        }
        value = value * 10 + (decimal->digits[static_cast<std::size_t>(i)] - '0');
    }
    for (std::int64_t i = 0; i < scale && value != 0; ++i) {
        if (value > kLargest / 10) {
            return {Status::OutOfRange, 0};
        }
        value *= 10;
    }
    value += roundsUp(*decimal, kept, value % 2 != 0) ? 1 : 0;
    if (value > kLargest) {
        return {Status::OutOfRange, 0};
    }
    return {Status::Ok, decimal->negative ? -value : value};
}

} // namespace hscope::core
