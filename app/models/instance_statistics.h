// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace hscope::app {

/// How long the slices of one name and category take.
///
///   count     #                         bins of equal width on a logarithmic scale,
///             ##      ##                from min to max
///             ###   ######   #
///            min  median  p95 max  ->  duration
struct InstanceStatistics
{
    std::uint64_t count = 0;
    core::Duration total{};
    core::Duration min{};
    core::Duration median{};
    core::Duration p95{}; ///< 95 of 100 take at most this long.
    core::Duration max{};
    std::vector<std::uint32_t> bins; ///< Slices per bin; one bin if all take equally long.

    /// The bin of a duration from min to max; what is shorter than 1 ns counts as 1 ns.
    [[nodiscard]] std::size_t binOf(core::Duration duration) const;

    friend bool operator==(const InstanceStatistics&, const InstanceStatistics&) = default;
};

/// All slices with the name and category of `slice`, longest first, then earliest. Empty on a stop
/// request. Cost: O(n + k log k) for k instances. Thread: any.
[[nodiscard]] std::vector<core::SliceId>
findInstances(const core::TraceStore& store, core::SliceId slice, const std::stop_token& stop);

/// Position of `slice` in what findInstances gave. Cost: O(log k).
[[nodiscard]] std::optional<std::size_t> positionOf(const core::TraceStore& store,
                                                    std::span<const core::SliceId> instances,
                                                    core::SliceId slice);

/// `instances` as findInstances gives them. Empty on a stop request. Cost: O(k). Thread: any.
[[nodiscard]] InstanceStatistics instanceStatistics(const core::TraceStore& store,
                                                    std::span<const core::SliceId> instances,
                                                    std::size_t bins, const std::stop_token& stop);

} // namespace hscope::app
