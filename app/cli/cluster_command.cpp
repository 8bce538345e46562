// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "simulator/io/bundled_files.h"
#include "simulator/io/documents.h"
#include "simulator/io/this_machine.h"
#include "simulator/model/cluster_check.h"
#include "simulator/model/cluster_totals.h"

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

namespace hscope::cli {

namespace {

struct Options
{
    bool thisMachine = false;
    std::string output;
    std::string cluster;
    std::string workload;
    bool json = false;
};

std::string_view kindName(sim::ClusterElement::Kind kind)
{
    switch (kind) {
    case sim::ClusterElement::Kind::Cluster:
        return "cluster";
    case sim::ClusterElement::Kind::Type:
        return "type";
    case sim::ClusterElement::Kind::Node:
        return "node";
    case sim::ClusterElement::Kind::Switch:
        return "switch";
    case sim::ClusterElement::Kind::Group:
        return "group";
    case sim::ClusterElement::Kind::Link:
        return "link";
    }
    return {};
}

std::string_view problemName(sim::ClusterProblem::Kind kind)
{
    switch (kind) {
    case sim::ClusterProblem::Kind::NoDevices:
        return "no_devices";
    case sim::ClusterProblem::Kind::EmptyNode:
        return "empty_node";
    case sim::ClusterProblem::Kind::Unlinked:
        return "unlinked";
    case sim::ClusterProblem::Kind::Unreachable:
        return "unreachable";
    case sim::ClusterProblem::Kind::NoPrice:
        return "no_price";
    case sim::ClusterProblem::Kind::NoNic:
        return "no_nic";
    case sim::ClusterProblem::Kind::NoProfile:
        return "no_profile";
    case sim::ClusterProblem::Kind::MemoryOverflow:
        return "memory_overflow";
    case sim::ClusterProblem::Kind::EmptyGroup:
        return "empty_group";
    }
    return {};
}

/// "514: 480 cpu-core, 32 v100": what is drawn.
std::string devicesText(const sim::Cluster& cluster, const sim::ClusterTotals& totals)
{
    std::string text = cluster.nodes.empty() ? "not drawn" : std::to_string(totals.devices);
    bool isFirst = true;
    for (std::size_t i = 0; i < cluster.resourceTypes.size(); ++i) {
        const std::string id = printable(cluster.resourceTypes[i].id);
        std::string part;
        if (!cluster.nodes.empty()) {
            part = totals.devicesOfType[i] > 0 ? fmt::format("{} {}", totals.devicesOfType[i], id)
                                               : std::string();
        } else if (const auto limit = sim::unitLimit(cluster, i)) {
            part = fmt::format("up to {} {}", *limit, id);
        } else {
            part = "any number of " + id;
        }
        text += part.empty() ? "" : (isFirst ? ": " : ", ") + part;
        isFirst = isFirst && part.empty();
    }
    return text;
}

std::string checkText(const sim::Cluster& cluster, const sim::ClusterTotals& totals,
                      const std::vector<sim::ClusterProblem>& problems)
{
    std::string text = printable(cluster.name) + "\n";
    text += "devices    " + devicesText(cluster, totals) + "\n";
    if (!cluster.nodes.empty()) {
        text += fmt::format("nodes      {}, {} of them connected\n", totals.nodes,
                            totals.connectedNodes);
        text += fmt::format("cost       {:.6g} USD/h, prices as of {}\n", totals.usdPerHour,
                            printable(cluster.pricesAsOf));
    }
    if (totals.bisectionGbPerSecond) {
        text += fmt::format("bisection  {}{:.6g} GB/s\n", totals.isBisectionExact ? "" : "at most ",
                            *totals.bisectionGbPerSecond);
    }
    text += problems.empty()       ? "no problem\n"
            : problems.size() == 1 ? "1 problem\n"
                                   : fmt::format("{} problems\n", problems.size());
    for (const sim::ClusterProblem& problem : problems) {
        text += "  " + printable(problem.text);
        text += problem.fixText.empty() ? "\n" : " (fix: " + printable(problem.fixText) + ")\n";
    }
    return text;
}

Json checkJson(const sim::Cluster& cluster, const sim::ClusterTotals& totals,
               const std::vector<sim::ClusterProblem>& problems)
{
    Json json{{"devices", totals.devices},
              {"devices_of_type", Json::array()},
              {"nodes", totals.nodes},
              {"connected_nodes", totals.connectedNodes},
              {"usd_per_hour", totals.usdPerHour},
              {"prices_as_of", cluster.pricesAsOf},
              {"bisection_gb_per_s", numberOrNull(totals.bisectionGbPerSecond)},
              {"bisection_exact", totals.isBisectionExact},
              {"problems", Json::array()}};
    for (std::size_t i = 0; i < cluster.resourceTypes.size(); ++i) {
        json["devices_of_type"].push_back(
            {{"type", cluster.resourceTypes[i].id}, {"devices", totals.devicesOfType[i]}});
    }
    for (const sim::ClusterProblem& problem : problems) {
        json["problems"].push_back(
            {{"kind", problemName(problem.kind)},
             {"element", {{"kind", kindName(problem.element.kind)}, {"id", problem.element.id}}},
             {"text", problem.text},
             {"fix", problem.fixText.empty() ? Json(nullptr) : Json(problem.fixText)}});
    }
    return json;
}

core::Result<void> check(const Options& options)
{
    HSCOPE_TRY_ASSIGN(const auto path, sim::findDocument(options.cluster, "clusters"));
    HSCOPE_TRY_ASSIGN(const sim::Cluster cluster, sim::readCluster(path));
    std::optional<sim::Workload> workload;
    if (!options.workload.empty()) {
        HSCOPE_TRY_ASSIGN(const auto workloadPath,
                          sim::findDocument(options.workload, "workloads"));
        HSCOPE_TRY_ASSIGN(workload, sim::readWorkload(workloadPath));
    }
    const sim::ClusterTotals totals = sim::clusterTotals(cluster);
    const auto problems = sim::checkCluster(cluster, workload ? &*workload : nullptr);
    return options.json ? printJson(checkJson(cluster, totals, problems))
                        : print(checkText(cluster, totals, problems));
}

core::Result<void> run(const Options& options)
{
    if (!options.thisMachine) {
        return check(options);
    }
    const std::string text = sim::toJson(sim::describeThisMachine());
    return options.output.empty() ? print(text) : sim::writeDocument(options.output, text);
}

} // namespace

void addClusterCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "cluster", "Describes this machine as a cluster, or checks and sums up a cluster document");
    CLI::Option_group* const what = command->add_option_group("What to do");
    CLI::Option* const machine = what->add_flag("--this-machine", options->thisMachine,
                                                "Print this machine as a cluster document");
    CLI::Option* const checked =
        what->add_option("--check", options->cluster,
                         "A cluster document, or the name of a bundled one: print what it offers "
                         "and what is wrong with it");
    what->require_option(1);
    command->add_option("-o,--output", options->output, "Write the document to this file")
        ->needs(machine);
    command
        ->add_option("--workload", options->workload,
                     "A workload document, or the name of a bundled one, that is to run on it")
        ->needs(checked);
    command->add_flag("--json", options->json, "Print JSON")->needs(checked);
    command->callback(
        [options, &action] { action = [options](const Context&) { return run(*options); }; });
}

} // namespace hscope::cli
