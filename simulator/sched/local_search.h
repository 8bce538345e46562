// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/plan_judge.h"
#include "simulator/sched/search_budget.h"

#include <cstdint>

namespace hscope::sim {

/// Changes the type of one layer at a time wherever that makes the plan better (by reward, so that
/// it finds its way out of infeasible plans too), in random order, until no such change is left;
/// then starts anew. The first start is each layer's cheapest type, all others are random.
///
/// Keeps the cheapest plan in `judge`. Repeated plans count too.
void searchLocally(const Problem& problem, PlanJudge& judge, std::uint64_t seed,
                   SearchBudget& budget);

/// searchLocally with the budget of the request.
class LocalSearchScheduler final : public Scheduler
{
public:
    [[nodiscard]] std::string_view name() const override { return "local-search"; }

    [[nodiscard]] std::string_view summary() const override
    {
        return "changes one layer at a time";
    }

    [[nodiscard]] bool usesSeed() const override { return true; }

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;
};

} // namespace hscope::sim
