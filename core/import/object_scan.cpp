// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/object_scan.h"

#include <algorithm>
#include <array>
#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace hscope::core {

namespace {

constexpr std::uint8_t kStopsOutside = 1; // characters that matter outside of strings
constexpr std::uint8_t kStopsInString = 2;

constexpr std::array<std::uint8_t, 256> makeStops()
{
    std::array<std::uint8_t, 256> stops{};
    stops['"'] = kStopsOutside | kStopsInString;
    stops['\\'] = kStopsInString;
    stops['{'] = kStopsOutside | kStopsInString;
    stops['}'] = kStopsOutside;
    return stops;
}

constexpr std::array<std::uint8_t, 256> kStops = makeStops();

/// Whether the brace at the start of `text` begins an event, as a writer would write it.
bool looksLikeEvent(std::string_view text)
{
    const std::size_t key = text.find_first_not_of(" \n\r\t", 1);
    return key != std::string_view::npos && text.substr(key).starts_with("\"ph\"");
}

#ifdef __SSE2__

constexpr std::size_t kBlock = 64;

/// Where the characters that matter are among 64; bit i stands for character i.
struct BlockMasks
{
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;
};

BlockMasks masksOf(const char* data)
{
    BlockMasks masks;
    for (unsigned part = 0; part < kBlock / 16; ++part) {
        // Unaligned loads are what this is for.
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
        const __m128i text =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + std::size_t{part} * 16));
        const auto where = [text, part](char c) {
            const auto bits = static_cast<std::uint32_t>(
                _mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8(c))));
            return std::uint64_t{bits} << (part * 16);
        };
        masks.quotes |= where('"');
        masks.backslashes |= where('\\');
        masks.opening |= where('{');
        masks.closing |= where('}');
    }
    return masks;
}

/// Bit i becomes the parity of bits 0 to i: set from an opening quote to before the closing one.
std::uint64_t prefixXor(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        bits ^= bits << shift;
    }
    return bits;
}

#endif

} // namespace

ObjectScan::End ObjectScan::advancePlainly(std::string_view text, std::size_t until)
{
    while (at < until) {
        const std::uint8_t stops = inString ? kStopsInString : kStopsOutside;
        while (at < until && (kStops[static_cast<unsigned char>(text[at])] & stops) == 0) {
            ++at;
        }
        if (at >= until) {
            break;
        }
        const char c = text[at];
        if (inString) {
            if (c == '{' && looksLikeEvent(text.substr(at))) {
                return End::Resync;
            }
            inString = c != '"';
            at += c == '\\' ? 2 : 1;
            continue;
        }
        ++at;
        if (c == '"') {
            inString = true;
        } else {
            depth += c == '{' ? 1 : -1;
            if (depth == 0) {
                return End::Complete;
            }
        }
    }
    return End::OutOfData;
}

ObjectScan::End ObjectScan::advance(std::string_view text)
{
#ifdef __SSE2__
    while (at + kBlock <= text.size()) {
        const BlockMasks masks = masksOf(text.data() + at);
        const std::uint64_t inside = prefixXor(masks.quotes) ^ (inString ? ~std::uint64_t{0} : 0);
        if (masks.backslashes != 0 || (masks.opening & inside) != 0) {
            if (const End end = advancePlainly(text, at + kBlock); end != End::OutOfData) {
                return end;
            }
            continue;
        }
        const std::uint64_t closing = masks.closing & ~inside;
        const std::uint64_t opening = masks.opening & ~inside;
        if (depth <= std::popcount(closing)) { // the object may end here: brace by brace
            for (std::uint64_t braces = opening | closing; braces != 0; braces &= braces - 1) {
                const std::uint64_t brace = braces & (~braces + 1);
                depth += (opening & brace) != 0 ? 1 : -1;
                if (depth == 0) {
                    at += static_cast<std::size_t>(std::countr_zero(brace)) + 1;
                    return End::Complete;
                }
            }
        } else {
            depth += std::popcount(opening) - std::popcount(closing);
        }
        inString = (inside >> (kBlock - 1)) != 0;
        at += kBlock;
    }
#endif
    return advancePlainly(text, text.size());
}

} // namespace hscope::core
