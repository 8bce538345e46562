// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/pipeline.h"
#include "simulator/engine/simulation.h"

#include <vector>

namespace hscope::sim {

/// A pipeline whose transfers hold sender and receiver.
///
///   sender    [service ][meets][transfer]              [next service ]
///   receiver  [before    ]     [transfer][service    ]
///
/// A replica offers its microbatch and waits until the receiver is free and that microbatch's turn
/// has come; so there are no queues, and each replica has one microbatch at most.
class BlockingLine final : public EventTarget
{
public:
    BlockingLine(const Pipeline& pipeline, Simulation& simulation,
                 const PipelineObservers& observers);

    /// Schedules the first events.
    void start();

    /// Services and transfers in all.
    [[nodiscard]] std::uint64_t activityCount() const
    {
        return (2 * m_stages.size() - 1) * static_cast<std::uint64_t>(m_microbatches);
    }

    /// The service of a replica, or the transfer that it sends, has ended.
    void happen(std::uint64_t subject) override;

private:
    enum class State
    {
        Free,
        Serving,
        Offering, ///< Done, and waits for the receiver.
        Sending,
        Receiving,
    };

    struct Stage
    {
        std::int64_t replicas = 1;
        Duration service{};
        Duration transfer{};
        std::size_t firstReplica = 0; ///< Index into m_replicas.
    };

    struct Replica
    {
        State state = State::Free;
        std::int64_t microbatch = 0; ///< Current one, or the next one to come.
        SimTime since;               ///< Start of the current service or of the transfer it sends.
    };

    [[nodiscard]] Replica& holderOf(std::size_t stage, std::int64_t microbatch);
    void schedule(std::size_t stage, const Replica& replica, Duration length);
    void serve(std::size_t stage, Replica& replica);
    void offer(std::size_t stage, Replica& replica);
    /// Starts the transfer of `microbatch` from `stage` to the next one if both sides are ready.
    void meet(std::size_t stage, std::int64_t microbatch);
    void endTransfer(std::size_t stage, Replica& sender);
    /// The replica has handed its microbatch on and looks for the next one.
    void release(std::size_t stage, Replica& replica);

    [[nodiscard]] Activity activityOf(ActivityKind kind, std::size_t stage,
                                      const Replica& replica) const
    {
        return {kind, stage, replica.microbatch % m_stages[stage].replicas, replica.microbatch,
                replica.since};
    }

    Simulation& m_simulation;
    const PipelineObservers& m_observers;
    std::int64_t m_microbatches;
    std::vector<Stage> m_stages;
    std::vector<Replica> m_replicas;
};

} // namespace hscope::sim
