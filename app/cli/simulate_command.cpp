// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/merge_output.h"
#include "app/cli/scheduling_input.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/export/database_writer.h"
#include "simulator/io/bundled_files.h"
#include "simulator/io/documents.h"
#include "simulator/io/enum_names.h"
#include "simulator/io/simulation_trace.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    SchedulingOptions input;
    std::string placement;
    std::string semantics;
    std::string output;
    std::optional<std::int64_t> microbatches;
    bool blockingTransfers = false;
    bool force = false;
    bool json = false;
};

/// Everything that is read.
struct Input
{
    sim::Problem problem;
    sim::Placement placement;
    sim::SimulationOptions simulation;
};

core::Result<Input> readInput(const Options& options)
{
    HSCOPE_TRY_ASSIGN(sim::Placement placement, sim::readPlacement(options.placement));
    const SchedulingOptions input = withConditionsOf(placement, options.input);
    HSCOPE_TRY_ASSIGN(sim::Problem problem, readProblem(input));
    sim::SimulationOptions simulation;
    simulation.semantics = placement.semantics;
    if (!options.semantics.empty()) {
        simulation.semantics =
            options.semantics == "network" ? sim::Semantics::Network : sim::Semantics::Analytic;
    }
    simulation.transfers =
        options.blockingTransfers ? sim::TransferMode::Blocking : sim::TransferMode::Overlapped;
    simulation.microbatches = options.microbatches;
    return Input{std::move(problem), std::move(placement), simulation};
}

/// A file as it is; nothing if it can be read only once, as a pipe.
std::string verbatim(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return {};
    }
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The documents as they were read; a workload that options change is written anew.
core::Result<sim::DocumentTexts> documentTexts(const Options& options,
                                               const sim::Placement& placement)
{
    const SchedulingOptions input = withConditionsOf(placement, options.input);
    const bool changed = input.throughputLimit || input.chargeBoundaryTraffic;
    HSCOPE_TRY_ASSIGN(const auto workload, sim::findDocument(options.input.workload, "workloads"));
    HSCOPE_TRY_ASSIGN(const auto cluster, sim::findDocument(options.input.cluster, "clusters"));
    return sim::DocumentTexts{verbatim(cluster), changed ? "" : verbatim(workload),
                              verbatim(options.placement)};
}

core::Result<sim::SimulationResult> simulateOnly(const Input& input, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const sim::SimulationPlan plan,
                      sim::planSimulation(input.problem, input.placement, input.simulation));
    TerminalProgress progress(context.showProgress);
    return sim::simulate(input.problem, plan, {}, progress, context.stop);
}

core::Result<sim::SimulationResult> simulateAndWrite(const Input& input, const Options& options,
                                                     const Context& context)
{
    HSCOPE_TRY(refuseExisting(options.output, options.force));
    std::error_code ignored;
    if (std::filesystem::equivalent(options.output, options.placement, ignored)) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             options.output + " is the placement that is simulated; choose "
                                              "another name for the trace");
    }
    HSCOPE_TRY_ASSIGN(sim::DocumentTexts texts, documentTexts(options, input.placement));
    TerminalProgress progress(context.showProgress);
    HSCOPE_TRY_ASSIGN(const sim::SimulatedTrace trace,
                      sim::simulateToTrace(input.problem, input.placement, input.simulation,
                                           progress, context.stop));
    const core::SimulationTables tables = sim::simulationTables(
        input.problem, input.placement, input.simulation, trace.result, std::move(texts));
    HSCOPE_TRY(core::writeDatabase(
        core::DatabaseContent{*trace.store, trace.arguments.get(), &tables}, options.output,
        options.force ? core::Overwrite::Yes : core::Overwrite::No, progress, context.stop));
    return trace.result;
}

Json splitJson(const sim::TimeSplit& split)
{
    return {{"compute_ns", split.compute.count()},
            {"exposed_transfer_ns", split.exposedTransfer.count()},
            {"waiting_for_input_ns", split.waitingForInput.count()},
            {"waiting_for_receiver_ns", split.waitingForReceiver.count()},
            {"idle_ns", split.idle.count()}};
}

Json toJson(const Input& input, const sim::SimulationResult& result)
{
    Json json{{"makespan_s", result.makespanSeconds},
              {"period_s", numberOrNull(result.periodSeconds)},
              {"throughput_samples_per_s", numberOrNull(result.throughput)},
              {"cost_usd", result.costUsd},
              {"events", result.events},
              {"extrapolated", result.extrapolated},
              {"semantics", sim::nameOf(input.simulation.semantics, sim::kSemanticsNames)},
              {"analytic_period_s", result.analyticPeriodSeconds},
              {"meets_throughput_limit", result.meetsThroughputLimit},
              {"simulated_microbatches", result.simulatedMicrobatches},
              {"simulated_ns", result.simulatedSpan.count()},
              {"fill_ns", result.fill.count()}};
    json["stages"] = Json::array();
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        const sim::PlacedStage& stage = input.placement.stages[i];
        Json entry{{"first_layer", stage.firstLayer},
                   {"last_layer", stage.lastLayer},
                   {"type", stage.type},
                   {"units", stage.units}};
        entry.update(splitJson(result.stages[i].split));
        json["stages"].push_back(std::move(entry));
    }
    return json;
}

