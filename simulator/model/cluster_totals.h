// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hscope::sim {

/// What a node offers, of one of its `count` copies.
struct NodeTotals
{
    std::int64_t devices = 0;
    double usdPerHour = 0;
    std::optional<double> memoryGib; ///< None: a type does not say.
    /// Of all its links to others, in one direction; none without a link.
    std::optional<double> networkGbPerSecond;

    bool operator==(const NodeTotals&) const = default;
};

[[nodiscard]] NodeTotals nodeTotals(const Cluster& cluster, const Node& node);

/// Those of all nodes, in their order. Cost: O(nodes + links), where one alone costs O(links).
[[nodiscard]] std::vector<NodeTotals> allNodeTotals(const Cluster& cluster);

/// What a link carries in one direction while the other carries as much: half of a half-duplex
/// link's bandwidth.
[[nodiscard]] double directedGbPerSecond(const Link& link);

/// What a drawn cluster offers in all. Each copy of a node with a count has its own link; between
/// two such nodes, copies pair up in turn.
struct ClusterTotals
{
    std::vector<std::int64_t> devicesOfType; ///< By index of the resource type.
    std::int64_t devices = 0;
    double usdPerHour = 0;           ///< With the fixed cost.
    std::int64_t nodes = 0;          ///< Copies counted.
    std::int64_t connectedNodes = 0; ///< Of the largest part that links hold together.
    /// Least bandwidth (one direction, GB/s) between two halves of the connected nodes, over all
    /// ways to halve them; none for fewer than two.
    std::optional<double> bisectionGbPerSecond;
    bool isBisectionExact = true; ///< False: an upper bound, since the links are no tree.

    bool operator==(const ClusterTotals&) const = default;
};

[[nodiscard]] ClusterTotals clusterTotals(const Cluster& cluster);

} // namespace hscope::sim
