// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"
#include "simulator/model/provisioning.h"
#include "simulator/sched/scheduler_registry.h"

#include <optional>
#include <string>

namespace hscope::cli {

/// The options of all commands that are about a workload on a cluster.
struct SchedulingOptions
{
    std::string workload;
    std::string cluster;
    std::optional<double> throughputLimit; ///< Instead of the workload's.
    std::optional<bool> chargeBoundaryTraffic;
};

void addSchedulingOptions(CLI::App& command, SchedulingOptions& options);

/// Reads both documents, bundled ones by name, and applies what the options override.
[[nodiscard]] core::Result<sim::Workload> readWorkload(const SchedulingOptions& options);
[[nodiscard]] core::Result<sim::Cluster> readCluster(const SchedulingOptions& options);
[[nodiscard]] core::Result<sim::Problem> readProblem(const SchedulingOptions& options);

/// Notes in a placement under which options it was made, so that other commands read it under the
/// same.
void keepConditions(const SchedulingOptions& options, sim::Placement& placement);

/// The options, and where they leave it to the workload, what the placement was made for.
[[nodiscard]] SchedulingOptions withConditionsOf(const sim::Placement& placement,
                                                 SchedulingOptions options);

/// A placement with the schedule it describes, checked against the problem. Errors: as
/// checkedStages() and readProblem().
struct PlacedSchedule
{
    sim::Problem problem;
    sim::Placement placement;
    sim::Schedule schedule;
};

[[nodiscard]] core::Result<PlacedSchedule> readPlacedSchedule(const SchedulingOptions& options,
                                                              const std::string& path);

/// All schedulers, with the policies that lie beside this program.
[[nodiscard]] sim::SchedulerRegistry availableSchedulers();

/// "0-3 cpu-core x36, 4-15 v100 x4": the stages for people.
[[nodiscard]] std::string stagesText(const sim::Placement& placement);

/// "12.34 us": seconds with an adaptive unit and four digits.
[[nodiscard]] std::string formatSeconds(double seconds);

} // namespace hscope::cli
