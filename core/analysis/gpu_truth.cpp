// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu_truth.h"

#include <map>
#include <utility>

namespace hscope::core {

namespace {

Duration& partFor(OperationTruth& truth, const BreakdownRow& row)
{
    if (row.asynchronous) {
        return truth.asynchronousGpu;
    }
    switch (row.categories.resource()) {
    case Resource::Cpu:
        return truth.cpuOnly;
    case Resource::Gpu:
        return truth.gpuOnly;
    case Resource::CpuAndGpu:
        return truth.cpuAndGpu;
    case Resource::None:
        break;
    }
    return truth.idle;
}

/// Streams by device, with what each of them did.
struct Streams
{
    std::vector<StreamTruth> truths;
    std::vector<std::vector<BusyRange>> busy;
};

std::map<std::int64_t, Streams> streamsByDevice(const TraceStore& trace, Duration kernelWaitBelow)
{
    std::map<std::int64_t, Streams> devices;
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.track(TrackId(i));
        if (track.kind != TrackKind::GpuStream) {
            continue;
        }
        std::vector<BusyRange> busy = busyRanges(trace, track);
        if (busy.empty()) {
            continue;
        }
        const TimeRange active = activeRange(busy);
        const IdleSplit idle = splitIdle(busy, kernelWaitBelow);
        Streams& device = devices[track.device.value_or(0)];
        device.truths.push_back({TrackId(i), active.length() - idle.total(), active, idle});
        device.busy.push_back(std::move(busy));
    }
    return devices;
}

} // namespace

std::vector<DeviceTruth> deviceTruth(const TraceStore& trace, const GpuTruthOptions& options)
{
    std::map<std::int64_t, Streams> streams = streamsByDevice(trace, options.kernelWaitBelow);
    std::vector<DeviceTruth> result;
    for (const DeviceUsage& usage : deviceUsage(trace, options.window)) {
        Streams& device = streams[usage.device];
        const std::vector<BusyRange> busy = busyRanges(std::move(device.busy));
        result.push_back({usage, activeRange(busy), splitIdle(busy, options.kernelWaitBelow),
                          std::move(device.truths)});
    }
    return result;
}

std::vector<OperationTruth> operationTruth(const Breakdown& breakdown)
{
    std::map<std::pair<ProcessId, std::string>, OperationTruth> sums;
    for (const BreakdownRow& row : breakdown.rows) {
        OperationTruth& truth = sums[{row.process, row.operation}];
        partFor(truth, row) += Duration(row.timeNs);
        if (!row.asynchronous) {
            truth.wallLow += Duration(row.lowNs);
            truth.wallHigh += Duration(row.highNs);
        }
    }
    std::vector<OperationTruth> result;
    for (auto& [key, truth] : sums) {
        truth.process = key.first;
        truth.operation = key.second;
        result.push_back(std::move(truth));
    }
    return result;
}

} // namespace hscope::core
