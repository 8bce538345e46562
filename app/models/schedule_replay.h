// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_changes.h"
#include "app/timeline/timeline_looks.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/trace_store.h"
#include "simulator/engine/placement_simulation.h"
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
    bool hasKeys = false; ///< SliceColumns::source is a SliceKey; not so in a trace from a file.
    std::optional<sim::SimulationResult> result; ///< None until it is simulated here.
    sim::SimulationOptions options;              ///< Of the result.
};

/// Simulates a schedule. A trace that is there already stays; it says with which options.
/// Thread: any. Errors: those of sim::simulateToTrace().
[[nodiscard]] core::Result<ScheduleReplay>
replaySchedule(const sim::Problem& problem, ScheduleReplay replay, const std::stop_token& stop);

/// `layers 0–2`, `layer 6`.
[[nodiscard]] QString layersText(const sim::PlacedStage& stage);

/// Whether a slice of a simulated schedule is communication.
[[nodiscard]] bool isTransfer(core::Category category);

/// What shows of several replays.
struct TimelineOptions
{
    int replicas = 3; ///< Of each stage.
    /// Each schedule's time is stretched so that what all of them have completed takes equally
    /// long.
    bool isNormalized = false;
    std::optional<ChangeMeasure> changes; ///< What differs from the first schedule; none: nothing.
    core::Duration threshold{};           ///< Differences below it do not count.

    friend bool operator==(const TimelineOptions&, const TimelineOptions&) = default;
};

/// Where a track of a composed timeline comes from.
struct ComposedTrack
{
    std::size_t replay = 0;
    std::size_t stage = 0;
    bool isOnlyThere = false; ///< It shows in another schedule's place.

    friend bool operator==(const ComposedTrack&, const ComposedTrack&) = default;
};

/// Several replays as one trace with one time axis.
struct ComposedTimeline
{
    std::shared_ptr<const core::TraceStore> store;
    std::shared_ptr<const TimelineLooks> looks;
    core::Duration fill{}; ///< Until the last of the schedules has completed a microbatch.
    std::vector<ComposedTrack> tracks; ///< By track.
    std::vector<double> factors;       ///< By replay: how much its time is stretched.
};

/// One process per schedule, a track per stage, of which the first replicas show as thin rows. The
/// captions name cost, period and fill, and from the second schedule on the difference to the
/// first. Marks show the bounds of sim::pipelineBounds(). With changes, a stage that only the first
/// schedule has gets a row of outlines in the others. Cost: O(slices that show), with changes or
/// normalised O(all slices). Thread: any.
[[nodiscard]] ComposedTimeline composeTimeline(std::span<const ScheduleReplay> replays,
                                               const sim::Cluster& cluster,
                                               const TimelineOptions& options);

} // namespace hscope::app
