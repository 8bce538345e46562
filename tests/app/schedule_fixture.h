// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/models/schedule_entry.h"

#include <vector>

namespace hscope::test {

/// Xeon cores (limit 480, 0.04 USD/h) and V100 (limit 32, 2.42 USD/h).
[[nodiscard]] sim::Cluster paperCluster();

/// A click-through-rate model of 16 layers, at 50 000 samples/s, boundary traffic charged.
[[nodiscard]] sim::Workload heavyWorkload();

[[nodiscard]] app::ScheduleScenario heavyScenario();

/// A finished entry with that schedule.
[[nodiscard]] app::ScheduleEntry scheduleOf(const char* scheduler,
                                            std::vector<sim::PlacedStage> stages, double costUsd,
                                            double throughput);

[[nodiscard]] app::ScheduleEntry infeasibleEntry(const char* scheduler, double highestThroughput);

/// What four schedulers find for heavyScenario(): exact, greedy, gpu-only and, infeasible,
/// cpu-only.
[[nodiscard]] std::vector<app::ScheduleEntry> heavyEntries();

} // namespace hscope::test
