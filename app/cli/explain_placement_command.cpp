// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/scheduling_input.h"
#include "simulator/sched/explanation.h"

#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    SchedulingOptions input;
    std::string placement;
    bool json = false;
};

/// What the texts and the JSON are made of.
struct Explained
{
    const sim::Problem& problem;
    const sim::Schedule& schedule;
    const std::vector<sim::StageExplanation>& stages;

    [[nodiscard]] const std::string& typeId(std::size_t type) const
    {
        return problem.cluster().resourceTypes[type].id;
    }
};

std::string changeText(const Explained& explained, const sim::ChangedCost& change)
{
    return change.feasible
               ? fmt::format("{:+.4g} USD, period {}", change.costUsd - explained.schedule.costUsd,
                             formatSeconds(change.period))
               : "breaks the floor or a limit";
}

std::string moveText(const Explained& explained, const sim::LayerMove& move)
{
    const std::string layer =
        fmt::format("    layer {} ({}): ", move.layer,
                    printable(explained.problem.workload().layers[move.layer].name));
    if (!move.type) {
        return layer + "no other type can run it and meet the floor\n";
    }
    return layer + fmt::format("{} would make it {:+.4g} USD\n",
                               printable(explained.typeId(*move.type)),
                               move.costUsd - explained.schedule.costUsd);
}

std::string stageText(const Explained& explained, const sim::StageExplanation& stage)
{
    const sim::StageRange& range = stage.stage.range;
    std::string text = fmt::format(
        "layers {} to {} on {} x{}, {:.1f}% of the hourly cost\n", range.first, range.end - 1,
        printable(explained.typeId(range.type)), stage.stage.units, 100 * stage.shareOfCost);
    text += fmt::format("  time        {}: computation {}, communication {}\n",
                        formatSeconds(stage.time.execution()), formatSeconds(stage.time.compute),
                        formatSeconds(stage.time.communication));
    const double serial =
        stage.computeBinds() ? stage.terms.serialCompute : stage.terms.serialCommunication;
    text +=
        fmt::format("  binds       {}, of which {} cannot be shared among units\n",
                    stage.computeBinds() ? "computation" : "communication", formatSeconds(serial));
    text += stage.setsPeriod ? std::string("  slack       none: this stage sets the period\n")
                             : fmt::format("  slack       {}\n", formatSeconds(stage.slack));
    text += "  one more    " + changeText(explained, stage.oneMoreUnit) + "\n";
    text +=
        "  one fewer   " +
        (stage.oneFewerUnit ? changeText(explained, *stage.oneFewerUnit) : "there is only one") +
        "\n";
    text += "  moving\n";
    for (const sim::LayerMove& move : stage.moves) {
        text += moveText(explained, move);
    }
    return text;
}

Json changeJson(const sim::ChangedCost& change)
{
    return {
        {"period_s", change.period}, {"cost_usd", change.costUsd}, {"feasible", change.feasible}};
}

Json stageJson(const Explained& explained, const sim::StageExplanation& stage)
{
    const sim::StageRange& range = stage.stage.range;
    Json json{
        {"first_layer", range.first},
        {"last_layer", range.end - 1},
        {"type", explained.typeId(range.type)},
        {"units", stage.stage.units},
        {"et_s", stage.time.execution()},
        {"compute_s", stage.time.compute},
        {"communication_s", stage.time.communication},
        {"binds", stage.computeBinds() ? "compute" : "communication"},
        {"serial_s",
         stage.computeBinds() ? stage.terms.serialCompute : stage.terms.serialCommunication},
        {"sets_period", stage.setsPeriod},
        {"slack_s", stage.slack},
        {"share_of_cost", stage.shareOfCost},
        {"one_more_unit", changeJson(stage.oneMoreUnit)},
        {"one_fewer_unit", stage.oneFewerUnit ? changeJson(*stage.oneFewerUnit) : Json(nullptr)},
        {"moves", Json::array()}};
    for (const sim::LayerMove& move : stage.moves) {
        json["moves"].push_back(
            {{"layer", move.layer},
             {"type", move.type ? Json(explained.typeId(*move.type)) : Json(nullptr)},
             {"cost_usd", move.type ? Json(move.costUsd) : Json(nullptr)}});
    }
    return json;
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const PlacedSchedule placed,
                      readPlacedSchedule(options.input, options.placement));
    const sim::Problem& problem = placed.problem;
    HSCOPE_TRY_ASSIGN(const auto stages, sim::explain(problem, placed.schedule, context.stop));
    const Explained explained{problem, placed.schedule, stages};
    const bool meetsFloor = placed.schedule.period <= problem.longestPeriod();
    if (options.json) {
        Json json{{"meets_throughput_limit", meetsFloor},
                  {"period_s", placed.schedule.period},
                  {"cost_usd", placed.schedule.costUsd},
                  {"stages", Json::array()}};
        for (const sim::StageExplanation& stage : stages) {
            json["stages"].push_back(stageJson(explained, stage));
        }
        return printJson(json);
    }
    std::string text =
        fmt::format("{:.6g} USD, period {}, {:.6g} samples/s{}\n", placed.schedule.costUsd,
                    formatSeconds(placed.schedule.period), 1 / placed.schedule.period,
                    meetsFloor ? "" : fmt::format(", below the floor of {:.6g}", problem.floor()));
    for (const sim::StageExplanation& stage : stages) {
        text += "\n" + stageText(explained, stage);
    }
    return print(text);
}

} // namespace

void addExplainPlacementCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "explain-placement",
        "Why each stage takes as long as it does, and what other choices would cost");
    addSchedulingOptions(*command, options->input);
    command->add_option("--placement", options->placement, "The placement document")->required();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
