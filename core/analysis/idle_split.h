// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"
#include "core/store/trace_store.h"

#include <optional>
#include <vector>

namespace hscope::core {

/// Gaps shorter than this between queued work are the device's own delay; HolisticTraceAnalysis
/// draws the line there too.
inline constexpr Duration kKernelWaitBelow{30};

/// A stretch in which a device or stream worked without a pause, and how its first work came.
struct BusyRange
{
    TimeRange range;
    std::optional<TraceTime> launched; ///< Earliest launch of what begins with the range.
    bool launchMissing = false; ///< Something that begins with it has no launch in the trace.

    friend bool operator==(const BusyRange&, const BusyRange&) = default;
};

/// Why a device or stream paused between its first and its last work.
///
///   launch              |A         |B     |C|D
///   GPU                 [A   ]      [B   ][C  ] [D ]
///                             host        | |  other: D was queued, and yet it waited
///                                       kernel wait: less than a threshold
///
/// Every pause is in one of the three, so they sum to the idle time exactly.
struct IdleSplit
{
    Duration hostWait{};   ///< The next work was launched only after the last one had ended.
    Duration kernelWait{}; ///< It was queued already, and the pause is below the threshold.
    Duration other{};      ///< It was queued and waited longer, or its launch is not in the trace.
    std::uint64_t hostWaits = 0; ///< Numbers of pauses.
    std::uint64_t kernelWaits = 0;
    std::uint64_t others = 0;
    std::uint64_t withoutLaunch = 0; ///< Of `others`: nothing says when the next work was launched.
    TimeRange longest;               ///< The longest pause, the first of equals; empty if none.

    [[nodiscard]] Duration total() const { return hostWait + kernelWait + other; }

    friend bool operator==(const IdleSplit&, const IdleSplit&) = default;
};

/// When a stream worked; ranges are disjoint, ascending and do not touch. Slices without length
/// are left out. Cost: O(n + launches).
[[nodiscard]] std::vector<BusyRange> busyRanges(const TraceStore& trace, const Track& stream);

/// The same of several streams together. Cost: O(n log streams).
[[nodiscard]] std::vector<BusyRange> busyRanges(std::vector<std::vector<BusyRange>> streams);

/// From the start of the first to the end of the last range; empty without any.
[[nodiscard]] TimeRange activeRange(const std::vector<BusyRange>& busy);

/// Splits the pauses between the ranges.
[[nodiscard]] IdleSplit splitIdle(const std::vector<BusyRange>& busy,
                                  Duration kernelWaitBelow = kKernelWaitBelow);

} // namespace hscope::core
