// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace hscope::collector {

/// Remembers for each open scope of a thread whether its begin was recorded, so that exactly the
/// ends of recorded scopes are recorded whatever was paused, resumed or lost in between.
///
///   begin A (paused), begin B, begin C, begin D (no room)     runs: skipped 1 | recorded 2 |
///   skipped 1
///
/// Runs alternate, skipped first. When there are no more runs, all scopes further in are skipped.
/// Trivial, so that it can live in thread-local storage without a constructor.
struct Nesting
{
    enum class End : std::uint8_t
    {
        Recorded,
        Skipped,
        Unbalanced ///< Nothing is open.
    };

    static constexpr std::uint32_t kRuns = 17; ///< Odd, so that the last run is a skipped one.

    std::uint32_t top = 0;
    std::array<std::uint32_t, kRuns> counts{};

    /// Whether a scope opened now may be recorded at all.
    [[nodiscard]] bool canRecord() const { return top + 1 < kRuns; }

    void enter(bool recorded)
    {
        if (recorded != ((top & 1U) == 1) && top + 1 < kRuns) {
            counts[++top] = 0;
        }
        ++counts[top];
    }

    End leave()
    {
        if (counts[top] == 0) {
            return End::Unbalanced;
        }
        const bool recorded = (top & 1U) == 1;
        if (--counts[top] == 0 && top > 0) {
            --top;
        }
        return recorded ? End::Recorded : End::Skipped;
    }

    /// All open scopes become skipped ones: what recorded their begin is gone.
    void forget()
    {
        for (std::uint32_t run = 1; run <= top; ++run) {
            counts[0] += counts[run];
        }
        top = 0;
    }
};

} // namespace hscope::collector
