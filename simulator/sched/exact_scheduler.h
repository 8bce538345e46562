// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/scheduler.h"

namespace hscope::sim {

/// The schedule of least cost, proven.
///
/// For each period x the least hourly weight W(x) is a shortest path (`LayeredSearch`; where limits
/// bind, `LimitedSearch`). W never falls as x falls, so every period of [best / (fixed + W(x)), x)
/// costs at least as much as the best schedule so far, and the search skips them. What it tried is
/// the certificate. The proof is in docs/SIMULATION.md.
///
/// Where the limits of many types bind at once the inner search may give up: the result is then the
/// best schedule found, with the least cost without limits as its lower bound, and not proven.
class ExactScheduler final : public Scheduler
{
public:
    [[nodiscard]] std::string_view name() const override { return "exact"; }

    [[nodiscard]] std::string_view summary() const override
    {
        return "least cost, with a certificate";
    }

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;
};

} // namespace hscope::sim
