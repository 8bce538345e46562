// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/rl/weights_file.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace hscope::rl {

namespace {

constexpr char kMagic[9] = "HSCPOLIC";
constexpr std::size_t kMagicSize = 8;
constexpr std::size_t kHeaderSize = 16;
constexpr std::size_t kChecksumSize = 8;

void appendNumber(std::vector<unsigned char>& bytes, std::uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; ++i) {
        bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
    }
}

std::uint64_t numberAt(const unsigned char* bytes, unsigned size)
{
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) {
        value |= std::uint64_t{bytes[i]} << (8 * i);
    }
    return value;
}

std::uint64_t checksum(const unsigned char* bytes, std::size_t size)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::size_t i = 0; i < size; ++i) {
        hash = (hash ^ bytes[i]) * 0x100000001b3U;
    }
    return hash;
}

} // namespace

std::vector<unsigned char> packWeights(const std::vector<float>& weights)
{
    std::vector<unsigned char> bytes(kMagic, kMagic + kMagicSize);
    bytes.reserve(kHeaderSize + weights.size() * sizeof(float) + kChecksumSize);
    appendNumber(bytes, kNetworkVersion, 4);
    appendNumber(bytes, weights.size(), 4);
    for (const float weight : weights) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &weight, sizeof bits);
        appendNumber(bytes, bits, sizeof bits);
    }
    appendNumber(bytes, checksum(bytes.data(), bytes.size()), kChecksumSize);
    return bytes;
}

std::optional<std::vector<float>> unpackWeights(const unsigned char* bytes, std::size_t size,
                                                std::size_t count)
{
    const std::size_t checked = kHeaderSize + count * sizeof(float);
    if (size != checked + kChecksumSize || std::memcmp(bytes, kMagic, kMagicSize) != 0 ||
        numberAt(bytes + kMagicSize, 4) != kNetworkVersion ||
        numberAt(bytes + kMagicSize + 4, 4) != count ||
        numberAt(bytes + checked, kChecksumSize) != checksum(bytes, checked)) {
        return std::nullopt;
    }
    std::vector<float> weights(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits =
            static_cast<std::uint32_t>(numberAt(bytes + kHeaderSize + i * sizeof(float), 4));
        std::memcpy(&weights[i], &bits, sizeof bits);
        if (!std::isfinite(weights[i])) {
            return std::nullopt;
        }
    }
    return weights;
}

} // namespace hscope::rl
