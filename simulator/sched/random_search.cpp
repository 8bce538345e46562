// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/random_search.h"

#include "simulator/sched/placement_builder.h"
#include "simulator/sched/random_plan.h"

namespace hscope::sim {

void searchRandomly(const Problem& problem, PlanJudge& judge, std::uint64_t seed,
                    SearchBudget& budget)
{
    RandomPlans random(problem, seed);
    for (; !budget.isSpent(); budget.count()) {
        judge.judge(random.next());
    }
}

core::Result<Placement> RandomScheduler::run(const SchedulerRequest& request) const
{
    PlanJudge judge(request.problem);
    SearchBudget budget(request);
    searchRandomly(request.problem, judge, request.seed, budget);
    return searchResult(request, name(), judge);
}

} // namespace hscope::sim
