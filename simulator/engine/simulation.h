// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "simulator/engine/event_queue.h"

#include <stop_token>

namespace hscope::sim {

/// A discrete-event simulation: a clock and the events to come.
///
/// An ordinary object; any number may run in one process. What happens is up to the targets, which
/// schedule further events while they handle one:
///
///   struct Clock : EventTarget {
///       Simulation& simulation;
///       void happen(std::uint64_t tick) override {
///           simulation.schedule(simulation.now() + 1s, EventPriority{}, *this, tick + 1);
///       }
///   };
///
/// Thread: one.
class Simulation
{
public:
    Simulation() = default;
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;
    ~Simulation() = default;

    [[nodiscard]] SimTime now() const { return m_now; }

    /// How many events have happened.
    [[nodiscard]] std::uint64_t eventCount() const { return m_events; }

    /// Plans an event for `time`, which must not be over. `target` must outlive it.
    void schedule(SimTime time, EventPriority priority, EventTarget& target, std::uint64_t subject)
    {
        HSCOPE_DCHECK(time >= m_now);
        m_queue.add(time, priority, target, subject);
    }

    /// Lets all events happen, until none is left. `expectedEvents` is for the progress only.
    ///
    /// Errors: Cancelled.
    [[nodiscard]] core::Result<void> run(std::uint64_t expectedEvents, core::ProgressSink& progress,
                                         const std::stop_token& stop);

private:
    EventQueue m_queue;
    SimTime m_now = kSimStart;
    std::uint64_t m_events = 0;
};

} // namespace hscope::sim
