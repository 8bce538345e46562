// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/pipeline_bounds.h"
#include "simulator/engine/simulation_plan.h"
#include "simulator/engine/time_split.h"

#include <optional>
#include <vector>

namespace hscope::sim {

/// A stage over the simulated span.
struct StageUse
{
    TimeSplit split; ///< Of all its devices together.
    std::vector<DeviceTime> devices;

    bool operator==(const StageUse&) const = default;
};

/// What a simulated placement achieves.
struct SimulationResult
{
    double makespanSeconds = 0; ///< Of the whole training, or of the microbatches asked for.
    /// Seconds per sample in the steady state, measured at the last stage; none if there were too
    /// few microbatches for a round of the slowest stage's replicas.
    std::optional<double> periodSeconds;
    std::optional<double> throughput; ///< Samples/s in the steady state.
    double costUsd = 0;               ///< Of the makespan, in whole billing steps.
    std::uint64_t events = 0;
    bool extrapolated = false; ///< The end was calculated from the steady period.

    std::int64_t simulatedMicrobatches = 0;
    Duration simulatedSpan{}; ///< Until the last simulated microbatch was completed.
    Duration fill{};          ///< Until the first one was.
    PipelineBounds bounds;    ///< Of `fill` and `simulatedSpan`.
    double analyticPeriodSeconds = 0;
    bool meetsThroughputLimit = false; ///< By the measured period with blocking
                                       ///< transfers, else by the analytic one.
    std::vector<StageUse> stages;

    bool operator==(const SimulationResult&) const = default;
};

/// Simulates a plan; `observers` hear everything that happens.
///
/// Cost: O(microbatches x stages x log devices). Thread: any. Errors: as simulatePipeline().
[[nodiscard]] core::Result<SimulationResult>
simulate(const Problem& problem, const SimulationPlan& plan, const PipelineObservers& observers,
         core::ProgressSink& progress, const std::stop_token& stop);

} // namespace hscope::sim
