// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/layer_load.h"

#include <algorithm>

namespace hscope::sim {

LayerLoad layerLoad(const Problem& problem, std::size_t layer, std::size_t type)
{
    const StageRange stage{layer, layer + 1, type};
    std::optional<StageTerms> terms = problem.stageTerms(stage, 1);
    if (!terms) {
        const auto& profiles = problem.workload().layers[layer].profile;
        const auto profile = profiles.find(problem.cluster().resourceTypes[type].id);
        if (profile == profiles.end() || profile->second.measured.empty()) {
            return {};
        }
        terms = problem.stageTerms(stage, profile->second.measured.front().units);
    }
    if (!terms) { // Another type of the cluster limits the units to less than were measured.
        return {};
    }
    terms->sharedCommunication =
        std::max(0.0, terms->sharedCommunication - problem.boundarySeconds(layer, type) -
                          problem.boundarySeconds(layer + 1, type));
    return {*terms};
}

} // namespace hscope::sim
