// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/correction/overhead_model.h"
#include "core/store/trace_store.h"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hscope::core {

/// How long something took in runs without and with recording.
struct TimedRuns
{
    /// In a recorded run.
    struct Recorded
    {
        double timeNs = 0;
        double correctedNs = 0;
        std::array<double, kOverheadKinds> removedNs{}; ///< By each kind alone.
        double dormantNs = 0; ///< Of what is removed: is in runs without recording, too.
    };

    std::vector<double> uninstrumentedNs; ///< With what dormant calls cost.
    std::vector<Recorded> recorded;
};

/// Runs with and without recording, to see how good a correction by one model is.
struct ValidationRuns
{
    TimedRuns span;                              ///< The measured part of the program.
    std::map<std::string, TimedRuns> operations; ///< By name: exclusive time, all processes.
    OverheadModel model; ///< Of the last run that was added; for its uncertainty.

    /// A run of which only marks were recorded.
    void addUninstrumented(const TraceStore& trace);

    /// A run of which operations were recorded, too, and nothing else: what they take without other
    /// recording. What their own marks cost is corrected by `costs`.
    void addOperations(const TraceStore& trace, const OverheadModel& costs);

    /// A run of which everything was recorded, corrected by `costs`. Errors: InvalidArgument if the
    /// model knows nothing of what it has.
    [[nodiscard]] Result<void> addRecorded(const TraceStore& trace, const OverheadModel& costs);
};

/// A share in percent with its 95% interval.
struct ShareInterval
{
    double percent = 0;
    double low = 0;
    double high = 0;

    [[nodiscard]] double halfWidth() const { return (high - low) / 2; }
};

struct CorrectionValidation
{
    std::size_t runs = 0;        ///< Recorded ones.
    double uninstrumentedNs = 0; ///< Means; this one without what dormant calls cost.
    double instrumentedNs = 0;
    double correctedNs = 0;
    ShareInterval bias;            ///< 100 (corrected - uninstrumented) / uninstrumented.
    ShareInterval uncorrectedBias; ///< The same without a correction.
    ShareInterval removed;         ///< 100 (recorded - corrected) / (recorded - uninstrumented).

    /// Whether the bias is known to two percent either way.
    [[nodiscard]] bool isConclusive() const { return bias.halfWidth() <= kWidest; }

    static constexpr double kWidest = 2;
};

/// Facts on RL-Scope, 4.5, with intervals: a bootstrap over the runs of both sorts and over the
/// repetitions of the calibration at once. Where there are as many runs of each sort, those with
/// the same number are drawn together: they came one after the other, when the machine was as fast.
/// There must be a run of each sort.
[[nodiscard]] CorrectionValidation validateCorrection(const TimedRuns& runs,
                                                      const OverheadModel& model);

} // namespace hscope::core
