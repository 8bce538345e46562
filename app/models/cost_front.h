// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_entry.h"
#include "simulator/sched/scheduler_registry.h"

#include <stop_token>
#include <vector>

namespace hscope::app {

/// The least cost for each throughput floor, by the scheduler `exact` at one floor after the other:
/// each next floor lies just above what the last schedule reaches, but at least a fortieth of the
/// range of interest further (a twelfth for large problems), so that there are at most some dozens.
///
/// Begins at two fifths of the scenario's floor, or where there is none at the cheapest schedule of
/// all, and ends at four times it. Empty without such a scheduler, or if it was stopped.
///
/// Thread: any.
[[nodiscard]] std::vector<FrontPoint> costFront(const ScheduleScenario& scenario,
                                                const sim::SchedulerRegistry& registry,
                                                const std::stop_token& stop);

} // namespace hscope::app
