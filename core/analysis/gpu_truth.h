// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/breakdown.h"
#include "core/analysis/device_usage.h"
#include "core/analysis/idle_split.h"

#include <string>
#include <vector>

namespace hscope::core {

/// The work and the pauses of one stream of a device, as one process used it.
struct StreamTruth
{
    TrackId track;
    Duration busy{};
    TimeRange active; ///< From its first to its last work.
    IdleSplit idle;   ///< Sums to the length of `active` without `busy`.
};

/// What a device did, beside what a sampling tool says of it.
struct DeviceTruth
{
    DeviceUsage usage;
    TimeRange active;                 ///< From the first to the last work on any stream.
    IdleSplit idle;                   ///< Pauses of the device as a whole: no stream works.
    std::vector<StreamTruth> streams; ///< Each on its own, in the order of the tracks.
};

struct GpuTruthOptions
{
    Duration window = kSamplingWindow;           ///< Of the sampled utilisation; positive.
    Duration kernelWaitBelow = kKernelWaitBelow; ///< Shorter pauses between queued work.

    friend bool operator==(const GpuTruthOptions&, const GpuTruthOptions&) = default;
};

/// All devices in ascending order; streams without work are left out. Cost: O(n log streams).
[[nodiscard]] std::vector<DeviceTruth> deviceTruth(const TraceStore& trace,
                                                   const GpuTruthOptions& options = {});

/// The wall time of an operation by what worked in it, phases added up.
struct OperationTruth
{
    ProcessId process;
    std::string operation;
    Duration gpuOnly{};
    Duration cpuAndGpu{};
    Duration cpuOnly{};
    Duration idle{};
    Duration asynchronousGpu{}; ///< Beside the wall time.
    Duration wallLow{};         ///< 95% interval of wall(): those of its rows, added up.
    Duration wallHigh{};

    [[nodiscard]] Duration wall() const { return gpuOnly + cpuAndGpu + cpuOnly + idle; }

    friend bool operator==(const OperationTruth&, const OperationTruth&) = default;
};

/// By process, then operation. The `wall()` of a process's operations sum to the trace's wall time.
[[nodiscard]] std::vector<OperationTruth> operationTruth(const Breakdown& breakdown);

} // namespace hscope::core
