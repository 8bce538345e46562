// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/device_usage.h"

#include "core/analysis/interval_union.h"
#include "core/base/check.h"

#include <algorithm>
#include <map>
#include <string>

namespace hscope::core {

namespace {

bool isKernel(Category category)
{
    return category == Category::GpuKernel || category == Category::Collective;
}

/// What one device did, stream by stream; memory depends on the gaps and not on the slices.
struct DeviceStreams
{
    std::uint64_t slices = 0;
    Duration sum{};
    std::vector<std::vector<TimeRange>> busy;
    std::vector<std::vector<TimeRange>> kernels;

    void add(const SliceColumns& columns, const Track& stream)
    {
        std::vector<TimeRange> anything;
        std::vector<TimeRange> kernel;
        const std::size_t end = std::size_t{stream.firstSlice} + stream.sliceCount;
        for (std::size_t i = stream.firstSlice; i < end; ++i) {
            const Category category = columns.category[i];
            if (!isGpuCategory(category)) {
                continue;
            }
            ++slices;
            const TimeRange range{traceTime(columns.startNs[i]), traceTime(columns.endNs[i])};
            sum += range.length();
            appendToUnion(anything, range);
            if (isKernel(category)) {
                appendToUnion(kernel, range);
            }
        }
        busy.push_back(std::move(anything));
        kernels.push_back(std::move(kernel));
    }
};

/// Merged windows in which any of `busy` lies.
std::vector<TimeRange> sampledWindows(const std::vector<TimeRange>& busy, TimeRange wall,
                                      Duration window)
{
    std::vector<TimeRange> windows;
    for (const TimeRange& range : busy) {
        const auto first = (range.start - wall.start) / window;
        const auto last = (range.end - wall.start - Duration(1)) / window;
        appendToUnion(windows, {wall.start + first * window,
                                std::min(wall.end, wall.start + (last + 1) * window)});
    }
    return windows;
}

double sampledRatio(const std::vector<TimeRange>& sampled, TimeRange wall, Duration window)
{
    if (wall.isEmpty()) {
        return 0;
    }
    const auto all = (wall.length() + window - Duration(1)) / window;
    std::int64_t hit = 0;
    for (const TimeRange& range : sampled) {
        hit += (range.length() + window - Duration(1)) / window;
    }
    return static_cast<double>(hit) / static_cast<double>(all);
}

/// Over all processes that asked for this device.
std::optional<double> meanOfNvml(const TraceStore& trace, std::int64_t device)
{
    constexpr double kPercent = 100;
    const std::string name = "GPU " + std::to_string(device) + " by NVML (%)";
    double sum = 0;
    std::size_t samples = 0;
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.track(TrackId(i));
        if (track.kind == TrackKind::Counter && trace.text(track.name) == name) {
            for (const CounterSample& sample : trace.samplesOf(TrackId(i))) {
                sum += sample.value;
                ++samples;
            }
        }
    }
    return samples == 0 ? std::nullopt
                        : std::optional(sum / (kPercent * static_cast<double>(samples)));
}

} // namespace

std::vector<DeviceActivity> deviceActivity(const TraceStore& trace, Duration window)
{
    HSCOPE_CHECK(window > Duration{});
    std::map<std::int64_t, DeviceStreams> devices;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::GpuStream) {
            devices[track.device.value_or(0)].add(trace.slices(), track);
        }
    }
    const TimeRange wall = trace.wallRange();
    std::vector<DeviceActivity> result;
    for (auto& [number, streams] : devices) {
        DeviceActivity device;
        device.busy = unionOf(std::move(streams.busy));
        device.sampled = sampledWindows(unionOf(std::move(streams.kernels)), wall, window);
        device.usage = {number,
                        streams.slices,
                        totalLength(device.busy),
                        streams.sum,
                        sampledRatio(device.sampled, wall, window),
                        meanOfNvml(trace, number)};
        result.push_back(std::move(device));
    }
    return result;
}

std::vector<DeviceUsage> deviceUsage(const TraceStore& trace, Duration window)
{
    std::vector<DeviceUsage> result;
    for (const DeviceActivity& device : deviceActivity(trace, window)) {
        result.push_back(device.usage);
    }
    return result;
}

} // namespace hscope::core
