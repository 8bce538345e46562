// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <optional>

/// What lies where in a trace and in a corrected one; both have the same tracks in the same order.
namespace hscope::app {

/// `slice` of `from` as a slice of `to`; none if it was put into `from` and is not in `to`.
///
/// Slices that one of the two has and the other has not are passed over: their track is the same
/// else. Cost: O(slices of the track).
[[nodiscard]] std::optional<core::SliceId>
sameSlice(const core::TraceStore& from, core::SliceId slice, const core::TraceStore& to);

/// Where `range` of `from` lies in `to`, in which the same slices have moved: between two starts of
/// slices of the busiest thread a moment keeps its proportion. All of the trace stays all of it.
[[nodiscard]] core::TimeRange sameRange(const core::TraceStore& from, core::TimeRange range,
                                        const core::TraceStore& to);

/// How much of `slice` is overhead, in a trace that has that as slices; for an operation, that of
/// its thread. Cost: O(log n + slices inside).
[[nodiscard]] core::Duration overheadIn(const core::TraceStore& marked, core::SliceId slice);

} // namespace hscope::app
