// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/instance_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace hscope::app {

namespace {

constexpr std::size_t kPollMask = 0xfffff; ///< Slices between two looks at a stop token, less 1.

/// What instances are sorted by: longest first, then earliest.
auto orderIn(const core::TraceStore& store)
{
    return [&slices = store.slices()](core::SliceId slice) {
        const std::uint32_t i = slice.value();
        return std::tuple(slices.startNs[i] - slices.endNs[i], slices.startNs[i], i);
    };
}

double logOf(core::Duration duration)
{
    return std::log(static_cast<double>(std::max<std::int64_t>(1, duration.count())));
}

std::int64_t saturatedSum(std::int64_t a, std::int64_t b)
{
    return a > std::numeric_limits<std::int64_t>::max() - b
               ? std::numeric_limits<std::int64_t>::max()
               : a + b;
}

} // namespace

std::size_t InstanceStatistics::binOf(core::Duration duration) const
{
    const double span = logOf(max) - logOf(min);
    if (bins.size() < 2 || span <= 0) {
        return 0;
    }
    const double share = std::clamp((logOf(duration) - logOf(min)) / span, 0.0, 1.0);
    return std::min(static_cast<std::size_t>(share * static_cast<double>(bins.size())),
                    bins.size() - 1);
}

std::vector<core::SliceId> findInstances(const core::TraceStore& store, core::SliceId slice,
                                         const std::stop_token& stop)
{
    const core::SliceColumns& slices = store.slices();
    const core::StringId name = slices.name[slice.value()];
    const core::Category category = slices.category[slice.value()];
    std::vector<core::SliceId> result;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if ((i & kPollMask) == 0 && stop.stop_requested()) {
            return {};
        }
        if (slices.name[i] == name && slices.category[i] == category) {
            result.emplace_back(i);
        }
    }
    std::ranges::sort(result, {}, orderIn(store));
    return result;
}

std::optional<std::size_t> positionOf(const core::TraceStore& store,
                                      std::span<const core::SliceId> instances, core::SliceId slice)
{
    const auto order = orderIn(store);
    const auto found = std::ranges::lower_bound(instances, order(slice), {}, order);
    return found == instances.end() || *found != slice
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - instances.begin()));
}

InstanceStatistics instanceStatistics(const core::TraceStore& store,
                                      std::span<const core::SliceId> instances, std::size_t bins,
                                      const std::stop_token& stop)
{
    InstanceStatistics result;
    if (instances.empty()) {
        return result;
    }
    const auto lengthOf = [&](std::size_t position) {
        return store.rangeOf(instances[position]).length();
    };
    const std::size_t count = instances.size();
    result.count = count;
    result.max = lengthOf(0);
    result.min = lengthOf(count - 1);
    // The nearest rank, counted from the shortest, which is last.
    result.median = lengthOf(count - (count + 1) / 2);
    result.p95 = lengthOf(count - (count * 95 + 99) / 100);
    result.bins.resize(logOf(result.min) < logOf(result.max) ? std::max<std::size_t>(1, bins) : 1);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if ((i & kPollMask) == 0 && stop.stop_requested()) {
            return {};
        }
        const core::Duration length = lengthOf(i);
        total = saturatedSum(total, std::max<std::int64_t>(0, length.count()));
        ++result.bins[result.binOf(length)];
    }
    result.total = core::Duration(total);
    return result;
}

} // namespace hscope::app
