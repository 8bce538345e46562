// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_looks.h"
#include "core/base/time_range.h"
#include "simulator/io/simulation_slices.h"

#include <array>
#include <optional>
#include <vector>

namespace hscope::app {

struct ScheduleReplay;

/// What is compared of two slices.
enum class ChangeMeasure
{
    Completion, ///< When they end: later or earlier.
    Duration    ///< How long they take: slower or faster.
};

/// What the slices of a replica's track stand for, in their order. From the ids that the simulation
/// gave them; of a trace that was read from a file, whose slices carry no ids, from the rule that
/// microbatch m runs on replica m mod k.
[[nodiscard]] std::vector<sim::SliceKey> keysOfTrack(const ScheduleReplay& replay,
                                                     std::size_t stage, std::size_t replica);

/// When everything of a simulated schedule happens, by what it is: layers, microbatch and activity.
/// (The replica follows from the microbatch; the passes forward and backward are one.)
///
/// Cost: O(slices) once, O(stages) per question.
class ScheduleTimes
{
public:
    explicit ScheduleTimes(const ScheduleReplay& replay);

    /// The stage with exactly the layers of `stage`, if there is one. Its type may be another.
    [[nodiscard]] std::optional<std::size_t> partnerOf(const sim::PlacedStage& stage) const;

    [[nodiscard]] std::optional<core::TimeRange> find(const sim::SliceKey& key) const;

    /// How a slice of `range` differs from the one with `key` here.
    [[nodiscard]] SliceChange changeOf(const sim::SliceKey& key, core::TimeRange range,
                                       ChangeMeasure measure, core::Duration threshold) const;

    /// Microbatches that have left the last stage.
    [[nodiscard]] std::int64_t completed() const;
    /// When the first `microbatches` had left it, since the start of the trace; zero for none.
    [[nodiscard]] core::Duration completionOf(std::int64_t microbatches) const;

private:
    using ByMicrobatch = std::vector<std::optional<core::TimeRange>>;

    std::vector<sim::PlacedStage> m_stages;
    std::vector<std::array<ByMicrobatch, 4>> m_times; ///< By stage, then activity.
    core::TraceTime m_start;
};

} // namespace hscope::app
