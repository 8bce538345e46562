// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/simulation_plan.h"

#include "simulator/model/placement_fit.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

constexpr std::int64_t kLeastHorizon = 1'000;

core::Result<Duration> lengthOf(double seconds, std::size_t stage)
{
    const std::optional<Duration> length = wholeNanoseconds(seconds);
    if (!length) {
        return failure(ErrorCode::Exhausted, "a microbatch takes longer than 146 years in stage " +
                                                 std::to_string(stage));
    }
    return *length;
}

/// The stage's time per sample; with blocking transfers without its boundary traffic.
std::optional<StageTime> timeOf(const Problem& problem, const ProvisionedStage& stage,
                                TransferMode transfers)
{
    if (transfers == TransferMode::Overlapped) {
        return problem.stageTime(stage.range, stage.units);
    }
    std::optional<StageTerms> terms = problem.stageTerms(stage.range, stage.units);
    if (!terms) {
        return std::nullopt;
    }
    terms->sharedCommunication -= problem.boundarySeconds(stage.range.first, stage.range.type) +
                                  problem.boundarySeconds(stage.range.end, stage.range.type);
    // What is left of a difference of equal sums may be less than nothing.
    terms->sharedCommunication = std::max(terms->sharedCommunication, 0.0);
    return terms->at(static_cast<double>(stage.units));
}

core::Result<PipelineStage> pipelineStage(const Problem& problem, const SimulationPlan& plan,
                                          std::size_t index)
{
    const ProvisionedStage& stage = plan.stages[index];
    const std::optional<StageTime> time = timeOf(problem, stage, plan.options.transfers);
    if (!time) {
        return failure(ErrorCode::InvalidArgument, "stage " + std::to_string(index) +
                                                       " has no measured time for " +
                                                       std::to_string(stage.units) + " units");
    }
    const auto samples = static_cast<double>(plan.samplesPerMicrobatch);
    const double share = samples * static_cast<double>(stage.units);
    PipelineStage result;
    result.replicas = stage.units;
    HSCOPE_TRY_ASSIGN(result.service, lengthOf(share * time->execution(), index));
    HSCOPE_TRY_ASSIGN(const Duration compute, lengthOf(share * time->compute, index));
    result.exposedTransfer = result.service - std::min(compute, result.service);
    if (plan.options.transfers == TransferMode::Blocking && index + 1 < plan.stages.size()) {
        const std::size_t cut = stage.range.end;
        const double slower =
            std::max(problem.boundarySeconds(cut, stage.range.type),
                     problem.boundarySeconds(cut, plan.stages[index + 1].range.type));
        HSCOPE_TRY_ASSIGN(result.transfer, lengthOf(samples * slower, index));
    }
    return result;
}

/// One microbatch per replica, then enough to be steady, up to a whole round of the slowest stage.
std::int64_t defaultHorizon(const Pipeline& pipeline)
{
    std::int64_t fill = 0;
    std::int64_t most = 0;
    for (const PipelineStage& stage : pipeline.stages) {
        fill += stage.replicas;
        most = std::max(most, stage.replicas);
    }
    const std::int64_t least = fill + std::max(kLeastHorizon, 4 * most);
    const std::int64_t round = slowestPart(pipeline).replicas;
    return (least - 1 + round - 1) / round * round + 1;
}

core::Result<void> checkOptions(const SimulationOptions& options)
{
    if (options.semantics == Semantics::Network) {
        return failure(ErrorCode::Unsupported,
                       "network semantics cannot be simulated yet; analytic semantics takes "
                       "communication from the profiles");
    }
    if (options.microbatches && *options.microbatches < 1) {
        return failure(ErrorCode::InvalidArgument, "at least one microbatch must be simulated");
    }
    return {};
}

} // namespace

core::Result<SimulationPlan> planSimulation(const Problem& problem, const Placement& placement,
                                            const SimulationOptions& options)
{
    HSCOPE_TRY(checkOptions(options));
    const Workload& workload = problem.workload();
    if (workload.microbatches < 1 || workload.batchSize % workload.microbatches != 0) {
        return failure(ErrorCode::InvalidArgument,
                       "a batch of " + std::to_string(workload.batchSize) +
                           " samples cannot be divided into " +
                           std::to_string(workload.microbatches) + " equal microbatches");
    }
    SimulationPlan plan;
    plan.options = options;
    HSCOPE_TRY_ASSIGN(plan.stages, checkedStages(problem, placement));
    const std::optional<Schedule> schedule = costOf(problem, plan.stages);
    plan.analyticPeriodSeconds = schedule ? schedule->period : 0;
    plan.samplesPerMicrobatch = workload.batchSize / workload.microbatches;
    plan.trainingMicrobatches =
        std::max(1.0, std::ceil(workload.epochs * workload.samplesPerEpoch /
                                static_cast<double>(plan.samplesPerMicrobatch)));
    plan.pipeline.transfers = options.transfers;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        HSCOPE_TRY_ASSIGN(PipelineStage stage, pipelineStage(problem, plan, i));
        plan.pipeline.stages.push_back(stage);
    }
    const std::int64_t horizon = defaultHorizon(plan.pipeline);
    plan.pipeline.microbatches = options.microbatches.value_or(static_cast<std::int64_t>(
        std::min(plan.trainingMicrobatches, static_cast<double>(horizon))));
    HSCOPE_TRY(checkPipeline(plan.pipeline));
    return plan;
}

} // namespace hscope::sim
