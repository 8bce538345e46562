// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/device_usage.h"

#include "core/analysis/interval_union.h"
#include "core/base/check.h"

#include <algorithm>
#include <functional>
#include <map>

namespace hscope::core {

namespace {

/// Disjoint ascending ranges in which one stream runs something that `counts`; built while
/// scanning, so that the memory needed depends on the gaps and not on the slices.
std::vector<TimeRange> streamBusy(const TraceStore& trace, const Track& track,
                                  const std::function<bool(Category)>& counts)
{
    const SliceColumns& slices = trace.slices();
    std::vector<TimeRange> result;
    for (std::size_t i = track.firstSlice; i < std::size_t{track.firstSlice} + track.sliceCount;
         ++i) {
        if (!counts(slices.category[i])) {
            continue;
        }
        const TimeRange range{traceTime(slices.startNs[i]), traceTime(slices.endNs[i])};
        if (range.isEmpty()) {
            continue;
        }
        if (!result.empty() && result.back().end >= range.start) {
            result.back().end = std::max(result.back().end, range.end);
        } else {
            result.push_back(range);
        }
    }
    return result;
}

std::vector<TimeRange> busyOf(const TraceStore& trace, std::int64_t device,
                              const std::function<bool(Category)>& counts)
{
    std::vector<TimeRange> all;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::GpuStream && track.device.value_or(0) == device) {
            const std::vector<TimeRange> one = streamBusy(trace, track, counts);
            all.insert(all.end(), one.begin(), one.end());
        }
    }
    return unionOf(std::move(all));
}

bool isKernel(Category category)
{
    return category == Category::GpuKernel || category == Category::Collective;
}

/// Merged windows in which any of `busy` lies.
std::vector<TimeRange> sampledWindows(const std::vector<TimeRange>& busy, TimeRange wall,
                                      Duration window)
{
    std::vector<TimeRange> windows;
    for (const TimeRange& range : busy) {
        const auto first = (range.start - wall.start) / window;
        const auto last = (range.end - wall.start - Duration(1)) / window;
        windows.push_back(
            {wall.start + first * window, std::min(wall.end, wall.start + (last + 1) * window)});
    }
    return unionOf(std::move(windows));
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

} // namespace

std::vector<TimeRange> deviceBusy(const TraceStore& trace, std::int64_t device)
{
    return busyOf(trace, device, isGpuCategory);
}

std::vector<TimeRange> deviceSampled(const TraceStore& trace, std::int64_t device, Duration window)
{
    return sampledWindows(busyOf(trace, device, isKernel), trace.wallRange(), window);
}

std::vector<DeviceUsage> deviceUsage(const TraceStore& trace, Duration window)
{
    HSCOPE_CHECK(window > Duration{});
    std::map<std::int64_t, DeviceUsage> usage;
    const SliceColumns& slices = trace.slices();
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::GpuStream) {
            continue;
        }
        DeviceUsage& device = usage[track.device.value_or(0)];
        for (std::size_t i = track.firstSlice; i < std::size_t{track.firstSlice} + track.sliceCount;
             ++i) {
            if (isGpuCategory(slices.category[i])) {
                ++device.slices;
                device.sum += Duration(slices.endNs[i] - slices.startNs[i]);
            }
        }
    }
    std::vector<DeviceUsage> result;
    for (auto& [number, device] : usage) {
        device.device = number;
        device.busy = totalLength(deviceBusy(trace, number));
        device.sampledUtilisation =
            sampledRatio(deviceSampled(trace, number, window), trace.wallRange(), window);
        result.push_back(device);
    }
    return result;
}

} // namespace hscope::core
