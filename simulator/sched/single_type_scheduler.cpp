// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/single_type_scheduler.h"

#include "simulator/sched/placement_builder.h"

#include <algorithm>
#include <fmt/format.h>

namespace hscope::sim {

std::string_view SingleTypeScheduler::name() const
{
    return m_kind == DeviceKind::Cpu ? "cpu-only" : "gpu-only";
}

std::string_view SingleTypeScheduler::summary() const
{
    return m_kind == DeviceKind::Cpu ? "one stage on the first CPU type"
                                     : "one stage on the first GPU type";
}

core::Result<Placement> SingleTypeScheduler::run(const SchedulerRequest& request) const
{
    const Problem& problem = request.problem;
    const std::vector<ResourceType>& types = problem.cluster().resourceTypes;
    const auto found = std::find_if(types.begin(), types.end(), [this](const ResourceType& type) {
        return type.kind == m_kind;
    });
    if (found == types.end()) {
        return infeasiblePlacement(request, name(),
                                   fmt::format("cluster {} has no {} type", problem.cluster().name,
                                               m_kind == DeviceKind::Cpu ? "CPU" : "GPU"),
                                   std::nullopt, 0);
    }
    const auto type = static_cast<std::size_t>(found - types.begin());
    for (std::size_t layer = 0; layer < problem.layerCount(); ++layer) {
        if (!problem.canRun(layer, type)) {
            return infeasiblePlacement(request, name(),
                                       fmt::format("layer {} ({}) cannot run on {}", layer,
                                                   problem.workload().layers[layer].name,
                                                   found->id),
                                       std::nullopt, 0);
        }
    }
    return placementOfPlan(request, name(), TypePlan(problem.layerCount(), type), 1);
}

} // namespace hscope::sim
