// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/provisioning.h"

#include <span>
#include <vector>

namespace hscope::sim {

/// How good a placement is for a search: feasible ones by cost, the others by how far they are from
/// the throughput floor. Any feasible value is less than any other.
struct PlanValue
{
    bool infeasible = true;
    double amount = 0; ///< Cost in USD; or the shortest period in s, infinity if there is none.

    auto operator<=>(const PlanValue&) const = default;
};

/// Provisions a placement exactly and says how good it is. A layer on a type that cannot run it
/// makes the amount infinite.
[[nodiscard]] PlanValue valueOf(const Problem& problem, std::span<const std::size_t> plan);

/// A start for searches: for each layer the type of the best placement on one type, or the first
/// that can run the layer where that one cannot.
[[nodiscard]] TypePlan bestSingleTypePlan(const Problem& problem);

} // namespace hscope::sim
