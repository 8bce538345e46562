// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
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
    /// Mean of what NVML said meanwhile (0 to 1), if the recorder asked it: a counter of that name.
    std::optional<double> saidByNvml = std::nullopt;
};

/// The default sampling window, as nvidia-smi-style tools use it.
inline constexpr Duration kSamplingWindow = std::chrono::seconds(1);

/// When one device worked; ranges are disjoint, ascending and do not touch.
struct DeviceActivity
{
    DeviceUsage usage;
    std::vector<TimeRange> busy;    ///< Any kernel, copy or other device work ran.
    std::vector<TimeRange> sampled; ///< Sampling windows, from the start of the wall range on, in
                                    ///< which any kernel ran; neighbouring windows are merged.
};

/// Activity of every device in ascending order. Devices are counted over all processes that use
/// them.
///
/// `window` must be positive; the last window may be shorter. Cost: O(n log streams).
[[nodiscard]] std::vector<DeviceActivity> deviceActivity(const TraceStore& trace,
                                                         Duration window = kSamplingWindow);

/// Only the numbers of deviceActivity().
[[nodiscard]] std::vector<DeviceUsage> deviceUsage(const TraceStore& trace,
                                                   Duration window = kSamplingWindow);

} // namespace hscope::core
