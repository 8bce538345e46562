// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown.h"

#include "core/analysis/breakdown_sweep.h"

#include <map>
#include <tuple>

namespace hscope::core {

namespace {

/// Processes that did something; one that only owns marker rows or a step's mark did not.
bool hasWork(const TraceStore& trace, ProcessId process)
{
    for (const TrackId id : trace.tracksOf(process)) {
        const Track& track = trace.track(id);
        const bool counts = track.kind == TrackKind::Thread || track.kind == TrackKind::GpuStream ||
                            track.kind == TrackKind::Operations;
        if (counts && track.sliceCount > 0) {
            return true;
        }
    }
    return false;
}

/// Adds up the rows of one process, from `first` on, whose phases have the same name. Phases keep
/// the order in which they begin.
void mergePhases(std::vector<BreakdownRow>& rows, std::size_t first)
{
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
    std::map<std::optional<StringId>, std::size_t> order;
    std::map<std::tuple<std::size_t, std::string, bool, CategorySet>, BreakdownRow> merged;
    for (auto row = begin; row != rows.end(); ++row) {
        const std::size_t phase = order.try_emplace(row->phase, order.size()).first->second;
        const auto [entry, isNew] =
            merged.try_emplace({phase, row->operation, row->asynchronous, row->categories}, *row);
        if (!isNew) {
            entry->second.timeNs += row->timeNs;
            entry->second.lowNs += row->lowNs;
            entry->second.highNs += row->highNs;
        }
    }
    rows.erase(begin, rows.end());
    for (auto& [key, row] : merged) {
        rows.push_back(std::move(row));
    }
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
        const std::size_t first = breakdown.rows.size();
        sweep.report(breakdown);
        if (!trace.phases().empty()) {
            mergePhases(breakdown.rows, first);
        }
    }
    return breakdown;
}

} // namespace hscope::core
