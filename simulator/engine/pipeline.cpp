// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/pipeline.h"

#include "simulator/engine/blocking_line.h"
#include "simulator/engine/overlapped_line.h"

#include <string>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

/// Stages and NICs are numbered in 16 bits, microbatches in 48.
constexpr std::size_t kMostStages = 30'000;
constexpr std::int64_t kMostMicrobatches = std::int64_t{1} << 47;
/// Some 90 bytes each, with the split of their time.
constexpr std::int64_t kMostReplicas = 4'000'000;

Duration transferOf(const Pipeline& pipeline, std::size_t stage)
{
    return stage + 1 < pipeline.stages.size() ? pipeline.stages[stage].transfer.value_or(Duration{})
                                              : Duration{};
}

/// Everything that takes turns, with its time for one microbatch.
std::vector<Occupancy> partsOf(const Pipeline& pipeline)
{
    std::vector<Occupancy> parts;
    Duration received{};
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage& stage = pipeline.stages[i];
        const Duration sent = transferOf(pipeline, i);
        if (pipeline.transfers == TransferMode::Blocking) {
            parts.push_back({stage.replicas, received + stage.service + sent});
            received = sent;
        } else {
            parts.push_back({stage.replicas, stage.service});
            parts.push_back({stage.replicas, sent});
        }
    }
    return parts;
}

/// Exact: compares whole quotients, then what remains of them.
bool isSlower(const Occupancy& a, const Occupancy& b)
{
    const std::int64_t left = a.held.count() / a.replicas;
    const std::int64_t right = b.held.count() / b.replicas;
    return left != right ? left > right
                         : a.held.count() % a.replicas * b.replicas >
                               b.held.count() % b.replicas * a.replicas;
}

core::Result<void> checkStages(const Pipeline& pipeline)
{
    if (pipeline.stages.empty() || pipeline.microbatches < 0) {
        return failure(ErrorCode::InvalidArgument,
                       "a pipeline needs a stage and no negative number of microbatches");
    }
    if (pipeline.stages.size() > kMostStages || pipeline.microbatches > kMostMicrobatches) {
        return failure(ErrorCode::Exhausted, "more than " + std::to_string(kMostStages) +
                                                 " stages or " + std::to_string(kMostMicrobatches) +
                                                 " microbatches cannot be simulated");
    }
    std::int64_t replicas = 0;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage& stage = pipeline.stages[i];
        const Duration longest = std::max(stage.service, transferOf(pipeline, i));
        if (stage.replicas < 1 || stage.service < Duration{} ||
            stage.transfer.value_or(Duration{}) < Duration{}) {
            return failure(ErrorCode::InvalidArgument,
                           "stage " + std::to_string(i) + " has no replica or a negative time");
        }
        if (longest > kLongestSpan / 3) {
            return failure(ErrorCode::Exhausted, "a microbatch takes longer than the clock reaches "
                                                 "in stage " +
                                                     std::to_string(i));
        }
        if (stage.replicas > kMostReplicas - replicas) {
            return failure(ErrorCode::Exhausted, "more than " + std::to_string(kMostReplicas) +
                                                     " devices cannot be simulated");
        }
        replicas += stage.replicas;
    }
    return {};
}

/// The time at which the last microbatch ends is at most the fill plus the slowest part's period
/// for each further one.
core::Result<void> checkSpan(const Pipeline& pipeline)
{
    double bound = 0;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        bound +=
            static_cast<double>((pipeline.stages[i].service + transferOf(pipeline, i)).count());
    }
    const Occupancy slowest = slowestPart(pipeline);
    bound += static_cast<double>(slowest.held.count()) / static_cast<double>(slowest.replicas) *
             static_cast<double>(pipeline.microbatches);
    if (bound >= static_cast<double>(kLongestSpan.count())) {
        return failure(ErrorCode::Exhausted,
                       "the simulated time exceeds 146 years; simulate fewer microbatches");
    }
    return {};
}

template <typename Line>
core::Result<PipelineRun> runLine(const Pipeline& pipeline, const PipelineObservers& observers,
                                  core::ProgressSink& progress, const std::stop_token& stop)
{
    Simulation simulation;
    Line line(pipeline, simulation, observers);
    line.start();
    HSCOPE_TRY(simulation.run(line.activityCount(), progress, stop));
    return PipelineRun{simulation.now(), simulation.eventCount()};
}

} // namespace

Occupancy slowestPart(const Pipeline& pipeline)
{
    const std::vector<Occupancy> parts = partsOf(pipeline);
    Occupancy slowest = parts.front();
    for (const Occupancy& part : parts) {
        slowest = isSlower(part, slowest) ? part : slowest;
    }
    return slowest;
}

core::Result<void> checkPipeline(const Pipeline& pipeline)
{
    HSCOPE_TRY(checkStages(pipeline));
    return checkSpan(pipeline);
}

core::Result<PipelineRun> simulatePipeline(const Pipeline& pipeline,
                                           const PipelineObservers& observers,
                                           core::ProgressSink& progress,
                                           const std::stop_token& stop)
{
    HSCOPE_TRY(checkPipeline(pipeline));
    return pipeline.transfers == TransferMode::Blocking
               ? runLine<BlockingLine>(pipeline, observers, progress, stop)
               : runLine<OverlappedLine>(pipeline, observers, progress, stop);
}

} // namespace hscope::sim
