// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/device_assignment.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace hscope::sim {

namespace {

using Named = std::set<std::tuple<std::string_view, std::string_view, std::int64_t>>;

/// Hands out the devices of one type, one after the other.
class FreeDevices
{
public:
    FreeDevices(const Cluster& cluster, std::string_view type, const Named& named)
        : m_cluster(cluster)
        , m_type(type)
        , m_named(named)
    {
    }

    std::optional<Replica> next()
    {
        for (; m_node < m_cluster.nodes.size(); ++m_node, m_device = 0) {
            const Node& node = m_cluster.nodes[m_node];
            const std::int64_t count = devicesOf(node, m_type);
            for (; m_device < count; ++m_device) {
                if (!m_named.contains({m_type, node.id, m_device})) {
                    return Replica{std::string(m_type), node.id, m_device++};
                }
            }
        }
        return std::nullopt;
    }

private:
    const Cluster& m_cluster;
    std::string_view m_type;
    const Named& m_named;
    std::size_t m_node = 0;
    std::int64_t m_device = 0;
};

} // namespace

std::int64_t devicesOf(const Node& node, std::string_view type)
{
    std::int64_t count = 0;
    for (const NodeDevices& devices : node.devices) {
        count += devices.type == type ? devices.count * node.count : 0;
    }
    return count;
}

DeviceAssignment assignDevices(const Cluster& cluster, std::span<const PlacedStage> stages)
{
    DeviceAssignment assignment;
    Named named;
    for (const PlacedStage& stage : stages) {
        for (const Replica& replica : stage.replicas) {
            named.emplace(replica.type, replica.node, replica.device);
        }
    }
    std::map<std::string_view, FreeDevices> free;
    for (const PlacedStage& stage : stages) {
        std::vector<std::optional<Replica>>& places = assignment.places.emplace_back();
        if (!stage.replicas.empty()) {
            places.assign(stage.replicas.begin(), stage.replicas.end());
            continue;
        }
        assignment.isChosen = true;
        FreeDevices& devices =
            free.try_emplace(stage.type, cluster, stage.type, named).first->second;
        std::int64_t missing = 0;
        for (std::int64_t unit = 0; unit < stage.units; ++unit) {
            places.push_back(devices.next());
            missing += places.back() ? 0 : 1;
        }
        if (missing == 0) {
            continue;
        }
        const auto known = std::ranges::find(assignment.beyond, stage.type,
                                             &std::pair<std::string, std::int64_t>::first);
        if (known == assignment.beyond.end()) {
            assignment.beyond.emplace_back(stage.type, missing);
        } else {
            known->second += missing;
        }
    }
    return assignment;
}

} // namespace hscope::sim
