// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"
#include "core/store/trace_store.h"

#include <vector>

namespace hscope::core {

/// How busy one device was over the trace's wall time.
struct DeviceUsage
{
    std::int64_t device = 0;
    std::uint64_t slices = 0;
    Duration busy{};               ///< Length of the union of its slices.
    Duration sum{};                ///< Plain sum; larger than `busy` when streams overlap.
    double sampledUtilisation = 0; ///< Share of sampling windows in which any kernel ran (0 to 1).
};

/// The default sampling window, as nvidia-smi-style tools use it.
inline constexpr Duration kSamplingWindow = std::chrono::seconds(1);

/// Usage of every device in ascending order. Devices are counted over all processes that use them.
///
/// `window` must be positive; the last window may be shorter. Cost: O(n log n).
[[nodiscard]] std::vector<DeviceUsage> deviceUsage(const TraceStore& trace,
                                                   Duration window = kSamplingWindow);

/// When `device` was busy: disjoint ranges in ascending order, touching ones merged.
[[nodiscard]] std::vector<TimeRange> deviceBusy(const TraceStore& trace, std::int64_t device);

/// In which windows of `window` from the start of the wall range any kernel ran, merged to ranges.
[[nodiscard]] std::vector<TimeRange> deviceSampled(const TraceStore& trace, std::int64_t device,
                                                   Duration window = kSamplingWindow);

} // namespace hscope::core
