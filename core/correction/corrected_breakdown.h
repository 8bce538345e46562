// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/breakdown.h"
#include "core/correction/overhead_layout.h"
#include "core/correction/overhead_model.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hscope::core {

/// How overhead is taken out.
enum class CorrectionMethod
{
    Occurrence, ///< Where it occurred, cut so that it never overlaps itself; see overhead_layout.h.
    RlScope,    ///< RL-Scope's rule (Gleeson et al., MLSys 2021; facts on RL-Scope, 4.4).
};

/// What one kind of overhead amounts to in a trace.
struct RemovedOverhead
{
    OverheadKind kind = OverheadKind::Scope;
    std::uint64_t events = 0;
    std::int64_t timeNs = 0; ///< Of wall time, summed over processes.
    std::int64_t lowNs = 0;  ///< 95% interval.
    std::int64_t highNs = 0;
};

/// Events whose cost the model does not know: their overhead is still in the times.
struct UnknownOverhead
{
    OverheadKind kind = OverheadKind::Scope;
    std::uint64_t events = 0;
};

/// An operation by itself, without asynchronous time, in all processes.
struct CorrectedOperation
{
    std::string operation;
    std::int64_t recordedNs = 0; ///< Without what the trace itself marks as overhead.
    std::int64_t correctedNs = 0;
    std::array<std::int64_t, kOverheadKinds> removedNs{}; ///< By each kind alone.
};

struct CorrectedBreakdown
{
    /// `wall` is still that of the trace; times are what they would be without recording. The rows
    /// of a process that are not asynchronous sum to wallNs: a process that would have ended
    /// earlier than another is idle then.
    Breakdown breakdown;
    std::int64_t wallNs = 0;
    std::int64_t wallLowNs = 0; ///< 95% interval of wallNs.
    std::int64_t wallHighNs = 0;
    std::vector<RemovedOverhead> removed; ///< Of the kinds that the model has and the trace, too.
    std::vector<UnknownOverhead> unknown;
    std::vector<CorrectedOperation> operations; ///< By name, with `(outside)`.
    std::uint64_t lostEvents = 0; ///< Not in the trace; what they cost is still in the times.
    std::int64_t clippedNs = 0;   ///< Overhead by the model that found no room where it occurred.
};

/// The breakdown without the time that recording added.
///
/// Where a thread only worked for the recorder, it counts as doing nothing; if nothing else runs in
/// the process at that time, the time is taken out, and if the GPU does, the GPU is alone. GPU time
/// is never shortened. Transitions are those of the trace.
///
/// The 95% interval of each time comes from a bootstrap over the repetitions of the calibration, or
/// from the intervals of the costs where there are no repetitions. The same input gives the same
/// intervals: the resampling is seeded with a constant.
///
/// Cost: one breakdown for each kind of overhead, and two. Errors: Cancelled.
[[nodiscard]] Result<CorrectedBreakdown>
computeCorrectedBreakdown(const TraceStore& trace, const OverheadModel& model,
                          Attribution attribution, CorrectionMethod method, ProgressSink& progress,
                          const std::stop_token& stop);

} // namespace hscope::core
