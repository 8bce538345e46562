// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/placement.h"
#include "simulator/model/workload.h"

#include <string>

namespace hscope::sim {

/// A placement as split points, for frameworks that cut a model into stages:
///
///     split_points: 3 6 7
///     types: cpu-core v100 cpu-core v100
///     units: 36 11 160 2
///
/// A split point is the first layer of a stage, counted from 0; that of the first stage is left
/// out. Blanks and commas in the id of a type become underscores.
[[nodiscard]] std::string splitPoints(const Placement& placement);

/// A line per layer, with a header: `layer,name,stage,type,units`; units are those of the stage.
/// Fields are quoted as in RFC 4180.
[[nodiscard]] std::string placementCsv(const Placement& placement, const Workload& workload);

} // namespace hscope::sim
