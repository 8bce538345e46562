// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/simulation.h"

namespace hscope::sim {

namespace {

/// A few milliseconds of work.
constexpr std::uint64_t kEventsPerReport = 1 << 15;

} // namespace

core::Result<void> Simulation::run(std::uint64_t expectedEvents, core::ProgressSink& progress,
                                   const std::stop_token& stop)
{
    while (!m_queue.isEmpty()) {
        if (m_events % kEventsPerReport == 0) {
            if (stop.stop_requested()) {
                return core::failure(core::ErrorCode::Cancelled, "the simulation was cancelled");
            }
            progress.report("Simulating", m_events, expectedEvents);
        }
        const Event event = m_queue.take();
        HSCOPE_DCHECK(event.time >= m_now); // Time never runs backwards: schedule() refuses it.
        m_now = event.time;
        ++m_events;
        event.target->happen(event.subject);
    }
    return {};
}

} // namespace hscope::sim
