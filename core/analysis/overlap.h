// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"

#include <cstdint>
#include <vector>

namespace hscope::core {

struct KeyedRange
{
    std::uint32_t key = 0;
    TimeRange range;
};

/// Time during which exactly (or at least) the keys of a set are active.
struct OverlapRow
{
    std::vector<std::uint32_t> keys; ///< Ascending.
    Duration time{};
    TimeRange
        region; ///< From the first start to the last end of such times; unset in inclusive rows.

    friend bool operator==(const OverlapRow&, const OverlapRow&) = default;
};

/// Exclusive time per set of active keys: any number of keys, in any order; a key may overlap
/// itself.
///
///   A  [=====)     [==)          {A} 5
///   B     [=====)                {A,B} 2   {B} 3
///
/// Time in which no key is active has no row. Rows are sorted by their keys. Cost: O(n log n).
[[nodiscard]] std::vector<OverlapRow> exclusiveOverlap(std::vector<KeyedRange> ranges);

/// Inclusive times as a Venn diagram shows them: V[S] = sum of O[T] over all T that contain S, for
/// every S that is a part of some T. Cost: exponential in the size of the largest set; meant for
/// the few categories of one row.
[[nodiscard]] std::vector<OverlapRow> toInclusive(const std::vector<OverlapRow>& exclusive);

/// The inverse of toInclusive; rows that become zero are dropped.
[[nodiscard]] std::vector<OverlapRow> toExclusive(const std::vector<OverlapRow>& inclusive);

} // namespace hscope::core
