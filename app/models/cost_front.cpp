// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/cost_front.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr double kFromFloor = 0.4; ///< Where the front begins, as a part of the floor.
constexpr double kToFloor = 4.0;
constexpr double kMostSteps = 40;
constexpr double kLeastSteps = 12;
/// Layers^2 types of a problem so small that all steps take no time worth speaking of.
constexpr double kSmallProblem = 16.0 * 16.0 * 16.0;
constexpr double kJustAbove = 1 + 1e-9;

/// Fewer where each schedule takes longer, so that the front follows a change in an instant.
double stepsFor(const ScheduleScenario& scenario)
{
    const auto layers = static_cast<double>(scenario.workload->layers.size());
    const auto types = static_cast<double>(scenario.cluster->resourceTypes.size());
    return std::clamp(kMostSteps * kSmallProblem / (layers * layers * types), kLeastSteps,
                      kMostSteps);
}

} // namespace

std::vector<FrontPoint> costFront(const ScheduleScenario& scenario,
                                  const sim::SchedulerRegistry& registry,
                                  const std::stop_token& stop)
{
    const auto exact = registry.find("exact");
    if (!exact || scenario.isEmpty()) {
        return {};
    }
    std::vector<FrontPoint> front;
    sim::NullSchedulerObserver observer;
    double floor = scenario.floor * kFromFloor;
    double last = scenario.floor * kToFloor;
    const double steps = stepsFor(scenario);
    while (!stop.stop_requested()) {
        sim::Workload workload = *scenario.workload;
        workload.throughputLimit = floor;
        workload.chargeBoundaryTraffic = scenario.chargesBoundary;
        const auto problem = sim::Problem::create(std::move(workload), *scenario.cluster);
        if (!problem) {
            return front;
        }
        const auto placement =
            (*exact)->run({.problem = *problem, .stop = stop, .observer = observer});
        if (!placement || !placement->feasible || !placement->throughput || !placement->costUsd) {
            return stop.stop_requested() ? std::vector<FrontPoint>() : front;
        }
        front.push_back({*placement->throughput, *placement->costUsd});
        if (last <= 0) {
            last = *placement->throughput * kToFloor / kFromFloor;
        }
        const double step = last * (1 - kFromFloor / kToFloor) / steps;
        floor = std::max(*placement->throughput * kJustAbove, floor + step);
        if (floor > last) {
            return front;
        }
    }
    return {};
}

} // namespace hscope::app
