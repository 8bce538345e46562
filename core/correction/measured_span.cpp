// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/measured_span.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace hscope::core {

namespace {

std::optional<std::int64_t> numberOf(const TraceStore& trace, std::string_view key)
{
    const auto found = std::ranges::find(trace.meta(), key, &MetaEntry::key);
    std::int64_t value = 0;
    if (found == trace.meta().end()) {
        return std::nullopt;
    }
    const char* const end = found->value.data() + found->value.size();
    const auto [stop, error] = std::from_chars(found->value.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

} // namespace

TimeRange measuredSpan(const TraceStore& trace)
{
    if (!trace.iterations().empty()) {
        const Iteration& first = *std::ranges::min_element(
            trace.iterations(), {}, [](const Iteration& it) { return it.range.start; });
        TimeRange span = first.range;
        for (const Iteration& iteration : trace.iterations()) {
            if (iteration.process == first.process) {
                span.end = std::max(span.end, iteration.range.end);
            }
        }
        return span;
    }
    const auto start = numberOf(trace, "recording_start_ns");
    const auto stop = numberOf(trace, "recording_stop_ns");
    return start && stop && *start <= *stop ? TimeRange{traceTime(*start), traceTime(*stop)}
                                            : trace.wallRange();
}

} // namespace hscope::core
