// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/local_search.h"

#include "simulator/sched/random_plan.h"

#include <utility>

namespace hscope::sim {

namespace {

/// A change of one layer.
using Flip = std::pair<std::size_t, std::size_t>;

std::vector<Flip> shuffledFlips(RandomPlans& random, std::size_t layers)
{
    std::vector<Flip> flips;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        for (const std::size_t type : random.typesOf(layer)) {
            flips.emplace_back(layer, type);
        }
    }
    for (std::size_t i = flips.size(); i > 1; --i) {
        std::swap(flips[i - 1], flips[random.random().below(i)]);
    }
    return flips;
}

void descend(TypePlan plan, RandomPlans& random, PlanJudge& judge, SearchBudget& budget)
{
    const auto judged = [&] {
        budget.count();
        return judge.judge(plan);
    };
    double reward = judged();
    for (bool better = true; better && !budget.isSpent();) {
        better = false;
        for (const auto& [layer, type] : shuffledFlips(random, plan.size())) {
            if (type == plan[layer]) {
                continue;
            }
            if (budget.isSpent()) {
                return;
            }
            const std::size_t before = std::exchange(plan[layer], type);
            const double changed = judged();
            if (changed > reward) {
                reward = changed;
                better = true;
            } else {
                plan[layer] = before;
            }
        }
    }
}

} // namespace

void searchLocally(const Problem& problem, PlanJudge& judge, std::uint64_t seed,
                   SearchBudget& budget)
{
    RandomPlans random(problem, seed);
    for (TypePlan start = cheapestTypes(problem); !budget.isSpent(); start = random.next()) {
        descend(start, random, judge, budget);
    }
}

core::Result<Placement> LocalSearchScheduler::run(const SchedulerRequest& request) const
{
    PlanJudge judge(request.problem);
    SearchBudget budget(request);
    searchLocally(request.problem, judge, request.seed, budget);
    return searchResult(request, name(), judge);
}

} // namespace hscope::sim