/// How each stage's devices spent the simulated span, in percent of it.
std::string stagesTable(const Input& input, const sim::SimulationResult& result)
{
    using Align = TextTable::Align;
    const bool blocking = input.simulation.transfers == sim::TransferMode::Blocking;
    std::vector<TextTable::Column> columns = {{"stage", Align::Left},    {"layers", Align::Left},
                                              {"type", Align::Left},     {"units", Align::Right},
                                              {"compute", Align::Right}, {"transfer", Align::Right},
                                              {"no input", Align::Right}};
    if (blocking) {
        columns.push_back({"no receiver", Align::Right});
    }
    columns.push_back({"idle", Align::Right});
    TextTable table(std::move(columns));
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        const sim::PlacedStage& stage = input.placement.stages[i];
        const sim::TimeSplit& split = result.stages[i].split;
        const auto percent = [&split](core::Duration part) {
            const auto total = static_cast<double>(split.total().count());
            return total > 0
                       ? fmt::format("{:.1f}%", 100 * static_cast<double>(part.count()) / total)
                       : std::string("-");
        };
        std::vector<std::string> cells = {std::to_string(i),
                                          fmt::format("{}-{}", stage.firstLayer, stage.lastLayer),
                                          printable(stage.type),
                                          formatCount(static_cast<std::uint64_t>(stage.units)),
                                          percent(split.compute),
                                          percent(split.exposedTransfer),
                                          percent(split.waitingForInput)};
        if (blocking) {
            cells.push_back(percent(split.waitingForReceiver));
        }
        cells.push_back(percent(split.idle));
        table.add(std::move(cells));
    }
    return table.toText();
}

std::string toText(const Input& input, const sim::SimulationResult& result)
{
    std::string text;
    const auto line = [&text](std::string_view name, const std::string& value) {
        text += fmt::format("{:<12}{}\n", name, value);
    };
    line("makespan", formatSeconds(result.makespanSeconds) +
                         (result.extrapolated ? ", extrapolated from the steady period" : ""));
    line("period",
         result.periodSeconds
             ? fmt::format("{} per sample ({} by the cost model)",
                           formatSeconds(*result.periodSeconds),
                           formatSeconds(result.analyticPeriodSeconds))
             : fmt::format("not measured: too few microbatches for a round of the slowest "
                           "stage ({} per sample by the cost model)",
                           formatSeconds(result.analyticPeriodSeconds)));
    if (result.throughput) {
        line("throughput", fmt::format("{:.6g} samples/s{}", *result.throughput,
                                       result.meetsThroughputLimit ? "" : ", below the limit"));
    }
    line("cost", fmt::format("{:.6g} USD (prices of {})", result.costUsd,
                             printable(input.problem.cluster().pricesAsOf)));
    line("simulated",
         fmt::format("{} microbatch{} of {} samples in {} ({} events), first one done after {}",
                     formatCount(static_cast<std::uint64_t>(result.simulatedMicrobatches)),
                     result.simulatedMicrobatches == 1 ? "" : "es",
                     input.problem.workload().batchSize / input.problem.workload().microbatches,
                     formatDuration(result.simulatedSpan.count()), formatCount(result.events),
                     formatDuration(result.fill.count())));
    return text + "\n" + stagesTable(input, result);
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const Input input, readInput(options));
    auto result = options.output.empty() ? simulateOnly(input, context)
                                         : simulateAndWrite(input, options, context);
    if (!result) {
        return tl::unexpected<core::Error>(std::move(result).error());
    }
    if (options.json) {
        Json json = toJson(input, *result);
        if (!options.output.empty()) {
            json["output"] = options.output;
        }
        return printJson(json);
    }
    return print(toText(input, *result) +
                 (options.output.empty() ? "" : "\ntrace       " + options.output + "\n"));
}

} // namespace

void addSimulateCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "simulate", "Replays a placement on the virtual cluster, and writes it as a trace");
    addSchedulingOptions(*command, options->input);
    command->add_option("--placement", options->placement, "The placement document")->required();
    command
        ->add_option("--semantics", options->semantics,
                     "Where communication times come from: analytic (the profiles) or network "
                     "(default: what the placement says)")
        ->check(CLI::IsMember({"analytic", "network"}));
    addOutputOption(*command, options->output, "The database to write; without it none is");
    command->add_flag("--force", options->force, "Replace an existing file");
    command
        ->add_option("--microbatches", options->microbatches,
                     "Simulate exactly so many, and extrapolate nothing")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 46));
    command->add_flag("--blocking-transfers", options->blockingTransfers,
                      "Transfers between stages hold sender and receiver, instead of hiding "
                      "behind their work");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
