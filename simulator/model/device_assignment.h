// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/placement.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hscope::sim {

/// Which drawn device each replica of a schedule runs on.
struct DeviceAssignment
{
    /// By stage, then replica; none: there are more units than drawn devices.
    std::vector<std::vector<std::optional<Replica>>> places;
    /// Units without a drawn device by type, in the order of the stages; only types that have some.
    std::vector<std::pair<std::string, std::int64_t>> beyond;
    bool isChosen = false; ///< The placement did not name all devices itself.

    bool operator==(const DeviceAssignment&) const = default;
};

/// The devices that the placement names; replicas of stages without names take the first free
/// device of their type, nodes in the order of the document, stages and replicas in theirs.
///
///   nodes   gpu-1: 2 v100, gpu-2: 2 v100       stage 0: 1 v100   gpu-1/0
///                                              stage 1: 4 v100   gpu-1/1 gpu-2/0 gpu-2/1 none
///
/// The devices of a type are numbered from 0 within their node, over all `count` copies of it.
///
/// Cost: O((devices + replicas) log replicas).
[[nodiscard]] DeviceAssignment assignDevices(const Cluster& cluster,
                                             std::span<const PlacedStage> stages);

/// How many devices of a type a node has, with all its copies.
[[nodiscard]] std::int64_t devicesOf(const Node& node, std::string_view type);

} // namespace hscope::sim
