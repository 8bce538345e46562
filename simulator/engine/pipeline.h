// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "simulator/engine/pipeline_observer.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace hscope::sim {

/// A stage of a pipeline: equal replicas that take turns.
struct PipelineStage
{
    std::int64_t replicas = 1;
    Duration service{}; ///< A replica's time for one microbatch.
    /// The last part of `service`, in which communication goes on that no computation hides.
    Duration exposedTransfer{};
    /// Time for handing a microbatch on to the next stage; none: it is there at once. The last
    /// stage's is ignored.
    std::optional<Duration> transfer;

    bool operator==(const PipelineStage&) const = default;
};

enum class TransferMode
{
    Overlapped, ///< The replica's NIC transfers while the replica works on.
    Blocking,   ///< Sender and receiver are held, from when both are free; without a transfer time
                ///< they still meet.
};

/// An asynchronous pipeline, and how many microbatches run through it.
///
/// All microbatches are there at the start and run in order; microbatch m goes to replica m mod k
/// of each stage (round robin), queues are unlimited and first in, first out:
///
///   stage 0   replica 0 [0  ][2  ][4  ]
///             replica 1 [1  ][3  ][5  ]
///   stage 1   replica 0      [0 ][1 ][2 ]...
///
/// With overlapped transfers C_s(m) = max(C_{s-1}(m), C_s(m - k_s)) + t_s, a transfer being a
/// further stage with its sender's k. The last microbatch of M ends at
///
///   sum t_s + K(M - 1),   K(c) = max { sum n_s t_s : sum n_s k_s <= c }
///
/// With blocking transfers x_s after stage s the same holds with x_{s-1} + t_s + x_s in K, the time
/// for which a replica is held, and the sum of all t_s and x_s before it.
struct Pipeline
{
    std::vector<PipelineStage> stages;
    std::int64_t microbatches = 0;
    TransferMode transfers = TransferMode::Overlapped;

    bool operator==(const Pipeline&) const = default;
};

/// How long and with how many replicas a server takes: the period of a stage or of its NICs is
/// held / replicas.
struct Occupancy
{
    std::int64_t replicas = 1;
    Duration held{}; ///< One replica's time for one microbatch.

    bool operator==(const Occupancy&) const = default;
};

/// The slowest part of a pipeline, which its steady period depends on; of equally slow ones the
/// first.
[[nodiscard]] Occupancy slowestPart(const Pipeline& pipeline);

/// Whether a pipeline can be simulated.
///
/// Errors: InvalidArgument (no stage, no replica, a negative time), Exhausted (too many replicas,
/// or longer than the clock reaches).
[[nodiscard]] core::Result<void> checkPipeline(const Pipeline& pipeline);

/// How a simulation of a pipeline ended.
struct PipelineRun
{
    SimTime end; ///< When the last microbatch was completed.
    std::uint64_t events = 0;

    bool operator==(const PipelineRun&) const = default;
};

/// Simulates until all microbatches are completed.
///
/// Cost: O(log replicas) per service and transfer; memory for the replicas only.
/// Thread: any; no state is shared.
/// Errors: those of checkPipeline(), Cancelled.
[[nodiscard]] core::Result<PipelineRun> simulatePipeline(const Pipeline& pipeline,
                                                         const PipelineObservers& observers,
                                                         core::ProgressSink& progress,
                                                         const std::stop_token& stop);

} // namespace hscope::sim
