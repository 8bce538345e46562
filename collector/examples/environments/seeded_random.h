// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hscope::examples {

/// A small random generator (splitmix64) whose numbers are the same with every standard library.
///
/// The generators of neighbouring environments are seeded with neighbouring numbers; splitmix64's
/// output is unrelated for those.
class SeededRandom
{
public:
    explicit SeededRandom(std::uint64_t seed)
        : m_state(seed * 0xD1342543DE82EF95U)
    {
    }

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }

    /// A number from [lower, upper).
    float uniform(float lower, float upper)
    {
        const float unit = static_cast<float>(next() >> 40U) * 0x1.0p-24F;
        return lower + (upper - lower) * unit;
    }

private:
    std::uint64_t m_state;
};

} // namespace hscope::examples
