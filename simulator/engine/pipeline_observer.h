// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/sim_time.h"

#include <cstdint>
#include <vector>

namespace hscope::sim {

enum class ActivityKind
{
    Service,  ///< A stage's work on a microbatch.
    Transfer, ///< Of a microbatch to the next stage.
};

/// What a replica does with a microbatch. All counts are from 0.
struct Activity
{
    ActivityKind kind = ActivityKind::Service;
    std::size_t stage = 0;    ///< Of a transfer: the sender's.
    std::int64_t replica = 0; ///< Of a transfer: the sender. The receiver is the replica of the
                              ///< next stage whose turn the microbatch is.
    std::int64_t microbatch = 0;
    SimTime start;

    bool operator==(const Activity&) const = default;
};

/// Hears what has happened in a pipeline, after it has changed.
///
/// Calls come in the order of simulated time, on the simulation's thread.
class PipelineObserver
{
public:
    PipelineObserver() = default;
    PipelineObserver(const PipelineObserver&) = delete;
    PipelineObserver& operator=(const PipelineObserver&) = delete;
    virtual ~PipelineObserver() = default;

    virtual void activityStarted(const Activity& /*activity*/) {}

    virtual void activityEnded(const Activity& /*activity*/, SimTime /*end*/) {}

    /// A microbatch has left the last stage.
    virtual void microbatchCompleted(std::int64_t /*microbatch*/, SimTime /*end*/) {}
};

/// The observers of one simulation; none is owned.
using PipelineObservers = std::vector<PipelineObserver*>;

} // namespace hscope::sim
