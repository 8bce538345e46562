// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/placement_builder.h"

#include <cmath>
#include <fmt/format.h>

namespace hscope::sim {

namespace {

Placement basics(const SchedulerRequest& request, std::string_view scheduler,
                 std::int64_t evaluations)
{
    Placement placement;
    placement.workload = request.problem.workload().name;
    placement.cluster = request.problem.cluster().name;
    placement.scheduler = scheduler;
    placement.seed = request.seed;
    placement.evaluations = evaluations;
    return placement;
}

} // namespace

Placement placementOf(const SchedulerRequest& request, std::string_view scheduler,
                      const Schedule& schedule, std::int64_t evaluations)
{
    Placement placement = basics(request, scheduler, evaluations);
    placement.feasible = true;
    for (const ProvisionedStage& stage : schedule.stages) {
        PlacedStage placed;
        placed.firstLayer = stage.range.first;
        placed.lastLayer = stage.range.end - 1;
        placed.type = request.problem.cluster().resourceTypes[stage.range.type].id;
        placed.units = stage.units;
        placement.stages.push_back(std::move(placed));
    }
    placement.periodSeconds = schedule.period;
    placement.throughput = 1 / schedule.period;
    placement.costUsd = schedule.costUsd;
    placement.lowerBoundUsd = 0;
    return placement;
}

Placement infeasiblePlacement(const SchedulerRequest& request, std::string_view scheduler,
                              std::string reason, std::optional<double> shortestPeriod,
                              std::int64_t evaluations)
{
    Placement placement = basics(request, scheduler, evaluations);
    placement.reason = std::move(reason);
    if (shortestPeriod) {
        placement.highestThroughput = 1 / *shortestPeriod;
    }
    return placement;
}

std::string meetsFloorText(const Problem& problem)
{
    return problem.floor() > 0 ? fmt::format("reaches {:.9g} samples/s", problem.floor())
                               : std::string("is possible");
}

std::string reachableText(double period)
{
    // Rounded down: whoever asks for the number that is written gets a schedule.
    constexpr double kDigits = 9;
    const double throughput = 1 / period;
    const double unit = std::pow(10.0, std::floor(std::log10(throughput)) + 1 - kDigits);
    return fmt::format("{:.9g}", std::floor(throughput / unit) * unit);
}

Placement placementOfPlan(const SchedulerRequest& request, std::string_view scheduler,
                          std::span<const std::size_t> plan, std::int64_t evaluations)
{
    if (const std::optional<Schedule> schedule = provision(request.problem, plan)) {
        return placementOf(request, scheduler, *schedule, evaluations);
    }
    const std::optional<double> shortest = shortestPeriod(request.problem, plan);
    return infeasiblePlacement(
        request, scheduler,
        shortest ? fmt::format("this placement reaches {} samples/s at most, the floor is {:.9g}",
                               reachableText(*shortest), request.problem.floor())
                 : "the cluster has too few units for this placement",
        shortest, evaluations);
}

} // namespace hscope::sim
