// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/scheduler.h"

namespace hscope::sim {

/// Tries every placement, each provisioned exactly. Refuses more than `kMostPlans` and says how
/// many there are.
class BruteForceScheduler final : public Scheduler
{
public:
    static constexpr double kMostPlans = 5'000'000;

    [[nodiscard]] std::string_view name() const override { return "brute-force"; }

    [[nodiscard]] std::string_view summary() const override { return "every placement"; }

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;
};

} // namespace hscope::sim
