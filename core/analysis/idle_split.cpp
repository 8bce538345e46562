// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle_split.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace hscope::core {

namespace {

/// Notes that something launched as `next` says begins with `range`.
void noteLaunch(BusyRange& range, const std::optional<TraceTime>& launched, bool missing)
{
    if (launched && (!range.launched || *launched < *range.launched)) {
        range.launched = launched;
    }
    range.launchMissing = range.launchMissing || missing;
}

/// Adds a range that starts no earlier than those before it.
void append(std::vector<BusyRange>& ranges, const BusyRange& next)
{
    if (ranges.empty() || ranges.back().range.end < next.range.start) {
        ranges.push_back(next);
        return;
    }
    BusyRange& last = ranges.back();
    if (last.range.start == next.range.start) {
        noteLaunch(last, next.launched, next.launchMissing);
    }
    last.range.end = std::max(last.range.end, next.range.end);
}

/// Finds launches of slices that are asked for in ascending order; the links are sorted likewise.
class LaunchFinder
{
public:
    LaunchFinder(const TraceStore& trace, SliceId first)
        : m_trace(trace)
        , m_next(std::ranges::lower_bound(trace.links(), first, {}, &Link::to))
    {
    }

    /// The start of the earliest launch of `slice`.
    [[nodiscard]] std::optional<TraceTime> launchOf(SliceId slice)
    {
        const auto end = m_trace.links().end();
        while (m_next != end && m_next->to < slice) {
            ++m_next;
        }
        std::optional<TraceTime> earliest;
        for (auto link = m_next; link != end && link->to == slice; ++link) {
            if (link->kind == LinkKind::Launch) {
                const TraceTime start = m_trace.rangeOf(link->from).start;
                earliest = earliest ? std::min(*earliest, start) : start;
            }
        }
        return earliest;
    }

private:
    const TraceStore& m_trace;
    std::span<const Link>::iterator m_next;
};

std::vector<BusyRange> together(const std::vector<BusyRange>& a, const std::vector<BusyRange>& b)
{
    std::vector<BusyRange> sorted;
    sorted.reserve(a.size() + b.size());
    std::ranges::merge(
        a, b, std::back_inserter(sorted), {},
        [](const BusyRange& range) { return range.range.start; },
        [](const BusyRange& range) { return range.range.start; });
    std::vector<BusyRange> result;
    for (const BusyRange& range : sorted) {
        append(result, range);
    }
    return result;
}

} // namespace

std::vector<BusyRange> busyRanges(const TraceStore& trace, const Track& stream)
{
    const SliceColumns& columns = trace.slices();
    std::vector<BusyRange> result;
    LaunchFinder launches(trace, SliceId(stream.firstSlice));
    const std::uint32_t end = stream.firstSlice + stream.sliceCount;
    for (std::uint32_t i = stream.firstSlice; i < end; ++i) {
        BusyRange next{trace.rangeOf(SliceId(i)), std::nullopt, false};
        if (!isGpuCategory(columns.category[i]) || next.range.isEmpty()) {
            continue;
        }
        // Only what begins a range needs its launch.
        if (result.empty() || next.range.start == result.back().range.start ||
            next.range.start > result.back().range.end) {
            next.launched = launches.launchOf(SliceId(i));
            next.launchMissing = !next.launched;
        }
        append(result, next);
    }
    return result;
}

std::vector<BusyRange> busyRanges(std::vector<std::vector<BusyRange>> streams)
{
    while (streams.size() > 1) {
        std::vector<std::vector<BusyRange>> pairs;
        for (std::size_t i = 0; i + 1 < streams.size(); i += 2) {
            pairs.push_back(together(streams[i], streams[i + 1]));
        }
        if (streams.size() % 2 == 1) {
            pairs.push_back(std::move(streams.back()));
        }
        streams = std::move(pairs);
    }
    return streams.empty() ? std::vector<BusyRange>() : std::move(streams.front());
}

TimeRange activeRange(const std::vector<BusyRange>& busy)
{
    return busy.empty() ? TimeRange{} : TimeRange{busy.front().range.start, busy.back().range.end};
}

IdleSplit splitIdle(const std::vector<BusyRange>& busy, Duration kernelWaitBelow)
{
    IdleSplit split;
    for (std::size_t i = 1; i < busy.size(); ++i) {
        const BusyRange& next = busy[i];
        const TimeRange gap{busy[i - 1].range.end, next.range.start};
        const bool queued = next.launched && *next.launched <= gap.start;
        if (!queued && !next.launchMissing) {
            split.hostWait += gap.length();
            ++split.hostWaits;
        } else if (queued && gap.length() < kernelWaitBelow) {
            split.kernelWait += gap.length();
            ++split.kernelWaits;
        } else {
            split.other += gap.length();
            ++split.others;
            split.withoutLaunch += queued ? 0 : 1;
        }
        if (gap.length() > split.longest.length()) {
            split.longest = gap;
        }
    }
    return split;
}

} // namespace hscope::core
