// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/random_plan.h"

#include "simulator/sched/placement_builder.h"

#include <string>

namespace hscope::sim {

RandomPlans::RandomPlans(const Problem& problem, std::uint64_t seed)
    : m_types(problem.layerCount())
    , m_random(seed)
{
    for (std::size_t layer = 0; layer < m_types.size(); ++layer) {
        for (std::size_t type = 0; type < problem.typeCount(); ++type) {
            if (problem.canRun(layer, type)) {
                m_types[layer].push_back(type);
            }
        }
    }
}

TypePlan RandomPlans::next()
{
    TypePlan plan;
    plan.reserve(m_types.size());
    for (const std::vector<std::size_t>& types : m_types) {
        plan.push_back(types[m_random.below(types.size())]);
    }
    return plan;
}

core::Result<Placement> searchResult(const SchedulerRequest& request, std::string_view scheduler,
                                     const PlanJudge& judge)
{
    if (request.stop.stop_requested()) {
        return core::failure(core::ErrorCode::Cancelled, "the search was cancelled");
    }
    if (!judge.best().empty()) {
        return placementOfPlan(request, scheduler, judge.best(), judge.evaluations());
    }
    return infeasiblePlacement(request, scheduler,
                               "no placement that was tried (" +
                                   std::to_string(judge.evaluations()) +
                                   ") meets the throughput floor within the limits",
                               std::nullopt, judge.evaluations());
}

} // namespace hscope::sim
