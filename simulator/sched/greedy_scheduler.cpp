// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/greedy_scheduler.h"

#include "simulator/sched/placement_builder.h"
#include "simulator/sched/plan_value.h"

namespace hscope::sim {

core::Result<Placement> GreedyScheduler::run(const SchedulerRequest& request) const
{
    const Problem& problem = request.problem;
    TypePlan plan = bestSingleTypePlan(problem);
    PlanValue value = valueOf(problem, plan);
    auto evaluations = static_cast<std::int64_t>(problem.typeCount()) + 1;
    for (std::size_t layer = 0; layer < plan.size(); ++layer) {
        const std::size_t before = plan[layer];
        std::size_t best = before;
        for (std::size_t type = 0; type < problem.typeCount(); ++type) {
            if (type == before || !problem.canRun(layer, type)) {
                continue;
            }
            if (request.stop.stop_requested()) {
                return core::failure(core::ErrorCode::Cancelled, "greedy was stopped");
            }
            plan[layer] = type;
            ++evaluations;
            const PlanValue changed = valueOf(problem, plan);
            if (changed < value) {
                value = changed;
                best = type;
            }
        }
        plan[layer] = best;
        request.observer.progressed(static_cast<std::int64_t>(layer) + 1,
                                    static_cast<std::int64_t>(plan.size()));
    }
    return placementOfPlan(request, name(), plan, evaluations);
}

} // namespace hscope::sim
