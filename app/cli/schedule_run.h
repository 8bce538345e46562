// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"
#include "simulator/sched/scheduler.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hscope::cli {

/// How a scheduler is run.
struct ScheduleRunOptions
{
    std::int64_t seed = 0;
    std::int64_t evaluations = 16'000;
    std::optional<double> seconds; ///< A search or training ends after this wall time.
    bool train = false;            ///< A learning scheduler trains on the problem first.
    bool timing = false;           ///< Times go into the placement.
    std::string progress;          ///< "jsonl": lines of JSON on standard error.
};

void addScheduleRunOptions(CLI::App& command, ScheduleRunOptions& options);

/// Runs one scheduler, with progress on a terminal or as lines of JSON.
[[nodiscard]] core::Result<sim::Placement> runScheduler(const sim::Scheduler& scheduler,
                                                        const sim::Problem& problem,
                                                        const ScheduleRunOptions& options,
                                                        const Context& context);

/// "exact, greedy, ...": for help texts.
[[nodiscard]] std::string schedulerNames();

/// Refuses names of schedulers that there are not.
[[nodiscard]] CLI::Validator existingScheduler();

} // namespace hscope::cli
