// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/blocking_line.h"

namespace hscope::sim {

namespace {

constexpr int kMicrobatchBits = 48;
constexpr std::uint64_t kMicrobatchMask = (std::uint64_t{1} << kMicrobatchBits) - 1;

} // namespace

BlockingLine::BlockingLine(const Pipeline& pipeline, Simulation& simulation,
                           const PipelineObservers& observers)
    : m_simulation(simulation)
    , m_observers(observers)
    , m_microbatches(pipeline.microbatches)
{
    for (const PipelineStage& stage : pipeline.stages) {
        m_stages.push_back({stage.replicas, stage.service, stage.transfer.value_or(Duration{}),
                            m_replicas.size()});
        for (std::int64_t replica = 0; replica < stage.replicas; ++replica) {
            m_replicas.push_back({State::Free, replica, kSimStart});
        }
    }
}

void BlockingLine::start()
{
    const Stage& first = m_stages.front();
    for (std::int64_t i = 0; i < std::min(first.replicas, m_microbatches); ++i) {
        serve(0, m_replicas[static_cast<std::size_t>(i)]);
    }
}

BlockingLine::Replica& BlockingLine::holderOf(std::size_t stage, std::int64_t microbatch)
{
    const Stage& place = m_stages[stage];
    return m_replicas[place.firstReplica + static_cast<std::size_t>(microbatch % place.replicas)];
}

void BlockingLine::schedule(std::size_t stage, const Replica& replica, Duration length)
{
    const auto priority = static_cast<EventPriority>(m_stages.size() - 1 - stage);
    m_simulation.schedule(m_simulation.now() + length, priority, *this,
                          (std::uint64_t{stage} << kMicrobatchBits) |
                              static_cast<std::uint64_t>(replica.microbatch));
}

void BlockingLine::serve(std::size_t stage, Replica& replica)
{
    replica.state = State::Serving;
    replica.since = m_simulation.now();
    schedule(stage, replica, m_stages[stage].service);
    for (PipelineObserver* const observer : m_observers) {
        observer->activityStarted(activityOf(ActivityKind::Service, stage, replica));
    }
}

void BlockingLine::happen(std::uint64_t subject)
{
    const std::size_t stage = subject >> kMicrobatchBits;
    Replica& replica = holderOf(stage, static_cast<std::int64_t>(subject & kMicrobatchMask));
    if (replica.state == State::Serving) {
        offer(stage, replica);
    } else {
        endTransfer(stage, replica);
    }
}

void BlockingLine::offer(std::size_t stage, Replica& replica)
{
    const Activity ended = activityOf(ActivityKind::Service, stage, replica);
    replica.state = State::Offering;
    for (PipelineObserver* const observer : m_observers) {
        observer->activityEnded(ended, m_simulation.now());
    }
    if (stage + 1 < m_stages.size()) {
        meet(stage, ended.microbatch);
        return;
    }
    for (PipelineObserver* const observer : m_observers) {
        observer->microbatchCompleted(ended.microbatch, m_simulation.now());
    }
    release(stage, replica);
}

void BlockingLine::meet(std::size_t stage, std::int64_t microbatch)
{
    Replica& sender = holderOf(stage, microbatch);
    Replica& receiver = holderOf(stage + 1, microbatch);
    if (sender.state != State::Offering || sender.microbatch != microbatch ||
        receiver.state != State::Free || receiver.microbatch != microbatch) {
        return;
    }
    sender.state = State::Sending;
    sender.since = m_simulation.now();
    receiver.state = State::Receiving;
    schedule(stage, sender, m_stages[stage].transfer);
    for (PipelineObserver* const observer : m_observers) {
        observer->activityStarted(activityOf(ActivityKind::Transfer, stage, sender));
    }
}

void BlockingLine::endTransfer(std::size_t stage, Replica& sender)
{
    const Activity ended = activityOf(ActivityKind::Transfer, stage, sender);
    for (PipelineObserver* const observer : m_observers) {
        observer->activityEnded(ended, m_simulation.now());
    }
    serve(stage + 1, holderOf(stage + 1, ended.microbatch));
    release(stage, sender);
}

void BlockingLine::release(std::size_t stage, Replica& replica)
{
    replica.state = State::Free;
    replica.microbatch += m_stages[stage].replicas;
    if (replica.microbatch >= m_microbatches) {
        return;
    }
    if (stage == 0) {
        serve(stage, replica);
    } else {
        meet(stage - 1, replica.microbatch);
    }
}

} // namespace hscope::sim
