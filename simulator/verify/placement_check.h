// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/placement.h"
#include "simulator/model/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace hscope::sim {

/// What is known about a placement's claim to be optimal.
enum class Optimality
{
    NotClaimed,
    NotCertified, ///< Claimed, but there is no certificate to check.
    Certified,    ///< The certificate proves it, to a relative 1e-8.
    Refuted,      ///< The certificate does not prove it.
};

/// What a check of a placement found.
struct PlacementCheck
{
    std::vector<std::string> problems; ///< A sentence each; none: the placement holds what it says.
    Optimality optimality = Optimality::NotClaimed;
    std::optional<double> periodSeconds; ///< Calculated from workload, cluster and stages.
    std::optional<double> costUsd;
    std::optional<double>
        provenBoundUsd; ///< What the certificate proves no schedule to cost less than.

    [[nodiscard]] bool holds() const { return problems.empty(); }
};

/// Checks a placement against the workload and the cluster: the stages cover the layers, run on
/// what there is, keep limits and throughput floor, take the time and cost the money they are said
/// to; and its certificate proves what is claimed. Shares no code with the cost model and the
/// schedulers.
///
/// A certificate is checked edge by edge: with the fewest units for each period, no edge of the
/// layered graph may undercut the potentials. Then the least potential at the last boundary is a
/// lower bound on the hourly weight W, and periods between two entries cost at least (lower end) x
/// (fixed + W).
///
/// Cost: O(entries x layers^2 x types).
[[nodiscard]] PlacementCheck checkPlacement(const Workload& workload, const Cluster& cluster,
                                            const Placement& placement);

} // namespace hscope::sim
