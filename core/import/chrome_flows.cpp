// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_flows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>

namespace hscope::core {

namespace {

bool isLaunchFlow(std::string_view category)
{
    return category == "ac2g" || category == "async_cpu_to_gpu" || category == "async_gpu" ||
           category == "async" || category == "cpu_to_cuda";
}

/// One end that waits for its slice.
struct Query
{
    std::int64_t timeNs = 0;
    std::size_t end = 0; ///< Index of the flow end.
};

/// Answers "which slice was innermost at this time" for many times on one track with a single
/// sweep.
void bindOnTrack(const TraceBuilder& builder, TrackId track, std::vector<Query>& queries,
                 std::vector<std::optional<SliceHandle>>& bound)
{
    std::vector<std::uint32_t> order(builder.sliceCount(track));
    std::iota(order.begin(), order.end(), 0U);
    const auto row = [&builder, track](std::uint32_t i) { return builder.sliceAt({track, i}); };
    std::stable_sort(order.begin(), order.end(), [&row](std::uint32_t a, std::uint32_t b) {
        const SliceRow left = row(a);
        const SliceRow right = row(b);
        return std::tuple(left.startNs, -left.endNs) < std::tuple(right.startNs, -right.endNs);
    });
    std::sort(queries.begin(), queries.end(),
              [](const Query& a, const Query& b) { return a.timeNs < b.timeNs; });
    std::vector<std::uint32_t> open;
    std::size_t next = 0;
    for (const Query& query : queries) {
        for (; next < order.size() && row(order[next]).startNs <= query.timeNs; ++next) {
            open.push_back(order[next]);
        }
        while (!open.empty() && row(open.back()).endNs <= query.timeNs) {
            open.pop_back();
        }
        if (!open.empty()) {
            bound[query.end] = SliceHandle{track, open.back()};
        }
    }
}

} // namespace

void ChromeFlows::resolve(TraceBuilder& builder, const ChromeTracks& tracks)
{
    std::stable_sort(m_ends.begin(), m_ends.end(), [](const End& a, const End& b) {
        return std::tuple(a.category, a.name, a.id, a.timeNs) <
               std::tuple(b.category, b.name, b.id, b.timeNs);
    });
    const StringPool& strings = builder.strings();
    std::map<TrackId, std::vector<Query>> queries;
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        const End& end = m_ends[i];
        if (isLaunchFlow(strings.at(end.category))) {
            continue;
        }
        if (const auto thread = tracks.findThread(strings.at(end.pid), strings.at(end.tid))) {
            queries[*thread].push_back({end.timeNs, i});
        }
    }
    std::vector<std::optional<SliceHandle>> bound(m_ends.size());
    for (auto& [track, list] : queries) {
        bindOnTrack(builder, track, list, bound);
    }
    const auto unmatched = [&](const End& end) {
        builder.diagnostics().count(DiagnosticId::FlowUnmatched, [&] {
            return std::string(strings.at(end.category)) + " " + std::string(strings.at(end.id)) +
                   " at " + std::to_string(end.timeNs) + " ns";
        });
    };
    std::optional<std::size_t> previous; // the start or step that waits for its successor
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        const End& end = m_ends[i];
        const bool sameFlow = previous && m_ends[*previous].category == end.category &&
                              m_ends[*previous].name == end.name && m_ends[*previous].id == end.id;
        if (previous && (!sameFlow || end.phase == 's')) {
            unmatched(m_ends[*previous]);
            previous.reset();
        }
        if (end.phase != 's' && !previous) {
            unmatched(end);
        } else if (end.phase != 's' && !isLaunchFlow(strings.at(end.category))) {
            if (bound[*previous] && bound[i]) {
                const bool backward = strings.at(end.category) == "fwdbwd";
                builder.addLink(backward ? LinkKind::ForwardBackward : LinkKind::Flow,
                                *bound[*previous], *bound[i], std::nullopt);
            } else {
                unmatched(end);
            }
        }
        const bool continues = end.phase == 's' || (end.phase == 't' && previous.has_value());
        previous = continues ? std::optional(i) : std::nullopt;
    }
    if (previous) {
        unmatched(m_ends[*previous]);
    }
    std::vector<End>().swap(m_ends);
}

} // namespace hscope::core
