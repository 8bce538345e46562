// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/local_search.h"

#include "simulator/sched/random_plan.h"

#include <utility>

namespace hscope::sim {

namespace {

/// Judges at most so many plans.
class Budget
{
public:
    Budget(PlanJudge& judge, std::int64_t plans, const std::stop_token& stop)
        : m_judge(judge)
        , m_left(plans)
        , m_stop(stop)
    {
    }

    [[nodiscard]] bool isSpent() const { return m_left <= 0 || m_stop.stop_requested(); }

    double judge(const TypePlan& plan)
    {
        --m_left;
        return m_judge.judge(plan);
    }

private:
    PlanJudge& m_judge;
    std::int64_t m_left;
    const std::stop_token& m_stop;
};

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

void descend(TypePlan plan, RandomPlans& random, Budget& budget)
{
    double reward = budget.judge(plan);
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
            const double changed = budget.judge(plan);
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

void searchLocally(const Problem& problem, PlanJudge& judge, std::int64_t plans, std::uint64_t seed,
                   const std::stop_token& stop)
{
    RandomPlans random(problem, seed);
    Budget budget(judge, plans, stop);
    for (TypePlan start = cheapestTypes(problem); !budget.isSpent(); start = random.next()) {
        descend(start, random, budget);
    }
}

core::Result<Placement> LocalSearchScheduler::run(const SchedulerRequest& request) const
{
    PlanJudge judge(request.problem);
    searchLocally(request.problem, judge, request.evaluations, request.seed, request.stop);
    return searchResult(request, name(), judge);
}

} // namespace hscope::sim
