// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/workload.h"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace hscope::test {

/// The least cost of a problem by trying everything, written from the formulas alone: each
/// placement, each period at which a stage changes its units, each number of units up to
/// `mostUnits` one after the other. Nothing of the cost model under test is used. None: no schedule
/// meets the floor within the limits.
[[nodiscard]] std::optional<double>
bruteForceCost(const sim::Workload& workload, const sim::Cluster& cluster, std::int64_t mostUnits);

/// Shape of random problems.
struct RandomProblemShape
{
    std::size_t mostLayers = 5;
    std::size_t mostTypes = 3;
    bool hasLimits = false;
    bool hasFixedCost = false;
    bool hasEdges = false;
    bool hasMeasuredTimes = false;
};

struct RandomProblem
{
    sim::Workload workload;
    sim::Cluster cluster;
};

/// A problem whose floor needs a few units per stage. The same engine state gives the same problem.
[[nodiscard]] RandomProblem randomProblem(std::mt19937_64& random, const RandomProblemShape& shape);

} // namespace hscope::test
