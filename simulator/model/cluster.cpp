// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster.h"

#include <algorithm>

namespace hscope::sim {

std::optional<std::int64_t> unitLimit(const Cluster& cluster, std::size_t type)
{
    const ResourceType& resource = cluster.resourceTypes[type];
    if (cluster.nodes.empty()) {
        return resource.limit;
    }
    std::int64_t drawn = 0;
    for (const Node& node : cluster.nodes) {
        for (const NodeDevices& devices : node.devices) {
            drawn += devices.type == resource.id ? node.count * devices.count : 0;
        }
    }
    return resource.limit ? std::min(drawn, *resource.limit) : drawn;
}

} // namespace hscope::sim
