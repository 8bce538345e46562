// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_looks.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/trace_store.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace hscope::app {

/// A simulated schedule: one process per stage, in order, and one track per replica.
struct ScheduleReplay
{
    QString scheduler;
    sim::Placement placement;
    std::shared_ptr<const core::TraceStore> store;
};

/// Simulates a schedule. Thread: any. Errors: those of sim::simulateToTrace().
[[nodiscard]] core::Result<ScheduleReplay> replaySchedule(const sim::Problem& problem,
                                                          const QString& scheduler,
                                                          const sim::Placement& placement,
                                                          const std::stop_token& stop);

/// Several replays as one trace with one time axis.
struct ComposedTimeline
{
    std::shared_ptr<const core::TraceStore> store;
    std::shared_ptr<const TimelineLooks> looks;
    core::Duration fill{}; ///< Until the last of the schedules has completed a microbatch.
};

/// One process per schedule, a track per stage, of which the first `replicas` replicas show as thin
/// rows. The captions name cost, period and fill, and from the second schedule on the difference to
/// the first. Cost: O(slices that show). Thread: any.
[[nodiscard]] ComposedTimeline composeTimeline(std::span<const ScheduleReplay> replays,
                                               const sim::Cluster& cluster, int replicas);

} // namespace hscope::app
