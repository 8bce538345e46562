// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/same_moment.h"

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

bool isSame(const core::SliceColumns& a, std::uint32_t i, const core::SliceColumns& b,
            std::uint32_t k)
{
    return a.source[i] == b.source[k] && a.name[i] == b.name[k] && a.category[i] == b.category[k] &&
           a.depth[i] == b.depth[k] && a.flags[i] == b.flags[k];
}

/// The thread that tells most about when things happened.
const core::Track* busiestThread(const core::TraceStore& store)
{
    const auto count = [](const core::Track& track) {
        return track.kind == core::TrackKind::Thread ? track.sliceCount : 0;
    };
    const auto busiest = std::ranges::max_element(store.tracks(), {}, count);
    return busiest == store.tracks().end() || count(*busiest) == 0 ? nullptr : &*busiest;
}

} // namespace

std::optional<core::SliceId> sameSlice(const core::TraceStore& from, core::SliceId slice,
                                       const core::TraceStore& to)
{
    const core::TrackId track = from.trackOf(slice);
    const core::Track& source = from.track(track);
    const core::Track& target = to.track(track);
    const core::SliceColumns& a = from.slices();
    const core::SliceColumns& b = to.slices();
    // Only one of the two has slices of its own: the one with more of them.
    const bool isLonger = source.sliceCount > target.sliceCount;
    std::uint32_t i = source.firstSlice;
    std::uint32_t k = target.firstSlice;
    const std::uint32_t endOfTarget = target.firstSlice + target.sliceCount;
    while (i <= slice.value() && k < endOfTarget) {
        if (isSame(a, i, b, k)) {
            if (i == slice.value()) {
                return core::SliceId(k);
            }
            ++i;
            ++k;
        } else {
            ++(isLonger ? i : k);
        }
    }
    return std::nullopt;
}

core::TimeRange sameRange(const core::TraceStore& from, core::TimeRange range,
                          const core::TraceStore& to)
{
    const core::Track* track = busiestThread(from);
    if (range == from.wallRange() || track == nullptr) {
        return range == from.wallRange() ? to.wallRange() : range;
    }
    const auto begin = from.slices().startNs.begin() + track->firstSlice;
    const auto end = begin + track->sliceCount;
    const std::vector<std::int64_t>& moved = to.slices().startNs;
    const auto movedAt = [&](std::int64_t ns) -> std::int64_t {
        const auto next = std::upper_bound(begin, end, ns);
        const auto before = next == begin ? begin : next - 1;
        const auto index = static_cast<std::size_t>(before - from.slices().startNs.begin());
        const std::int64_t offset = ns - *before;
        if (next == begin || next == end) {
            return moved[index] + offset;
        }
        const double share = static_cast<double>(offset) / static_cast<double>(*next - *before);
        return moved[index] +
               std::llround(share * static_cast<double>(moved[index + 1] - moved[index]));
    };
    return {core::traceTime(movedAt(core::toNs(range.start))),
            core::traceTime(movedAt(core::toNs(range.end)))};
}

core::Duration overheadIn(const core::TraceStore& marked, core::SliceId slice)
{
    const core::TrackId own = marked.trackOf(slice);
    const core::Track& track = marked.track(marked.track(own).thread.value_or(own));
    const core::SliceColumns& slices = marked.slices();
    const core::TimeRange range = marked.rangeOf(slice);
    const auto begin = slices.startNs.begin() + track.firstSlice;
    const auto end = begin + track.sliceCount;
    std::int64_t sum = 0;
    for (auto at = std::lower_bound(begin, end, core::toNs(range.start));
         at != end && *at < core::toNs(range.end); ++at) {
        const auto index = static_cast<std::size_t>(at - slices.startNs.begin());
        if (slices.category[index] == core::Category::Overhead) {
            sum += std::min(slices.endNs[index], core::toNs(range.end)) - *at;
        }
    }
    return core::Duration(sum);
}

} // namespace hscope::app
