// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/correction/overhead_layout.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::core {

/// Where the moments of a thread lie once overhead is taken out. Known up to the last moment that
/// was set; between two of them, time passes as it did, without the overhead in it.
class ThreadClock
{
public:
    /// Without overhead: time just passes.
    ThreadClock() = default;

    /// `overhead` must outlive the clock.
    explicit ThreadClock(std::span<const OverheadInterval> overhead);

    /// Where `ns` lies. Never later than the next moment that is set.
    [[nodiscard]] std::int64_t at(std::int64_t ns) const;

    /// Sets where a moment lies, not before those that were set already; moments must rise.
    /// Gives where it lies.
    std::int64_t set(std::int64_t ns, std::int64_t mapped);

    [[nodiscard]] bool isSet() const { return !m_moments.empty(); }

private:
    struct Moment
    {
        std::int64_t ns = 0;
        std::int64_t mapped = 0;
    };

    /// Overhead of the thread before a moment.
    [[nodiscard]] std::int64_t overheadBefore(std::int64_t ns) const;

    std::span<const OverheadInterval> m_overhead;
    std::vector<std::int64_t> m_sumNs; ///< Of all overhead before each interval.
    std::vector<Moment> m_moments;
};

} // namespace hscope::core
