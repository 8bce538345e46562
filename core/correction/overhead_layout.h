// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"
#include "core/correction/overhead_model.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::core {

/// A stretch of a thread that recording took.
struct OverheadInterval
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    OverheadKind kind = OverheadKind::Scope;

    friend bool operator==(const OverheadInterval&, const OverheadInterval&) = default;
};

/// Where on one thread recording took time, and how much of what the model says found no room.
struct ThreadOverhead
{
    TrackId thread;
    std::vector<OverheadInterval> intervals; ///< Ascending, disjoint, none empty.
    std::int64_t clippedNs = 0;
};

/// Puts the overhead of each recorded event where it occurred.
///
///   event     begin of a slice      ...      its end
///   time          .--o--.                  .--o--.
///               before  after           before  after       o: the moment that was recorded
///
/// The part of a cost that lies inside the slice is split evenly between the begin's after and the
/// end's before, the rest evenly between the begin's before and the end's after. Between two
/// neighbouring events of a thread there is just so much room: what they want beyond it is cut in
/// proportion. As costs are means, the other events of the thread then took more: up to twice their
/// cost each, where there is room; what is still missing is counted. So overhead never overlaps
/// other overhead, never leaves the slice or operation it happened in, and no slice becomes
/// negative. Costs are not whole nanoseconds; rounding carries over to the next event, so that the
/// sum is right.
///
/// Slices that the trace itself marks as overhead are overhead all over, whoever recorded it.
///
/// Threads without overhead are left out. Cost: O(n log n).
[[nodiscard]] std::vector<ThreadOverhead> layOutOverhead(const TraceStore& trace,
                                                         const OverheadModel& model);

/// The part of a layout that events of one kind brought, and what the trace itself marks.
[[nodiscard]] std::vector<ThreadOverhead> overheadOf(std::span<const ThreadOverhead> overhead,
                                                     OverheadKind kind);

} // namespace hscope::core
