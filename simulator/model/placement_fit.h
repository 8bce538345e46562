// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"
#include "simulator/model/provisioning.h"

#include <vector>

namespace hscope::sim {

/// The stages of a placement with their types looked up, if they fit the problem: they are of its
/// workload and cluster, cover all layers in order, each type exists, can run its layers and has as
/// many units, replicas exist.
///
/// Errors: InvalidArgument with a sentence that names the stage.
[[nodiscard]] core::Result<std::vector<ProvisionedStage>> checkedStages(const Problem& problem,
                                                                        const Placement& placement);

} // namespace hscope::sim
