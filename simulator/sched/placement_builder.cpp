// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/placement_builder.h"

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

core::Result<Schedule> scheduleOf(const Problem& problem, const Placement& placement)
{
    const auto wrong = [](std::string text) {
        return core::failure(core::ErrorCode::InvalidArgument, std::move(text));
    };
    if (!placement.feasible) {
        return wrong("the placement says that there is no feasible schedule");
    }
    if (placement.workload != problem.workload().name ||
        placement.cluster != problem.cluster().name) {
        return wrong(fmt::format("the placement is of workload {} on cluster {}, not of {} on {}",
                                 placement.workload, placement.cluster, problem.workload().name,
                                 problem.cluster().name));
    }
    std::vector<ProvisionedStage> stages;
    std::size_t next = 0;
    for (const PlacedStage& placed : placement.stages) {
        const std::string which = fmt::format("stage {} (layers {} to {})", stages.size(),
                                              placed.firstLayer, placed.lastLayer);
        if (placed.firstLayer != next || placed.lastLayer < placed.firstLayer ||
            placed.lastLayer >= problem.layerCount()) {
            return wrong(fmt::format("{} does not continue at layer {} of {}", which, next,
                                     problem.layerCount()));
        }
        const std::vector<ResourceType>& types = problem.cluster().resourceTypes;
        std::size_t type = 0;
        while (type < types.size() && types[type].id != placed.type) {
            ++type;
        }
        if (type == types.size()) {
            return wrong(fmt::format("{} is on {}, which cluster {} does not have", which,
                                     placed.type, placement.cluster));
        }
        if (!stages.empty() && stages.back().range.type == type) {
            return wrong(fmt::format(
                "{} is on the same type as the stage before it: they are one stage", which));
        }
        const StageRange range{placed.firstLayer, placed.lastLayer + 1, type};
        if (!problem.stageTime(range, placed.units)) {
            return wrong(
                fmt::format("{} cannot run on {} units of {}", which, placed.units, placed.type));
        }
        stages.push_back({range, placed.units});
        next = range.end;
    }
    if (next != problem.layerCount()) {
        return wrong(
            fmt::format("the placement ends before layer {} of {}", next, problem.layerCount()));
    }
    if (!withinLimits(problem, stages)) {
        return wrong(
            fmt::format("the placement needs more units than cluster {} has", placement.cluster));
    }
    return *costOf(problem, std::move(stages));
}

Placement placementOfPlan(const SchedulerRequest& request, std::string_view scheduler,
                          std::span<const std::size_t> plan, std::int64_t evaluations)
{
    if (const std::optional<Schedule> schedule = provision(request.problem, plan)) {
        return placementOf(request, scheduler, *schedule, evaluations);
    }
    const std::optional<double> shortest = shortestPeriod(request.problem, plan);
    const double limit = 1 / request.problem.longestPeriod();
    return infeasiblePlacement(
        request, scheduler,
        shortest
            ? fmt::format("this placement reaches {:.6g} samples/s at most, the floor is {:.6g}",
                          1 / *shortest, limit)
            : "the cluster has too few units for this placement",
        shortest, evaluations);
}

} // namespace hscope::sim
