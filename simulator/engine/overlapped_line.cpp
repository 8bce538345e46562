// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/overlapped_line.h"

namespace hscope::sim {

namespace {

constexpr int kReplicaBits = 48;
constexpr std::uint64_t kReplicaMask = (std::uint64_t{1} << kReplicaBits) - 1;

} // namespace

OverlappedLine::OverlappedLine(const Pipeline& pipeline, Simulation& simulation,
                               const PipelineObservers& observers)
    : m_simulation(simulation)
    , m_observers(observers)
    , m_microbatches(pipeline.microbatches)
{
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage& stage = pipeline.stages[i];
        addStation({ActivityKind::Service, i, stage.replicas, stage.service});
        if (stage.transfer && i + 1 < pipeline.stages.size()) {
            addStation({ActivityKind::Transfer, i, stage.replicas, *stage.transfer});
        }
    }
}

void OverlappedLine::addStation(Station station)
{
    station.firstServer = m_servers.size();
    for (std::int64_t replica = 0; replica < station.replicas; ++replica) {
        m_servers.push_back({kSimStart, replica, 0, false});
    }
    m_stations.push_back(station);
}

void OverlappedLine::start()
{
    const std::int64_t replicas = m_stations.front().replicas;
    for (std::int64_t replica = 0; replica < std::min(replicas, m_microbatches); ++replica) {
        m_servers[static_cast<std::size_t>(replica)].waiting =
            (m_microbatches - replica - 1) / replicas + 1;
        begin(0, replica);
    }
}

void OverlappedLine::arrive(std::size_t station, std::int64_t microbatch)
{
    Station& next = m_stations[station];
    const std::int64_t replica = next.nextReplica;
    next.nextReplica = replica + 1 == next.replicas ? 0 : replica + 1;
    Server& server = m_servers[next.firstServer + static_cast<std::size_t>(replica)];
    HSCOPE_DCHECK(server.microbatch + server.waiting * next.replicas +
                      (server.busy ? next.replicas : 0) ==
                  microbatch);
    static_cast<void>(microbatch);
    ++server.waiting;
    if (!server.busy) {
        begin(station, replica);
    }
}

void OverlappedLine::begin(std::size_t station, std::int64_t replica)
{
    const Station& place = m_stations[station];
    Server& server = m_servers[place.firstServer + static_cast<std::size_t>(replica)];
    --server.waiting;
    server.busy = true;
    server.since = m_simulation.now();
    const auto priority = static_cast<EventPriority>(m_stations.size() - 1 - station);
    m_simulation.schedule(server.since + place.service, priority, *this,
                          (std::uint64_t{station} << kReplicaBits) |
                              static_cast<std::uint64_t>(replica));
    for (PipelineObserver* const observer : m_observers) {
        observer->activityStarted(activityOf(place, replica, server));
    }
}

void OverlappedLine::happen(std::uint64_t subject)
{
    const std::size_t station = subject >> kReplicaBits;
    const auto replica = static_cast<std::int64_t>(subject & kReplicaMask);
    const Station& place = m_stations[station];
    Server& server = m_servers[place.firstServer + static_cast<std::size_t>(replica)];
    const Activity ended = activityOf(place, replica, server);
    server.busy = false;
    server.microbatch += place.replicas;
    for (PipelineObserver* const observer : m_observers) {
        observer->activityEnded(ended, m_simulation.now());
    }
    if (server.waiting > 0) {
        begin(station, replica);
    }
    if (station + 1 < m_stations.size()) {
        arrive(station + 1, ended.microbatch);
        return;
    }
    for (PipelineObserver* const observer : m_observers) {
        observer->microbatchCompleted(ended.microbatch, m_simulation.now());
    }
}

} // namespace hscope::sim
