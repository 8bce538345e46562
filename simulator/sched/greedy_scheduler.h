// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/scheduler.h"

namespace hscope::sim {

/// Layer by layer, the type with which the whole schedule costs least, all other layers as they
/// are.
///
/// It starts from the cheapest placement on one type. While no placement meets the throughput
/// floor, the one that comes closest to it is better.
class GreedyScheduler final : public Scheduler
{
public:
    [[nodiscard]] std::string_view name() const override { return "greedy"; }

    [[nodiscard]] std::string_view summary() const override
    {
        return "layer by layer, the cheapest type";
    }

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;
};

} // namespace hscope::sim
