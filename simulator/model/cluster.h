// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hscope::sim {

/// What kind of device a resource type is; `Xpu` is any other accelerator.
enum class DeviceKind
{
    Cpu,
    Gpu,
    Xpu,
};

/// A preemptible offer of a resource type (spot, capacity blocks).
struct Preemptible
{
    double priceUsdPerHour = 0;
    double meanLifeHours = 0;

    bool operator==(const Preemptible&) const = default;
};

/// A kind of device with a price: what a layer is placed on.
struct ResourceType
{
    std::string id;
    DeviceKind kind = DeviceKind::Cpu;
    std::string name;
    double priceUsdPerHour = 0;              ///< Per unit.
    std::optional<std::int64_t> limit;       ///< Most units; none: unlimited.
    std::optional<double> memoryGib;         ///< Per unit.
    std::optional<double> nicGbPerSecond;    ///< Per unit and direction, 1e9 bytes/s.
    std::optional<double> fp32Tflops;        ///< Per unit.
    std::optional<double> memoryGbPerSecond; ///< Per unit, 1e9 bytes/s.
    std::optional<Preemptible> preemptible;

    bool operator==(const ResourceType&) const = default;
};

/// Equal devices of a node.
struct NodeDevices
{
    std::string type; ///< Id of a ResourceType.
    std::int64_t count = 0;
    double speedFactor = 1; ///< 2: twice as fast as the profile says.

    bool operator==(const NodeDevices&) const = default;
};

/// A drawn server, or `count` equal ones.
struct Node
{
    std::string id;
    std::int64_t count = 1;
    std::optional<std::string> group; ///< Id of a Group (a rack).
    std::vector<NodeDevices> devices;
    std::optional<double> x; ///< Position on the drawing.
    std::optional<double> y;

    bool operator==(const Node&) const = default;
};

/// A network switch.
struct Switch
{
    std::string id;
    std::optional<std::string> name;
    std::optional<std::string> group;
    std::optional<double> x;
    std::optional<double> y;

    bool operator==(const Switch&) const = default;
};

/// A rack or zone: nodes and switches that are drawn together.
struct Group
{
    std::string id;
    std::optional<std::string> name;
    std::optional<double>
        x; ///< Where it is drawn while it is empty; else it lies around its members.
    std::optional<double> y;

    bool operator==(const Group&) const = default;
};

enum class LinkKind
{
    NvLink,
    Pcie,
    Ethernet,
    InfiniBand,
    Other,
};

/// A cable between two nodes or switches.
struct Link
{
    std::string from; ///< Id of a node or switch.
    std::string to;
    LinkKind kind = LinkKind::Other;
    double gbPerSecond = 0; ///< Per direction if `fullDuplex`, 1e9 bytes/s.
    double latencyUs = 0;
    std::optional<double> flowCapGbPerSecond; ///< Most that one flow gets.
    bool fullDuplex = true;

    bool operator==(const Link&) const = default;
};

/// A `heteroscope-cluster` document: the devices that layers may be placed on, and their prices.
///
/// Without nodes the cluster is abstract: limits hold, and each unit is a device with a NIC of its
/// own. With nodes the drawn devices are what there is, and a limit can only lower it.
struct Cluster
{
    std::string name;
    std::string pricesAsOf; ///< Date of the prices, as text.
    double fixedCostUsdPerHour = 0;
    double billingStepSeconds = 1; ///< Affects only the cost that a simulation reports.
    std::vector<ResourceType> resourceTypes;
    std::vector<Node> nodes;
    std::vector<Switch> switches;
    std::vector<Group> groups;
    std::vector<Link> links;
    std::optional<double> storageGbPerSecond;

    bool operator==(const Cluster&) const = default;
};

/// Most units of resource type `type` (an index) that `cluster` offers; none: unlimited.
[[nodiscard]] std::optional<std::int64_t> unitLimit(const Cluster& cluster, std::size_t type);

} // namespace hscope::sim
