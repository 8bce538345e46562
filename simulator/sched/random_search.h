// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/plan_judge.h"
#include "simulator/sched/scheduler.h"

#include <cstdint>
#include <stop_token>

namespace hscope::sim {

/// Draws plans, each layer's type uniformly from those that can run it, and keeps the cheapest in
/// `judge`. Stops after `plans` plans, repeated ones counted, or when asked to.
void searchRandomly(const Problem& problem, PlanJudge& judge, std::int64_t plans,
                    std::uint64_t seed, const std::stop_token& stop);

/// searchRandomly with the evaluations of the request: what any learning must beat.
class RandomScheduler final : public Scheduler
{
public:
    [[nodiscard]] std::string_view name() const override { return "random"; }

    [[nodiscard]] std::string_view summary() const override { return "best of random placements"; }

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;
};

} // namespace hscope::sim
