// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"
#include "core/correction/overhead_layout.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hscope::core {

/// The part of a run whose length says how fast the program was, whatever was recorded of it: from
/// the first iteration's start to the last one's end, in the process that began the first; without
/// iterations from the recorder's start to its stop; else the wall range.
[[nodiscard]] TimeRange measuredSpan(const TraceStore& trace);

/// The events that may have made that part longer, by kind: those in it, without other processes
/// where it is one process's. On several threads of a process they count as if one came after the
/// other, which they need not have.
[[nodiscard]] EventCounts measuredEvents(const TraceStore& trace);

/// The time that a program spent in one function of a GPU's runtime.
struct ApiTime
{
    std::string api;
    std::uint64_t calls = 0;
    std::int64_t totalNs = 0;

    friend bool operator==(const ApiTime&, const ApiTime&) = default;
};

/// Of the calls in that part of the run that our recorder recorded, by name.
[[nodiscard]] std::vector<ApiTime> measuredApiTimes(const TraceStore& trace);

/// Its length in ns on the corrected timeline.
[[nodiscard]] std::int64_t correctedSpan(const TraceStore& trace,
                                         std::span<const ThreadOverhead> overhead);

/// Its length in ns without what the trace itself marks as overhead.
[[nodiscard]] std::int64_t spanWithoutMarked(const TraceStore& trace);

} // namespace hscope::core
