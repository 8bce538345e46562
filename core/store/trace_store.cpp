// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/trace_store.h"

#include "core/base/check.h"

#include <algorithm>
#include <numeric>

namespace hscope::core {

namespace {

TimeRange wallRangeOf(const SliceColumns& slices)
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if ((slices.flags[i] & kSlicePseudo) == 0) {
            first = std::min(first, slices.startNs[i]);
            last = std::max(last, slices.endNs[i]);
        }
    }
    return first > last ? TimeRange{} : TimeRange{traceTime(first), traceTime(last)};
}

/// Where the middle of a trace lies: a hundredth of the slices, at least one, may start before and
/// end after it.
struct Middle
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

Middle middleOf(const SliceColumns& slices)
{
    constexpr std::size_t kSamples = 4096;
    const std::size_t step = std::max<std::size_t>(1, slices.size() / kSamples);
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> ends;
    for (std::size_t i = 0; i < slices.size(); i += step) {
        if ((slices.flags[i] & kSlicePseudo) == 0) {
            starts.push_back(slices.startNs[i]);
            ends.push_back(slices.endNs[i]);
        }
    }
    if (starts.size() < 3) {
        return {};
    }
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
    const std::size_t margin = std::max<std::size_t>(1, starts.size() / 100);
    return {starts[margin], ends[ends.size() - 1 - margin]};
}

/// Drops outliers that would shrink the rest of the trace to less than a thousandth of the view.
TimeRange usualRangeOf(const SliceColumns& slices, TimeRange wall)
{
    constexpr std::int64_t kShrink = 1000;
    constexpr std::size_t kFewest =
        20; // with fewer slices each one matters, unless the trace is absurdly long
    constexpr Duration kAbsurd = std::chrono::hours(24 * 30);
    const std::int64_t length = wall.length().count();
    const Middle usual = middleOf(slices);
    const std::int64_t middle = std::max<std::int64_t>(1, usual.endNs - usual.startNs);
    const bool mayDrop =
        slices.size() >= kFewest || (slices.size() >= 3 && wall.length() > kAbsurd);
    if (!mayDrop || length / kShrink < middle) {
        return wall;
    }
    const std::int64_t margin = std::max(middle * 10, length / 1'000'000);
    const std::int64_t from = usual.startNs - margin;
    const std::int64_t to = usual.endNs + margin;
    std::int64_t first = usual.endNs;
    std::int64_t last = usual.startNs;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const bool inside = slices.startNs[i] >= from && slices.endNs[i] <= to;
        if (inside && (slices.flags[i] & kSlicePseudo) == 0) {
            first = std::min(first, slices.startNs[i]);
            last = std::max(last, slices.endNs[i]);
        }
    }
    return first < last ? TimeRange{traceTime(first), traceTime(last)} : wall;
}

std::vector<TrackId> tracksByProcess(const std::vector<Track>& tracks)
{
    std::vector<TrackId> ids;
    for (std::uint32_t i = 0; i < tracks.size(); ++i) {
        ids.emplace_back(i);
    }
    std::ranges::stable_sort(ids, {}, [&](TrackId id) { return tracks[id.value()].process; });
    return ids;
}

} // namespace

TraceStore::TraceStore(Data data)
    : m_data(std::move(data))
    , m_tracksByProcess(tracksByProcess(m_data.tracks))
    , m_linksByFrom(m_data.links.size())
    , m_wallRange(wallRangeOf(m_data.slices))
    , m_usualRange(usualRangeOf(m_data.slices, m_wallRange))
{
    std::iota(m_linksByFrom.begin(), m_linksByFrom.end(), 0U);
    std::stable_sort(m_linksByFrom.begin(), m_linksByFrom.end(),
                     [this](std::uint32_t a, std::uint32_t b) {
                         return m_data.links[a].from < m_data.links[b].from;
                     });
    if (m_usualRange != m_wallRange) {
        m_data.diagnostics.count(DiagnosticId::TimesFarOutside, [this] {
            return "wall time " + std::to_string(m_wallRange.length().count()) +
                   " ns, of which the first view shows " +
                   std::to_string(m_usualRange.length().count()) + " ns";
        });
    }
}

TraceStore::Data TraceStore::copy() const
{
    return {m_data.strings.clone(), m_data.processes,  m_data.tracks,      m_data.slices,
            m_data.links,           m_data.iterations, m_data.phases,      m_data.instants,
            m_data.counterSamples,  m_data.meta,       m_data.calibration, {}};
}

std::span<const TrackId> TraceStore::tracksOf(ProcessId process) const
{
    return std::ranges::equal_range(m_tracksByProcess, process, {},
                                    [this](TrackId id) { return track(id).process; });
}

TrackId TraceStore::trackOf(SliceId slice) const
{
    HSCOPE_CHECK(slice.value() < m_data.slices.size());
    // Slices are laid out track by track in the order of the tracks; empty tracks share a
    // firstSlice.
    const auto after =
        std::upper_bound(m_data.tracks.begin(), m_data.tracks.end(), slice.value(),
                         [](std::uint32_t value, const Track& t) { return value < t.firstSlice; });
    auto found = std::prev(after);
    while (found->sliceCount == 0) {
        --found;
    }
    return TrackId(static_cast<std::uint32_t>(found - m_data.tracks.begin()));
}

std::span<const Link> TraceStore::linksTo(SliceId slice) const
{
    const auto first = std::lower_bound(m_data.links.begin(), m_data.links.end(), slice,
                                        [](const Link& l, SliceId id) { return l.to < id; });
    auto last = first;
    while (last != m_data.links.end() && last->to == slice) {
        ++last;
    }
    return {first, last};
}

std::vector<Link> TraceStore::linksFrom(SliceId slice) const
{
    auto at =
        std::lower_bound(m_linksByFrom.begin(), m_linksByFrom.end(), slice,
                         [this](std::uint32_t i, SliceId id) { return m_data.links[i].from < id; });
    std::vector<Link> result;
    for (; at != m_linksByFrom.end() && m_data.links[*at].from == slice; ++at) {
        result.push_back(m_data.links[*at]);
    }
    return result;
}

std::span<const CounterSample> TraceStore::samplesOf(TrackId track) const
{
    const auto& samples = m_data.counterSamples;
    const auto first =
        std::lower_bound(samples.begin(), samples.end(), track,
                         [](const CounterSample& s, TrackId id) { return s.track < id; });
    const auto last =
        std::upper_bound(first, samples.end(), track,
                         [](TrackId id, const CounterSample& s) { return id < s.track; });
    return {first, last};
}

} // namespace hscope::core
