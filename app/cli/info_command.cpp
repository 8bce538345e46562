// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "core/analysis/device_usage.h"

#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    std::string file;
    bool json = false;
    double windowSeconds = 1;
};

struct Counts
{
    std::uint64_t tracks = 0;
    std::uint64_t operations = 0;
    std::uint64_t launched = 0;
};

Counts countsOf(const core::TraceStore& trace)
{
    Counts counts;
    for (const core::Track& track : trace.tracks()) {
        const bool inMemoryOnly =
            track.kind == core::TrackKind::Operations || track.kind == core::TrackKind::Iterations;
        counts.tracks += inMemoryOnly ? 0 : 1;
        counts.operations += track.kind == core::TrackKind::Operations ? track.sliceCount : 0;
    }
    std::optional<core::SliceId> last; // several links may enter one slice
    for (const core::Link& link : trace.links()) {
        if (link.kind == core::LinkKind::Launch && link.to != last) {
            ++counts.launched;
            last = link.to;
        }
    }
    return counts;
}

Json toJson(const core::TraceStore& trace, core::Duration window)
{
    const Counts counts = countsOf(trace);
    Json json;
    json["slices"] = trace.slices().size();
    json["wall_ns"] = trace.wallRange().length().count();
    json["processes"] = trace.processes().size();
    json["tracks"] = counts.tracks;
    json["operations"] = counts.operations;
    json["iterations"] = trace.iterations().size();
    json["instants"] = trace.instants().size();
    json["counter_samples"] = trace.counterSamples().size();
    json["links"] = trace.links().size();
    json["launched"] = counts.launched;
    json["gpu"] = Json::array();
    for (const core::DeviceUsage& device : core::deviceUsage(trace, window)) {
        json["gpu"].push_back({{"device", device.device},
                               {"slices", device.slices},
                               {"busy_ns", device.busy.count()},
                               {"sum_ns", device.sum.count()},
                               {"sampled_utilisation", device.sampledUtilisation}});
    }
    json["diagnostics"] = diagnosticsJson(trace.diagnostics());
    return json;
}

std::string percent(double ratio)
{
    return fmt::format("{:.1f}%", 100 * ratio);
}

std::string toText(const core::TraceStore& trace, core::Duration window)
{
    const Counts counts = countsOf(trace);
    const auto wall = trace.wallRange().length().count();
    std::string text = fmt::format("wall time   {}\nslices      {}\n", formatDuration(wall),
                                   formatCount(trace.slices().size()));
    text += fmt::format("operations  {}\niterations  {}\ninstants    {}\nlinks       {}\n",
                        formatCount(counts.operations), formatCount(trace.iterations().size()),
                        formatCount(trace.instants().size()), formatCount(trace.links().size()));
    text +=
        fmt::format("tracks      {}\nprocesses   {}\n", counts.tracks, trace.processes().size());
    for (const core::Process& process : trace.processes()) {
        text += "  " + printable(trace.text(process.name)) +
                (process.pid ? fmt::format(" (pid {})", *process.pid) : "") + "\n";
    }
    const auto devices = core::deviceUsage(trace, window);
    if (!devices.empty()) {
        using enum TextTable::Align;
        TextTable table({{"GPU", Left},
                         {"slices", Right},
                         {"busy", Right},
                         {"of wall", Right},
                         {"sum", Right},
                         {"sampled", Right}});
        for (const core::DeviceUsage& device : devices) {
            const double share =
                wall == 0 ? 0
                          : static_cast<double>(device.busy.count()) / static_cast<double>(wall);
            table.add({std::to_string(device.device), formatCount(device.slices),
                       formatDuration(device.busy.count()), percent(share),
                       formatDuration(device.sum.count()), percent(device.sampledUtilisation)});
        }
        text += "\n" + table.toText();
    }
    const auto diagnostics = trace.diagnostics().list();
    if (!diagnostics.empty()) {
        using enum TextTable::Align;
        TextTable table(
            {{"diagnostic", Left}, {"severity", Left}, {"count", Right}, {"first", Left}});
        for (const core::Diagnostic& entry : diagnostics) {
            table.add({entry.name, std::string(core::severityName(entry.severity)),
                       formatCount(entry.count), printable(entry.first)});
        }
        text += "\n" + table.toText();
    }
    return text;
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const core::LoadedTrace trace, openForCommand(options.file, context));
    const core::Duration window(static_cast<std::int64_t>(options.windowSeconds * 1e9));
    return options.json ? printJson(toJson(*trace.store, window))
                        : print(toText(*trace.store, window));
}

} // namespace

void addInfoCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "info", "What a trace contains, how busy its devices were, what was wrong with it");
    command
        ->add_option("file", options->file,
                     "A trace: PyTorch or Chrome JSON (also compressed), or .hscope")
        ->required();
    command->add_flag("--json", options->json, "Print JSON");
    command
        ->add_option("--window", options->windowSeconds,
                     "Sampling window of the sampled utilisation, in seconds")
        ->check(CLI::Range(1e-6, 1e6))
        ->capture_default_str();
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
