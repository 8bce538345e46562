// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/merge_output.h"
#include "app/cli/schedule_run.h"
#include "app/cli/scheduling_input.h"
#include "simulator/io/documents.h"
#include "simulator/io/placement_text.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    SchedulingOptions input;
    ScheduleRunOptions run;
    std::string scheduler = "exact";
    std::string output;
    bool force = false;
    std::string format = "text";
    bool json = false; ///< The same as the format json.
};

std::string toText(const sim::Placement& placement)
{
    std::string text = fmt::format("workload    {}\ncluster     {}\nscheduler   {}\n",
                                   printable(placement.workload), printable(placement.cluster),
                                   printable(placement.scheduler));
    if (!placement.feasible) {
        return text;
    }
    text += fmt::format("cost        {:.6g} USD{}\n", *placement.costUsd,
                        placement.provenOptimal ? ", proven to be the least" : "");
    if (!placement.provenOptimal && placement.lowerBoundUsd.value_or(0) > 0) {
        text += fmt::format("lower bound {:.6g} USD\n", *placement.lowerBoundUsd);
    }
    if (placement.bestSampledCostUsd) {
        text += fmt::format("best sample {:.6g} USD\n", *placement.bestSampledCostUsd);
    }
    text += fmt::format("period      {} per sample\nthroughput  {:.6g} samples/s\nstages      {}\n",
                        formatSeconds(*placement.periodSeconds), *placement.throughput,
                        stagesText(placement));
    if (placement.timing) {
        text += fmt::format("decided in  {}", formatSeconds(placement.timing->decisionSeconds));
        text += placement.timing->trainingSeconds > 0
                    ? fmt::format(" after {} of training\n",
                                  formatSeconds(placement.timing->trainingSeconds))
                    : "\n";
    }
    return text;
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const sim::Problem problem, readProblem(options.input));
    const sim::SchedulerRegistry registry = availableSchedulers();
    HSCOPE_TRY_ASSIGN(const sim::Scheduler* const scheduler, registry.find(options.scheduler));
    if (!options.output.empty()) {
        HSCOPE_TRY(refuseExisting(options.output, options.force));
    }
    HSCOPE_TRY_ASSIGN(sim::Placement placement,
                      runScheduler(*scheduler, problem, options.run, context));
    keepConditions(options.input, placement);
    const std::string document = sim::toJson(placement);
    if (!options.output.empty()) {
        HSCOPE_TRY(sim::writeDocument(options.output, document));
    }
    const std::string format = options.json ? "json" : options.format;
    HSCOPE_TRY(print(format == "json"     ? document
                     : format == "csv"    ? sim::placementCsv(placement, problem.workload())
                     : format == "splits" ? sim::splitPoints(placement)
                                          : toText(placement)));
    if (!placement.feasible) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             printable(placement.reason.value_or("no feasible schedule")));
    }
    return {};
}

} // namespace

void addScheduleCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "schedule", "Places a model's layers on the types of a cluster and provisions units");
    addSchedulingOptions(*command, options->input);
    command->add_option("--scheduler", options->scheduler, "Which one: " + schedulerNames())
        ->check(existingScheduler())
        ->capture_default_str();
    addScheduleRunOptions(*command, options->run);
    addOutputOption(*command, options->output, "Write the placement document to this file");
    command->add_flag("--force", options->force, "Replace the output if it exists");
    command
        ->add_option("--format", options->format,
                     "What is printed: text, json (the placement document), csv (a line per layer) "
                     "or splits (the first layers of the stages)")
        ->check(CLI::IsMember({"text", "json", "csv", "splits"}))
        ->capture_default_str();
    command->add_flag("--json", options->json, "The same as --format json");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
