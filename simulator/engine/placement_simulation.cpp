// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/placement_simulation.h"

#include "simulator/engine/period_meter.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace hscope::sim {

namespace {

constexpr double kSecondsPerHour = 3600;

/// Seconds for which devices are paid: whole billing steps. What exceeds a step by less than one
/// part in 10^12 does not start another.
double billedSeconds(const Cluster& cluster, double seconds)
{
    constexpr double kSlack = 1e-12;
    const double step = cluster.billingStepSeconds;
    return step > 0 ? std::ceil(seconds / step * (1 - kSlack)) * step : seconds;
}

double costOfSpan(const Problem& problem, const SimulationPlan& plan, double seconds)
{
    double usdPerHour = problem.cluster().fixedCostUsdPerHour;
    for (const ProvisionedStage& stage : plan.stages) {
        usdPerHour += problem.price(stage.range.type) * static_cast<double>(stage.units);
    }
    return billedSeconds(problem.cluster(), seconds) * usdPerHour / kSecondsPerHour;
}

/// The times of all devices of a stage are summed, which the clock must have room for.
core::Result<void> checkSums(const SimulationPlan& plan, Duration span)
{
    for (const ProvisionedStage& stage : plan.stages) {
        if (span.count() > kLongestSpan.count() / stage.units) {
            return core::failure(core::ErrorCode::Exhausted,
                                 "the times of " + std::to_string(stage.units) +
                                     " devices exceed 146 years in all; simulate fewer "
                                     "microbatches");
        }
    }
    return {};
}

} // namespace

core::Result<SimulationResult> simulate(const Problem& problem, const SimulationPlan& plan,
                                        const PipelineObservers& observers,
                                        core::ProgressSink& progress, const std::stop_token& stop)
{
    PeriodMeter meter(plan.pipeline);
    TimeSplitObserver split(plan.pipeline);
    PipelineObservers all = observers;
    all.push_back(&meter);
    all.push_back(&split);
    HSCOPE_TRY_ASSIGN(const PipelineRun run, simulatePipeline(plan.pipeline, all, progress, stop));

    SimulationResult result;
    result.events = run.events;
    result.simulatedMicrobatches = plan.pipeline.microbatches;
    result.simulatedSpan = sinceStart(run.end);
    result.fill = sinceStart(meter.first());
    result.bounds = pipelineBounds(plan.pipeline);
    result.analyticPeriodSeconds = plan.analyticPeriodSeconds;
    result.extrapolated = plan.isExtrapolated();
    result.makespanSeconds = toSeconds(result.simulatedSpan);
    if (const std::optional<Occupancy> measured = meter.measured()) {
        const double perMicrobatch =
            toSeconds(measured->held) / static_cast<double>(measured->replicas);
        const double period = perMicrobatch / static_cast<double>(plan.samplesPerMicrobatch);
        result.periodSeconds = period;
        result.throughput = period > 0 ? std::optional(1 / period) : std::nullopt;
        if (result.extrapolated) {
            const double left =
                plan.trainingMicrobatches - static_cast<double>(plan.pipeline.microbatches);
            result.makespanSeconds += left * perMicrobatch;
        }
    }
    // Whole nanoseconds per microbatch make the measured period a little longer than the analytic
    // one, which is therefore what counts unless transfers block.
    const double period = plan.options.transfers == TransferMode::Blocking
                              ? result.periodSeconds.value_or(plan.analyticPeriodSeconds)
                              : plan.analyticPeriodSeconds;
    result.meetsThroughputLimit = period <= problem.longestPeriod();
    result.costUsd = costOfSpan(problem, plan, result.makespanSeconds);
    HSCOPE_TRY(checkSums(plan, result.simulatedSpan));
    split.finish(run.end);
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        result.stages.push_back({split.stage(i), split.devices()[i]});
    }
    return result;
}

} // namespace hscope::sim
