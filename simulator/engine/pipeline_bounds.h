// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/pipeline.h"

namespace hscope::sim {

/// What no order of work can undercut: known from the times of a pipeline alone.
struct PipelineBounds
{
    /// Until the first microbatch can be out: it passes all stages and transfers one by one.
    Duration first{};
    /// Until the last one can be out: the slowest part hands on one microbatch per replica and
    /// turn, and the first has to get there and the last away from it.
    Duration last{};

    bool operator==(const PipelineBounds&) const = default;
};

/// Both bounds; zero without microbatches. The pipeline must pass checkPipeline().
[[nodiscard]] PipelineBounds pipelineBounds(const Pipeline& pipeline);

} // namespace hscope::sim
