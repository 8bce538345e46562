// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown.h"

#include "core/analysis/breakdown_sweep.h"

namespace hscope::core {

namespace {

/// Processes that did something; one that only owns marker rows or a step's mark did not.
bool hasWork(const TraceStore& trace, ProcessId process)
{
    for (const Track& track : trace.tracks()) {
        const bool counts = track.kind == TrackKind::Thread || track.kind == TrackKind::GpuStream ||
                            track.kind == TrackKind::Operations;
        if (track.process == process && counts && track.sliceCount > 0) {
            return true;
        }
    }
    return false;
}

} // namespace

Result<Breakdown> computeBreakdown(const TraceStore& trace, Attribution attribution,
                                   ProgressSink& progress, std::stop_token stop)
{
    Breakdown breakdown;
    breakdown.attribution = attribution;
    breakdown.wall = trace.wallRange();
    for (std::uint32_t i = 0; i < trace.processes().size(); ++i) {
        if (!hasWork(trace, ProcessId(i))) {
            continue;
        }
        BreakdownSweep sweep(trace, ProcessId(i), attribution);
        if (!sweep.run(progress, stop)) {
            return failure(ErrorCode::Cancelled, "computing the breakdown was cancelled");
        }
        sweep.report(breakdown);
    }
    return breakdown;
}

} // namespace hscope::core
