// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/engine/pipeline.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"
#include "simulator/model/provisioning.h"

#include <optional>
#include <vector>

namespace hscope::sim {

/// How a placement is to be simulated.
struct SimulationOptions
{
    Semantics semantics = Semantics::Analytic;
    TransferMode transfers = TransferMode::Overlapped;
    std::optional<std::int64_t> microbatches; ///< Exactly so many; none: the default horizon.

    bool operator==(const SimulationOptions&) const = default;
};

/// A placement as a pipeline.
///
/// A microbatch of b samples occupies one of the k replicas of a stage for b k ET(k), rounded up to
/// whole ns, of which the last b k (ET - CT) are exposed transfer; so the period is the cost
/// model's. With blocking transfers the boundary traffic is left out of ET and takes
/// b max(b(c) of both types) between the stages instead.
///
/// The default horizon is one microbatch per replica (the fill) plus 1,000, or 4 times the most
/// replicas of a stage if that is more, up to a whole round of the slowest stage; at most what the
/// training has. What the training has beyond is extrapolated.
struct SimulationPlan
{
    SimulationOptions options;
    std::vector<ProvisionedStage> stages;
    Pipeline pipeline;
    std::int64_t samplesPerMicrobatch = 1;
    /// Of the whole training; the last one may be smaller and counts as whole.
    double trainingMicrobatches = 0;
    double analyticPeriodSeconds = 0; ///< Per sample, from the cost model.

    /// Whether the end of the training is calculated and not simulated.
    [[nodiscard]] bool isExtrapolated() const
    {
        return !options.microbatches &&
               static_cast<double>(pipeline.microbatches) < trainingMicrobatches;
    }
};

/// Checks that a placement fits its workload and cluster, and makes a pipeline of it.
///
/// Errors, each with a sentence: InvalidArgument (an infeasible placement; stages that are not
/// maximal runs or leave layers out; unknown types; units beyond the limit; replicas that do not
/// exist), Unsupported (network semantics), Exhausted (too long for the clock).
[[nodiscard]] core::Result<SimulationPlan> planSimulation(const Problem& problem,
                                                          const Placement& placement,
                                                          const SimulationOptions& options);

} // namespace hscope::sim
