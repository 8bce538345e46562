// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/plan_value.h"

#include <limits>

namespace hscope::sim {

PlanValue valueOf(const Problem& problem, std::span<const std::size_t> plan)
{
    if (const std::optional<Schedule> schedule = provision(problem, plan)) {
        return {false, schedule->costUsd};
    }
    return {true, shortestPeriod(problem, plan).value_or(std::numeric_limits<double>::infinity())};
}

TypePlan bestSingleTypePlan(const Problem& problem)
{
    TypePlan best;
    PlanValue bestValue;
    for (std::size_t type = 0; type < problem.typeCount(); ++type) {
        TypePlan plan(problem.layerCount(), type);
        for (std::size_t layer = 0; layer < plan.size(); ++layer) {
            while (!problem.canRun(layer, plan[layer])) {
                plan[layer] = (plan[layer] + 1) % problem.typeCount();
            }
        }
        const PlanValue value = valueOf(problem, plan);
        if (best.empty() || value < bestValue) {
            best = std::move(plan);
            bestValue = value;
        }
    }
    return best;
}

} // namespace hscope::sim
