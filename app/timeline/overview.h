// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_range.h"
#include "core/store/trace_store.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hscope::app {

class TimelineIndex;

/// The whole trace in columns, for the strip above the timeline. A column is at least a nanosecond
/// wide.
struct Overview
{
    static constexpr std::size_t kMostColumns = 2048;
    static constexpr std::size_t kSharesPerColumn = 4;

    /// An operation and the part of a column's time that it takes, over all threads that run
    /// operations.
    struct Share
    {
        core::StringId operation;
        float ratio = 0; ///< 0 to 1; a column's shares sum to at most 1.

        friend bool operator==(const Share&, const Share&) = default;
    };

    struct Column
    {
        std::array<Share, kSharesPerColumn>
            shares; ///< By operation, so that neighbours stack alike.
        std::uint8_t shareCount = 0;
        float cpuRatio = 0; ///< How busy the CPU threads were, for traces without operations.
        core::Category cpuCategory =
            core::Category::Native; ///< What the busiest thread mostly did.
        float gpuRatio = 0;         ///< How busy the devices were on average.
    };

    core::TimeRange range;       ///< What the columns divide evenly: the trace's usual range.
    std::vector<Column> columns; ///< Empty for a trace without length.
};

/// What several neighbouring columns look like when there is room for one.
[[nodiscard]] Overview::Column average(std::span<const Overview::Column> columns);

/// Cost: O(columns x rows x log n + operations).
[[nodiscard]] Overview makeOverview(const core::TraceStore& store, const TimelineIndex& index);

} // namespace hscope::app
