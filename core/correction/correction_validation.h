// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/correction/overhead_model.h"
#include "core/store/trace_store.h"

#include <array>
#include <cstddef>
#include <vector>

namespace hscope::core {

/// What runs with and without recording gave, to see how good a correction is.
struct ValidationRuns
{
    /// A recorded run.
    struct Recorded
    {
        double spanNs = 0;
        double correctedNs = 0; ///< The same span on the corrected timeline.
        std::array<double, kOverheadKinds> removedNs{}; ///< By each kind alone.
    };

    std::vector<double> uninstrumentedNs; ///< Spans of runs without recording.
    std::vector<Recorded> recorded;
    OverheadModel model; ///< Of the last run that was added; for its uncertainty.

    /// Corrects a trace. Errors: InvalidArgument if the model knows nothing of what it has.
    [[nodiscard]] Result<void> add(const TraceStore& trace, const OverheadModel& model);
};

/// A share in percent with its 95% interval.
struct ShareInterval
{
    double percent = 0;
    double low = 0;
    double high = 0;
};

struct CorrectionValidation
{
    std::size_t runs = 0;        ///< Of each sort.
    double uninstrumentedNs = 0; ///< Means.
    double instrumentedNs = 0;
    double correctedNs = 0;
    ShareInterval bias;            ///< 100 (corrected - uninstrumented) / uninstrumented.
    ShareInterval uncorrectedBias; ///< The same without a correction.
    ShareInterval removed;         ///< 100 (recorded - corrected) / (recorded - uninstrumented).
};

/// Facts on RL-Scope, 4.5, with intervals: a bootstrap over the runs of both sorts and over the
/// repetitions of the calibration at once. There must be a run of each sort.
[[nodiscard]] CorrectionValidation validateCorrection(const ValidationRuns& runs);

} // namespace hscope::core
