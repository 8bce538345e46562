// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gpu_truth_output.h"

#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hscope::cli {

namespace {

template <typename Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json idleJson(const core::IdleSplit& idle)
{
    return {{"host_wait_ns", idle.hostWait.count()}, {"kernel_wait_ns", idle.kernelWait.count()},
            {"other_ns", idle.other.count()},        {"host_waits", idle.hostWaits},
            {"kernel_waits", idle.kernelWaits},      {"others", idle.others},
            {"without_launch", idle.withoutLaunch},  {"longest_ns", idle.longest.length().count()}};
}

std::string percent(core::Duration part, core::Duration whole)
{
    return fmt::format("{:.1f}%", whole.count() == 0 ? 0.0
                                                     : 100.0 * static_cast<double>(part.count()) /
                                                           static_cast<double>(whole.count()));
}

/// The cells from `idle` on.
void addIdle(std::vector<std::string>& cells, const core::IdleSplit& idle)
{
    for (const core::Duration part : {idle.total(), idle.hostWait, idle.kernelWait, idle.other}) {
        cells.push_back(formatDuration(part.count()));
    }
    cells.push_back(idle.withoutLaunch == 0 ? "" : formatCount(idle.withoutLaunch));
}

std::string streamTitle(const core::TraceStore& trace, const core::StreamTruth& stream,
                        const std::vector<std::string>& processes, bool namesProcess)
{
    const core::Track& track = trace.track(stream.track);
    std::string title = track.stream ? fmt::format("  stream {}", *track.stream)
                                     : "  " + printable(trace.text(track.name));
    if (namesProcess) {
        title += " of " + printable(processes[track.process.value()]);
    }
    return title;
}

/// What NVML said while the program was recorded, a line for each device that it was asked about.
std::string nvmlText(const std::vector<core::DeviceTruth>& devices)
{
    std::string text;
    for (const core::DeviceTruth& device : devices) {
        if (device.usage.saidByNvml) {
            text += fmt::format("NVML said that GPU {} was busy {:.1f}% of the time\n",
                                device.usage.device, 100 * *device.usage.saidByNvml);
        }
    }
    return text;
}

std::string deviceTable(const core::TraceStore& trace,
                        const std::vector<core::DeviceTruth>& devices,
                        const std::vector<std::string>& processes)
{
    using enum TextTable::Align;
    TextTable table({{"GPU", Left},
                     {"busy", Right},
                     {"of wall", Right},
                     {"sampled", Right},
                     {"idle", Right},
                     {"host wait", Right},
                     {"kernel wait", Right},
                     {"other", Right},
                     {"no launch", Right}});
    const core::Duration wall = trace.wallRange().length();
    for (const core::DeviceTruth& device : devices) {
        std::vector<std::string> cells = {
            std::to_string(device.usage.device), formatDuration(device.usage.busy.count()),
            percent(device.usage.busy, wall),
            fmt::format("{:.1f}%", 100 * device.usage.sampledUtilisation)};
        addIdle(cells, device.idle);
        table.add(std::move(cells));
        const auto processOf = [&](const core::StreamTruth& stream) {
            return trace.track(stream.track).process;
        };
        const bool isShared = std::ranges::any_of(device.streams, [&](const auto& stream) {
            return processOf(stream) != processOf(device.streams.front());
        });
        for (const core::StreamTruth& stream : device.streams) {
            cells = {streamTitle(trace, stream, processes, isShared),
                     formatDuration(stream.busy.count()), percent(stream.busy, wall), ""};
            addIdle(cells, stream.idle);
            table.add(std::move(cells));
        }
    }
    return table.toText();
}

std::string operationTable(const core::Breakdown& breakdown,
                           const std::vector<std::string>& processes)
{
    using enum TextTable::Align;
    TextTable table({{"process", Left},
                     {"operation", Left},
                     {"GPU only", Right},
                     {"CPU + GPU", Right},
                     {"CPU only", Right},
                     {"idle", Right},
                     {"asynchronous GPU", Right}});
    std::vector<core::OperationTruth> operations = core::operationTruth(breakdown);
    std::ranges::stable_sort(operations, {}, [](const core::OperationTruth& truth) {
        return std::pair(truth.process, -truth.wall());
    });
    for (const core::OperationTruth& truth : operations) {
        std::vector<std::string> cells = {printable(processes[truth.process.value()]),
                                          printable(truth.operation)};
        for (const core::Duration part :
             {truth.gpuOnly, truth.cpuAndGpu, truth.cpuOnly, truth.idle, truth.asynchronousGpu}) {
            cells.push_back(formatDuration(part.count()));
        }
        table.add(std::move(cells));
    }
    return table.toText();
}

} // namespace

Json gpuTruthJson(const core::TraceStore& trace, const core::Breakdown& breakdown,
                  const std::vector<std::string>& processes, const core::GpuTruthOptions& options)
{
    Json json;
    json["window_s"] = static_cast<double>(options.window.count()) / 1e9;
    json["kernel_wait_below_ns"] = options.kernelWaitBelow.count();
    json["devices"] = Json::array();
    for (const core::DeviceTruth& device : core::deviceTruth(trace, options)) {
        Json streams = Json::array();
        for (const core::StreamTruth& stream : device.streams) {
            const core::Track& track = trace.track(stream.track);
            streams.push_back({{"process", processes[track.process.value()]},
                               {"stream", orNull(track.stream)},
                               {"busy_ns", stream.busy.count()},
                               {"active_ns", stream.active.length().count()},
                               {"idle", idleJson(stream.idle)}});
        }
        Json entry = {{"device", device.usage.device},
                      {"slices", device.usage.slices},
                      {"busy_ns", device.usage.busy.count()},
                      {"sum_ns", device.usage.sum.count()},
                      {"sampled_utilisation", device.usage.sampledUtilisation},
                      {"active_ns", device.active.length().count()},
                      {"idle", idleJson(device.idle)},
                      {"streams", std::move(streams)}};
        if (device.usage.saidByNvml) {
            entry["nvml_utilisation"] = *device.usage.saidByNvml;
        }
        json["devices"].push_back(std::move(entry));
    }
    json["operations"] = Json::array();
    for (const core::OperationTruth& truth : core::operationTruth(breakdown)) {
        json["operations"].push_back({{"process", processes[truth.process.value()]},
                                      {"operation", truth.operation},
                                      {"gpu_only_ns", truth.gpuOnly.count()},
                                      {"cpu_gpu_ns", truth.cpuAndGpu.count()},
                                      {"cpu_only_ns", truth.cpuOnly.count()},
                                      {"idle_ns", truth.idle.count()},
                                      {"asynchronous_gpu_ns", truth.asynchronousGpu.count()}});
    }
    return json;
}

std::string gpuTruthText(const core::TraceStore& trace, const core::Breakdown& breakdown,
                         const std::vector<std::string>& processes,
                         const core::GpuTruthOptions& options)
{
    const std::vector<core::DeviceTruth> devices = core::deviceTruth(trace, options);
    if (devices.empty()) {
        return {};
    }
    return fmt::format("\nsampled in windows of {}; idle between the first and the last work\n\n",
                       formatDuration(options.window.count())) +
           deviceTable(trace, devices, processes) + nvmlText(devices) + "\n" +
           operationTable(breakdown, processes);
}

} // namespace hscope::cli
