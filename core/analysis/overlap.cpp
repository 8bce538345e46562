// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap.h"

#include "core/analysis/active_sets.h"
#include "core/base/check.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace hscope::core {

namespace {

struct Endpoint
{
    TraceTime time;
    std::uint32_t key;
    bool isStart;
};

using Times = std::map<std::vector<std::uint32_t>, Duration>;

std::vector<OverlapRow> toRows(const Times& times)
{
    std::vector<OverlapRow> rows;
    for (const auto& [keys, time] : times) {
        if (time != Duration{}) {
            rows.push_back({keys, time, {}});
        }
    }
    return rows;
}

} // namespace

std::vector<OverlapRow> exclusiveOverlap(std::vector<KeyedRange> ranges)
{
    std::vector<Endpoint> endpoints;
    for (const KeyedRange& entry : ranges) {
        if (!entry.range.isEmpty()) {
            endpoints.push_back({entry.range.start, entry.key, true});
            endpoints.push_back({entry.range.end, entry.key, false});
        }
    }
    std::sort(endpoints.begin(), endpoints.end(),
              [](const Endpoint& a, const Endpoint& b) { return a.time < b.time; });
    ActiveSets sets;
    std::unordered_map<std::uint32_t, std::int32_t> depth; // how often each key is active
    std::map<ActiveSets::State, OverlapRow> rows;
    ActiveSets::State state = ActiveSets::kEmpty;
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        const Endpoint& point = endpoints[i];
        std::int32_t& count = depth[point.key];
        const bool wasActive = count > 0;
        count += point.isStart ? 1 : -1;
        if (wasActive != (count > 0)) {
            state = sets.toggled(state, point.key);
        }
        if (state == ActiveSets::kEmpty || i + 1 == endpoints.size() ||
            endpoints[i + 1].time == point.time) {
            continue;
        }
        OverlapRow& row = rows[state];
        row.region.start = row.time == Duration{} ? point.time : row.region.start;
        row.region.end = endpoints[i + 1].time;
        row.time += endpoints[i + 1].time - point.time;
    }
    std::vector<OverlapRow> result;
    for (auto& [id, row] : rows) {
        const auto keys = sets.keysOf(id);
        row.keys.assign(keys.begin(), keys.end());
        result.push_back(std::move(row));
    }
    std::sort(result.begin(), result.end(),
              [](const OverlapRow& a, const OverlapRow& b) { return a.keys < b.keys; });
    return result;
}

std::vector<OverlapRow> toInclusive(const std::vector<OverlapRow>& exclusive)
{
    constexpr std::size_t kLargest = 24;
    Times times;
    for (const OverlapRow& row : exclusive) {
        HSCOPE_CHECK(row.keys.size() <= kLargest);
        for (std::uint32_t mask = 1; mask < (std::uint32_t{1} << row.keys.size()); ++mask) {
            std::vector<std::uint32_t> part;
            for (std::size_t i = 0; i < row.keys.size(); ++i) {
                if ((mask >> i & 1U) != 0) {
                    part.push_back(row.keys[i]);
                }
            }
            times[part] += row.time;
        }
    }
    return toRows(times);
}

std::vector<OverlapRow> toExclusive(const std::vector<OverlapRow>& inclusive)
{
    // From the largest sets to the smallest: what lies in a larger set is not exclusive to a
    // smaller one.
    std::vector<OverlapRow> bySize = inclusive;
    std::stable_sort(bySize.begin(), bySize.end(), [](const OverlapRow& a, const OverlapRow& b) {
        return a.keys.size() > b.keys.size();
    });
    Times times;
    for (const OverlapRow& row : bySize) {
        Duration time = row.time;
        for (const auto& [keys, taken] : times) {
            if (keys.size() > row.keys.size() &&
                std::includes(keys.begin(), keys.end(), row.keys.begin(), row.keys.end())) {
                time -= taken;
            }
        }
        times[row.keys] = time;
    }
    return toRows(times);
}

} // namespace hscope::core
