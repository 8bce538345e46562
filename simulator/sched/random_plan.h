// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/provisioning.h"
#include "simulator/rl/random_stream.h"
#include "simulator/sched/plan_judge.h"
#include "simulator/sched/scheduler.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace hscope::sim {

/// Plans at random: each layer's type uniformly from those that can run it.
class RandomPlans
{
public:
    RandomPlans(const Problem& problem, std::uint64_t seed);

    [[nodiscard]] TypePlan next();

    /// The types that can run `layer`.
    [[nodiscard]] const std::vector<std::size_t>& typesOf(std::size_t layer) const
    {
        return m_types[layer];
    }

    [[nodiscard]] rl::RandomStream& random() { return m_random; }

private:
    std::vector<std::vector<std::size_t>> m_types; ///< By layer.
    rl::RandomStream m_random;
};

/// What a search found: the placement of the judge's cheapest plan, or that there was none. Errors:
/// Cancelled.
[[nodiscard]] core::Result<Placement>
searchResult(const SchedulerRequest& request, std::string_view scheduler, const PlanJudge& judge);

} // namespace hscope::sim
