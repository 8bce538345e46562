// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/pipeline_bounds.h"

namespace hscope::sim {

PipelineBounds pipelineBounds(const Pipeline& pipeline)
{
    if (pipeline.microbatches == 0) {
        return {};
    }
    PipelineBounds bounds;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage& stage = pipeline.stages[i];
        bounds.first += stage.service;
        if (i + 1 < pipeline.stages.size()) {
            bounds.first += stage.transfer.value_or(Duration{});
        }
    }
    const Occupancy slowest = slowestPart(pipeline);
    const std::int64_t turns = (pipeline.microbatches - 1) / slowest.replicas;
    bounds.last = bounds.first + turns * slowest.held;
    return bounds;
}

} // namespace hscope::sim
