// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/placement.h"
#include "simulator/model/provisioning.h"
#include "simulator/sched/scheduler.h"

#include <optional>
#include <string>

namespace hscope::sim {

/// The placement document of a schedule. The lower bound is 0 until somebody knows better.
[[nodiscard]] Placement placementOf(const SchedulerRequest& request, std::string_view scheduler,
                                    const Schedule& schedule, std::int64_t evaluations);

/// The placement document that says that there is none, and why. `shortestPeriod` is the shortest
/// that can be reached, in seconds per sample; none if not even that is possible.
[[nodiscard]] Placement infeasiblePlacement(const SchedulerRequest& request,
                                            std::string_view scheduler, std::string reason,
                                            std::optional<double> shortestPeriod,
                                            std::int64_t evaluations);

/// `reaches 50000 samples/s`, or `is possible` without a floor.
[[nodiscard]] std::string meetsFloorText(const Problem& problem);

/// Samples/s at `period`, rounded down to 9 digits, so that a floor of that number can be met.
[[nodiscard]] std::string reachableText(double period);

/// The result of a placement that was fixed beforehand: provisioned exactly, or why it cannot be.
[[nodiscard]] Placement placementOfPlan(const SchedulerRequest& request, std::string_view scheduler,
                                        std::span<const std::size_t> plan,
                                        std::int64_t evaluations);

} // namespace hscope::sim
