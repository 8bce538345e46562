// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/argument_source.h"
#include "core/store/simulation_tables.h"
#include "core/store/trace_store.h"
#include "simulator/engine/placement_simulation.h"

#include <memory>
#include <string>

namespace hscope::sim {

/// A simulated placement and the trace of its simulated span.
struct SimulatedTrace
{
    SimulationResult result;
    std::shared_ptr<const core::TraceStore> store;
    std::shared_ptr<core::ArgumentSource> arguments; ///< Of the slices; calculated, never stored.
};

/// Simulates a placement and makes a trace of it that is like any other.
///
///   process  stage 0: layers 0-3 on v100         one per stage
///   track      v100 0  [stage 0: layers 0-3, microbatch 0][..., transfer]    one per replica
///              v100 1  [stage 0: layers 0-3, microbatch 1][..., transfer]
///   process  stage 1: layer 4 on cpu-core        a link leads here from each microbatch above
///   track      cpu-core 0           [stage 1: layer 4, microbatch 0]
///
/// Devices of kind cpu are threads with `backend` slices, others GPU streams with `gpu_kernel`
/// slices. The exposed transfer is a slice of its own behind the computation (`native` and
/// `collective`); a blocking transfer one on the sender's and one on the receiver's track. Batches
/// are iterations of the last stage's process, each from the end of the former one to its own;
/// those that end together are empty but for the first.
///
/// Arguments of a slice: stage, first_layer, last_layer, type, units, replica, microbatch (counts
/// from 0), activity (compute, exposed_transfer, send, receive), direction (`both`: the forward
/// and backward pass are one).
///
/// Cost: some 150 bytes per slice. Thread: any. Errors: those of planSimulation() and simulate(),
/// Exhausted (more slices than a trace should have).
[[nodiscard]] core::Result<SimulatedTrace> simulateToTrace(const Problem& problem,
                                                           const Placement& placement,
                                                           const SimulationOptions& options,
                                                           core::ProgressSink& progress,
                                                           const std::stop_token& stop);

/// How a trace was simulated, from what simulateToTrace() noted in it: the same options give the
/// same slices. Of a trace that says nothing, the defaults.
[[nodiscard]] SimulationOptions simulationOptionsOf(const core::TraceStore& trace);

/// The documents of a simulation as JSON text, as they were read; an empty one is written anew.
struct DocumentTexts
{
    std::string cluster;
    std::string workload;
    std::string placement;
};

/// What the database of a simulation holds besides the trace.
[[nodiscard]] core::SimulationTables simulationTables(const Problem& problem,
                                                      const Placement& placement,
                                                      const SimulationOptions& options,
                                                      const SimulationResult& result,
                                                      DocumentTexts texts);

} // namespace hscope::sim
