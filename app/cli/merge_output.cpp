// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/merge_output.h"

#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include <fmt/format.h>

namespace hscope::cli {

Json toJson(const core::MergeSummary& summary, const std::filesystem::path& output)
{
    Json json;
    json["output"] = output.string();
    json["slices"] = summary.slices;
    json["operations"] = summary.operations;
    json["wall_ns"] = summary.wall.count();
    json["processes"] = Json::array();
    for (const core::MergedProcess& process : summary.processes) {
        json["processes"].push_back(
            {{"name", process.name},
             {"pid", process.pid ? Json(*process.pid) : Json()},
             {"parent_pid", process.parentPid ? Json(*process.parentPid) : Json()}});
    }
    json["left_out"] = Json::array();
    for (const core::LeftOutInput& input : summary.leftOut) {
        json["left_out"].push_back({{"file", input.path.string()}, {"reason", input.reason}});
    }
    json["diagnostics"] = diagnosticsJson(summary.diagnostics);
    return json;
}

std::string toText(const core::MergeSummary& summary, const std::filesystem::path& output)
{
    std::string text = fmt::format("{}: {} slices, {} operations in {}, {} {}\n", output.string(),
                                   formatCount(summary.slices), formatCount(summary.operations),
                                   formatDuration(summary.wall.count()), summary.processes.size(),
                                   summary.processes.size() == 1 ? "process" : "processes");
    for (const core::MergedProcess& process : summary.processes) {
        text += "  " + printable(process.name);
        if (process.pid) {
            text += fmt::format(" (pid {}", *process.pid);
            text += process.parentPid ? fmt::format(", of {})", *process.parentPid) : ")";
        }
        text += "\n";
    }
    for (const core::LeftOutInput& input : summary.leftOut) {
        text += fmt::format("  left out: {}\n", printable(input.reason));
    }
    for (const core::Diagnostic& entry : summary.diagnostics.list()) {
        text += fmt::format("  {} x {} ({}), first: {}\n", formatCount(entry.count), entry.name,
                            core::severityName(entry.severity), printable(entry.first));
    }
    return text;
}

void addOutputOption(CLI::App& command, std::string& output, const std::string& description)
{
    command.add_option("-o,--output", output, description)->check([](const std::string& name) {
        return name.empty() ? "the name of the file is empty" : std::string();
    });
}

core::Result<void> refuseExisting(const std::filesystem::path& output, bool force)
{
    std::error_code ignored;
    if (!force && std::filesystem::exists(output, ignored)) {
        return core::failure(
            core::ErrorCode::AlreadyExists,
            output.string() +
                " exists already; choose another name with -o, or replace it with --force");
    }
    return {};
}

} // namespace hscope::cli
