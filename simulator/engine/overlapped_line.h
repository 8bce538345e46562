// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/pipeline.h"
#include "simulator/engine/simulation.h"

#include <vector>

namespace hscope::sim {

/// A pipeline with overlapped transfers: a line of stations, each a stage or the NICs behind one.
///
/// Of events at one time those of later stations happen first. So microbatches reach each station
/// in their order, also those that come at one time: whoever ends there makes room before anybody
/// new arrives.
class OverlappedLine final : public EventTarget
{
public:
    OverlappedLine(const Pipeline& pipeline, Simulation& simulation,
                   const PipelineObservers& observers);

    /// Schedules the first events.
    void start();

    /// Services and transfers in all.
    [[nodiscard]] std::uint64_t activityCount() const
    {
        return m_stations.size() * static_cast<std::uint64_t>(m_microbatches);
    }

    /// The service or transfer of a server has ended.
    void happen(std::uint64_t subject) override;

private:
    struct Station
    {
        ActivityKind kind = ActivityKind::Service;
        std::size_t stage = 0;
        std::int64_t replicas = 1;
        Duration service{};
        std::size_t firstServer = 0;  ///< Index into m_servers.
        std::int64_t nextReplica = 0; ///< Whose turn the next microbatch is.
    };

    struct Server
    {
        SimTime since;               ///< Start of the current activity.
        std::int64_t microbatch = 0; ///< Current one, or the next one to come.
        std::int64_t waiting = 0;    ///< How many have arrived and not begun.
        bool busy = false;
    };

    void addStation(Station station);
    void arrive(std::size_t station, std::int64_t microbatch);
    void begin(std::size_t station, std::int64_t replica);

    [[nodiscard]] Activity activityOf(const Station& station, std::int64_t replica,
                                      const Server& server) const
    {
        return {station.kind, station.stage, replica, server.microbatch, server.since};
    }

    Simulation& m_simulation;
    const PipelineObservers& m_observers;
    std::int64_t m_microbatches;
    std::vector<Station> m_stations;
    std::vector<Server> m_servers;
};

} // namespace hscope::sim
