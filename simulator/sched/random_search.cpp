// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/random_search.h"

#include "simulator/sched/placement_builder.h"
#include "simulator/sched/random_plan.h"

namespace hscope::sim {

void searchRandomly(const Problem& problem, PlanJudge& judge, std::int64_t plans,
                    std::uint64_t seed, const std::stop_token& stop)
{
    RandomPlans random(problem, seed);
    for (std::int64_t i = 0; i < plans && !stop.stop_requested(); ++i) {
        judge.judge(random.next());
    }
}

core::Result<Placement> RandomScheduler::run(const SchedulerRequest& request) const
{
    PlanJudge judge(request.problem);
    searchRandomly(request.problem, judge, request.evaluations, request.seed, request.stop);
    return searchResult(request, name(), judge);
}

} // namespace hscope::sim
