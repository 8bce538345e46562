// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hscope::rl {

/// Random numbers that are the same everywhere (SplitMix64).
class RandomStream
{
public:
    explicit RandomStream(std::uint64_t seed)
        : m_state(seed)
    {
    }

    /// From 0 up to, but not including, 1.
    double uniform()
    {
        constexpr unsigned kUnused = 64 - 53; // A double holds 53 bits.
        return static_cast<double>(next() >> kUnused) * 0x1.0p-53;
    }

    /// From 0 up to, but not including, `end`.
    std::uint64_t below(std::uint64_t end)
    {
        return static_cast<std::uint64_t>(uniform() * static_cast<double>(end));
    }

    /// All 64 bits.
    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t bits = m_state;
        bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
        return bits ^ (bits >> 31U);
    }

private:
    std::uint64_t m_state;
};

} // namespace hscope::rl
