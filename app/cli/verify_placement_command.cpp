// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/scheduling_input.h"
#include "simulator/io/documents.h"
#include "simulator/verify/placement_check.h"

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

std::string_view nameOf(sim::Optimality optimality)
{
    switch (optimality) {
    case sim::Optimality::NotClaimed:
        return "not_claimed";
    case sim::Optimality::NotCertified:
        return "not_certified";
    case sim::Optimality::Certified:
        return "certified";
    case sim::Optimality::Refuted:
        return "refuted";
    }
    return {};
}

std::string_view sentence(sim::Optimality optimality)
{
    switch (optimality) {
    case sim::Optimality::NotClaimed:
        return "not claimed";
    case sim::Optimality::NotCertified:
        return "claimed without a certificate, so not checked";
    case sim::Optimality::Certified:
        return "proven by the certificate";
    case sim::Optimality::Refuted:
        return "the certificate does not prove it";
    }
    return {};
}

core::Result<void> run(const Options& options, const Context& /*context*/)
{
    HSCOPE_TRY_ASSIGN(const sim::Placement placement, sim::readPlacement(options.placement));
    // As a problem, which says what is wrong with the documents themselves.
    HSCOPE_TRY_ASSIGN(const sim::Problem problem,
                      readProblem(withConditionsOf(placement, options.input)));
    const sim::PlacementCheck check =
        sim::checkPlacement(problem.workload(), problem.cluster(), placement);
    if (options.json) {
        Json json{{"holds", check.holds()},
                  {"optimality", nameOf(check.optimality)},
                  {"period_s", numberOrNull(check.periodSeconds)},
                  {"cost_usd", numberOrNull(check.costUsd)},
                  {"proven_bound_usd", numberOrNull(check.provenBoundUsd)},
                  {"problems", check.problems}};
        HSCOPE_TRY(printJson(json));
    } else if (check.holds()) {
        HSCOPE_TRY(print(
            fmt::format("the placement holds: {:.6g} USD at {:.6g} samples/s\noptimality  {}\n",
                        *check.costUsd, 1 / *check.periodSeconds, sentence(check.optimality))));
        const double bound = placement.lowerBoundUsd.value_or(0);
        if (bound > 0 && !placement.certificate) {
            HSCOPE_TRY(print(fmt::format(
                "lower bound {:.6g} USD, without a certificate, so not checked\n", bound)));
        }
    }
    if (check.holds()) {
        return {};
    }
    std::string problems;
    for (const std::string& sentence : check.problems) {
        problems += "\n  " + printable(sentence);
    }
    return core::failure(
        core::ErrorCode::InvalidArgument,
        fmt::format("{} does not hold:{}", printable(options.placement), problems));
}

} // namespace

void addVerifyPlacementCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "verify-placement", "Checks a placement and its certificate with arithmetic of its own");
    addSchedulingOptions(*command, options->input);
    command->add_option("--placement", options->placement, "The placement document")->required();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
