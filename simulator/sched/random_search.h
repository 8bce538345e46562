// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/plan_judge.h"
#include "simulator/sched/search_budget.h"

#include <cstdint>

namespace hscope::sim {

/// Draws plans, each layer's type uniformly from those that can run it, and keeps the cheapest in
/// `judge`. Repeated plans count too.
void searchRandomly(const Problem& problem, PlanJudge& judge, std::uint64_t seed,
                    SearchBudget& budget);

/// searchRandomly with the budget of the request: what any learning must beat.
class RandomScheduler final : public Scheduler
{
public:
    [[nodiscard]] std::string_view name() const override { return "random"; }

    [[nodiscard]] std::string_view summary() const override { return "best of random placements"; }

    [[nodiscard]] bool usesSeed() const override { return true; }

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;
};

} // namespace hscope::sim
