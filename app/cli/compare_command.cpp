// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/schedule_run.h"
#include "app/cli/scheduling_input.h"
#include "app/cli/text_table.h"
#include "simulator/io/documents.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    SchedulingOptions input;
    ScheduleRunOptions run;
    std::vector<std::string> schedulers;
    bool json = false;
};

/// What came of one scheduler: a placement, or why there is none.
struct Outcome
{
    std::string scheduler;
    std::optional<sim::Placement> placement;
    std::string failure;
};

core::Result<std::vector<const sim::Scheduler*>> chosen(const sim::SchedulerRegistry& registry,
                                                        const std::vector<std::string>& names)
{
    std::vector<const sim::Scheduler*> schedulers;
    if (names.empty()) {
        for (const auto& scheduler : registry.schedulers()) {
            schedulers.push_back(scheduler.get());
        }
        return schedulers;
    }
    for (const std::string& name : names) {
        HSCOPE_TRY_ASSIGN(const sim::Scheduler* const scheduler, registry.find(name));
        schedulers.push_back(scheduler);
    }
    return schedulers;
}

/// The least cost that is known to be possible, and whether it is proven to be the least.
std::optional<double> optimumOf(const std::vector<Outcome>& outcomes)
{
    for (const Outcome& outcome : outcomes) {
        if (outcome.placement && outcome.placement->provenOptimal && outcome.placement->costUsd) {
            return outcome.placement->costUsd;
        }
    }
    return std::nullopt;
}

std::string toText(const sim::Problem& problem, const std::vector<Outcome>& outcomes, bool timing)
{
    using enum TextTable::Align;
    std::string text =
        fmt::format("{} on {}, {}, prices as of {}\n\n", printable(problem.workload().name),
                    printable(problem.cluster().name),
                    problem.floor() > 0 ? fmt::format("at least {:.6g} samples/s", problem.floor())
                                        : std::string("no throughput floor"),
                    printable(problem.cluster().pricesAsOf));
    std::vector<TextTable::Column> columns = {{"scheduler", Left},
                                              {"cost USD", Right},
                                              {"of optimum", Right},
                                              {"samples/s", Right},
                                              {"evaluations", Right}};
    if (timing) {
        columns.push_back({"time", Right});
    }
    columns.push_back({"proven", Left});
    columns.push_back({"stages", Left});
    TextTable table(std::move(columns));
    const std::optional<double> optimum = optimumOf(outcomes);
    for (const Outcome& outcome : outcomes) {
        std::vector<std::string> cells = {outcome.scheduler};
        const bool feasible = outcome.placement && outcome.placement->feasible;
        cells.push_back(feasible ? fmt::format("{:.6g}", *outcome.placement->costUsd) : "-");
        cells.push_back(feasible && optimum
                            ? fmt::format("{:.4f}", *outcome.placement->costUsd / *optimum)
                            : "-");
        cells.push_back(feasible ? fmt::format("{:.6g}", *outcome.placement->throughput) : "-");
        cells.push_back(outcome.placement ? formatCount(static_cast<std::uint64_t>(
                                                outcome.placement->evaluations))
                                          : "-");
        if (timing) {
            cells.push_back(outcome.placement && outcome.placement->timing
                                ? formatSeconds(outcome.placement->timing->decisionSeconds +
                                                outcome.placement->timing->trainingSeconds)
                                : "-");
        }
        cells.push_back(outcome.placement && outcome.placement->provenOptimal ? "yes" : "no");
        cells.push_back(feasible
                            ? stagesText(*outcome.placement)
                            : printable(outcome.placement ? outcome.placement->reason.value_or("")
                                                          : outcome.failure));
        table.add(std::move(cells));
    }
    return text + table.toText();
}

Json toJson(const std::vector<Outcome>& outcomes)
{
    Json json{{"results", Json::array()}, {"failures", Json::array()}};
    for (const Outcome& outcome : outcomes) {
        if (outcome.placement) {
            json["results"].push_back(Json::parse(sim::toJson(*outcome.placement)));
        } else {
            json["failures"].push_back(
                {{"scheduler", outcome.scheduler}, {"reason", outcome.failure}});
        }
    }
    return json;
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const sim::Problem problem, readProblem(options.input));
    const sim::SchedulerRegistry registry = availableSchedulers();
    HSCOPE_TRY_ASSIGN(const auto schedulers, chosen(registry, options.schedulers));
    std::vector<Outcome> outcomes;
    for (const sim::Scheduler* const scheduler : schedulers) {
        auto placement = runScheduler(*scheduler, problem, options.run, context);
        if (placement) {
            keepConditions(options.input, *placement);
        }
        if (!placement && placement.error().code == core::ErrorCode::Cancelled) {
            return tl::unexpected<core::Error>(placement.error());
        }
        Outcome outcome{std::string(scheduler->name()), std::nullopt, {}};
        if (placement) {
            outcome.placement = std::move(*placement);
        } else {
            outcome.failure = placement.error().message;
        }
        outcomes.push_back(std::move(outcome));
    }
    if (options.json) {
        HSCOPE_TRY(printJson(toJson(outcomes)));
    } else {
        HSCOPE_TRY(print(toText(problem, outcomes, options.run.timing)));
    }
    const bool any = std::ranges::any_of(outcomes, [](const Outcome& outcome) {
        return outcome.placement && outcome.placement->feasible;
    });
    return any ? core::Result<void>()
               : core::failure(core::ErrorCode::InvalidArgument, "no scheduler found a schedule");
}

} // namespace

void addCompareCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "compare", "Runs all schedulers on one problem and compares the results");
    addSchedulingOptions(*command, options->input);
    command->add_option("--schedulers", options->schedulers, "Only these: " + schedulerNames())
        ->check(existingScheduler())
        ->delimiter(',');
    addScheduleRunOptions(*command, options->run);
    command->add_flag("--json", options->json, "Print the placement documents as JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
