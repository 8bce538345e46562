// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/correction/measured_span.h"
#include "core/correction/overhead_model.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hscope::core {

/// Runs of a program with a part of the recorder's events switched on. Each configuration records
/// what the one before it does, and one group more; the first records only marks.
struct CalibrationConfiguration
{
    std::string name;   ///< What it adds; `uninstrumented` for the first.
    std::string groups; ///< Value of HSCOPE_RECORD_ONLY.
    /// The kinds whose costs the difference to the configuration before gives: how they relate to
    /// each other is what the recorder measured. None for the first, and for what is too little to
    /// measure so.
    std::vector<OverheadKind> measures;

    friend bool operator==(const CalibrationConfiguration&,
                           const CalibrationConfiguration&) = default;
};

/// One run in one configuration.
struct CalibrationRun
{
    std::size_t configuration = 0;
    std::size_t repetition = 0;
    std::int64_t spanNs = 0; ///< Of the measured part of the program.
    EventCounts events{};
    std::vector<ApiTime> apis{}; ///< Time in each function of a GPU's runtime.
};

/// The configurations that a program needs, from a first run with everything on: marks alone, one
/// more for each group whose events are expected to take a share of the time worth measuring, and
/// in the last one all others, whose costs stay what the recorder measured itself.
[[nodiscard]] std::vector<CalibrationConfiguration> planCalibration(const CalibrationRun& pilot,
                                                                    const OverheadModel& recorded);

/// By how much runs that should do the same differ in what was recorded.
struct CountSpread
{
    double share = 0; ///< Greatest difference of a kind's numbers, relative to the greatest number.
    OverheadKind kind = OverheadKind::Scope;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
};

/// Kinds of which there are few beside the others are passed over: what they cost does not matter.
[[nodiscard]] CountSpread spreadOf(std::span<const EventCounts> runs);

struct CalibrationEstimate
{
    OverheadModel model;
    std::size_t repetitions = 0;        ///< Whole ones that were used.
    std::size_t dropped = 0;            ///< Whole ones with a run far from the others of its kind.
    double baseNs = 0;                  ///< Mean span without recording.
    double overheadNs = 0;              ///< Mean of what all recording adds.
    double halfWidthNs = 0;             ///< Of the 95% interval of overheadNs.
    CountSpread spread;                 ///< Of the configuration whose runs differ most.
    std::vector<OverheadKind> negative; ///< Kinds whose estimate was below zero and is zero now.
};

/// Costs from differences of run times (delta calibration; facts on RL-Scope, 4.1 and 4.3):
///
///   cost = (span with the group - span without it - the others' share) / number of its events
///
/// once per repetition, so that slow drift of the machine cancels. What CUPTI adds to calls is the
/// difference of averages instead (facts on RL-Scope, 4.2): for each function
///
///   cost = mean length of its calls while work is reported - mean length without
///
/// and over all functions, weighted by their calls. The recorder's own measurement gives the part
/// that lies inside a slice, and by how much kinds of one group differ. `recorded`: that
/// measurement, also for kinds that are not switched. Errors: InvalidArgument if fewer than two
/// repetitions are whole.
[[nodiscard]] Result<CalibrationEstimate>
estimateCosts(const std::vector<CalibrationConfiguration>& configurations,
              const std::vector<CalibrationRun>& runs, const OverheadModel& recorded);

} // namespace hscope::core
