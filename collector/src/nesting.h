// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
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
///
/// A signal handler may come between any two instructions, with as many leaves as enters. `top` is
/// the one store that counts: counts above it mean nothing, and one that is about to become `top`
/// is set first. So the handler finds and leaves a state that is whole.
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

    /// Whether the innermost open scope was not recorded, so that nothing may be added to it.
    [[nodiscard]] bool isInnermostSkipped() const { return (top & 1U) == 0 && counts[top] != 0; }

    void enter(bool recorded)
    {
        const std::uint32_t run = top;
        if (recorded == ((run & 1U) == 1) || run + 1 == kRuns) {
            ++counts[run];
            return;
        }
        counts[run + 1] = 1;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        top = run + 1;
    }

    End leave()
    {
        const std::uint32_t run = top;
        if (counts[run] == 0) {
            return End::Unbalanced;
        }
        if (run > 0 && counts[run] == 1) {
            top = run - 1;
        } else {
            --counts[run];
        }
        return (run & 1U) == 1 ? End::Recorded : End::Skipped;
    }

    /// All open scopes become skipped ones: what recorded their begin is gone.
    void forget()
    {
        std::uint32_t open = 0;
        for (std::uint32_t run = 0; run <= top; ++run) {
            open += counts[run];
        }
        top = 0;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        counts[0] = open;
    }
};

} // namespace hscope::collector
