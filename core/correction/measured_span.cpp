// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/measured_span.h"

#include "core/correction/corrected_timeline.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

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

/// Null without iterations.
const Iteration* firstIteration(const TraceStore& trace)
{
    const auto first = std::ranges::min_element(
        trace.iterations(), {}, [](const Iteration& iteration) { return iteration.range.start; });
    return first == trace.iterations().end() ? nullptr : &*first;
}

/// Whether a slice, by its number, begins in the measured part; empty if all do.
std::function<bool(std::uint32_t slice)> measuredSlices(const TraceStore& trace)
{
    const Iteration* const first = firstIteration(trace);
    if (first == nullptr) {
        return {};
    }
    return [&trace, process = first->process, span = measuredSpan(trace)](std::uint32_t slice) {
        const TimeRange range = trace.rangeOf(SliceId(slice));
        return range.start >= span.start && range.start < span.end &&
               trace.track(trace.trackOf(SliceId(slice))).process == process;
    };
}

} // namespace

TimeRange measuredSpan(const TraceStore& trace)
{
    if (const Iteration* const first = firstIteration(trace)) {
        TimeRange span = first->range;
        for (const Iteration& iteration : trace.iterations()) {
            if (iteration.process == first->process) {
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

EventCounts measuredEvents(const TraceStore& trace)
{
    return countEvents(trace, measuredSlices(trace));
}

std::vector<ApiTime> measuredApiTimes(const TraceStore& trace)
{
    const auto isMeasured = measuredSlices(trace);
    const SliceColumns& slices = trace.slices();
    std::map<std::string_view, ApiTime> times;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (overheadKindOf(slices.category[i], slices.flags[i]) == OverheadKind::GpuApi &&
            (!isMeasured || isMeasured(i))) {
            ApiTime& time = times[trace.nameOf(SliceId(i))];
            ++time.calls;
            time.totalNs += slices.endNs[i] - slices.startNs[i];
        }
    }
    std::vector<ApiTime> list;
    for (auto& [api, time] : times) {
        time.api = api;
        list.push_back(std::move(time));
    }
    return list;
}

std::int64_t correctedSpan(const TraceStore& trace, std::span<const ThreadOverhead> overhead)
{
    if (overhead.empty()) {
        return measuredSpan(trace).length().count();
    }
    const auto corrected = correctedTimeline(trace, overhead);
    if (!trace.iterations().empty()) {
        return measuredSpan(*corrected).length().count();
    }
    // When the recorder started and stopped does not move with what it recorded.
    const auto removed = trace.wallRange().length() - corrected->wallRange().length();
    return (measuredSpan(trace).length() - removed).count();
}

std::int64_t spanWithoutMarked(const TraceStore& trace)
{
    return correctedSpan(trace, layOutOverhead(trace, {}));
}

} // namespace hscope::core
