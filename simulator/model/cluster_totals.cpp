// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster_totals.h"

#include "simulator/model/bisection.h"
#include "simulator/model/link_graph.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace hscope::sim {

namespace {

using TypeIndex = std::map<std::string_view, std::size_t>;

TypeIndex typeIndex(const Cluster& cluster)
{
    TypeIndex index;
    for (std::size_t i = 0; i < cluster.resourceTypes.size(); ++i) {
        index.emplace(cluster.resourceTypes[i].id, i);
    }
    return index;
}

/// Devices, price and memory; the network is added link by link.
NodeTotals deviceTotals(const Cluster& cluster, const TypeIndex& types, const Node& node)
{
    NodeTotals totals;
    totals.memoryGib = 0;
    for (const NodeDevices& devices : node.devices) {
        totals.devices += devices.count;
        const auto found = types.find(devices.type);
        if (found == types.end()) {
            totals.memoryGib.reset();
            continue;
        }
        const ResourceType& type = cluster.resourceTypes[found->second];
        const auto count = static_cast<double>(devices.count);
        totals.usdPerHour += count * type.priceUsdPerHour;
        if (!type.memoryGib) {
            totals.memoryGib.reset();
        } else if (totals.memoryGib) {
            *totals.memoryGib += count * *type.memoryGib;
        }
    }
    return totals;
}

/// Adds a link to one of its ends, of `copies` copies; the other has `others`.
void addLink(NodeTotals& totals, const Link& link, std::int64_t copies, std::int64_t others)
{
    const double each = static_cast<double>(std::max(copies, others)) / static_cast<double>(copies);
    totals.networkGbPerSecond =
        totals.networkGbPerSecond.value_or(0) + each * directedGbPerSecond(link);
}

/// The elements of one part of the graph. Copies beyond the least number of copies in it lie in
/// parts of their own, as two racks of 10 nodes that are linked with each other only.
LinkedPart linkedPart(const LinkGraph& graph, std::size_t part)
{
    std::vector<std::size_t> numbers(graph.elementCount(), 0);
    std::vector<std::size_t> elements;
    std::int64_t least = INT64_MAX;
    for (std::size_t i = 0; i < graph.elementCount(); ++i) {
        if (graph.partOf(i) == part) {
            numbers[i] = elements.size();
            elements.push_back(i);
            least = std::min(least, graph.copies(i));
        }
    }
    LinkedPart result;
    for (const std::size_t element : elements) {
        result.elements.push_back(
            {(graph.copies(element) + least - 1) / least, graph.isNode(element)});
        std::map<std::size_t, double> widths;
        for (const LinkGraph::End& end : graph.ends(element)) {
            widths[numbers[end.other]] += directedGbPerSecond(*end.link);
        }
        auto& neighbours = result.neighbours.emplace_back();
        for (const auto& [other, gbPerSecond] : widths) {
            neighbours.push_back({other, gbPerSecond});
        }
    }
    return result;
}

std::int64_t nodesOf(const LinkedPart& part)
{
    std::int64_t nodes = 0;
    for (const LinkedPart::Element& element : part.elements) {
        nodes += element.isNode ? element.copies : 0;
    }
    return nodes;
}

} // namespace

double directedGbPerSecond(const Link& link)
{
    return link.fullDuplex ? link.gbPerSecond : link.gbPerSecond / 2;
}

std::vector<NodeTotals> allNodeTotals(const Cluster& cluster)
{
    const TypeIndex types = typeIndex(cluster);
    const LinkGraph graph(cluster);
    std::vector<NodeTotals> totals;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        totals.push_back(deviceTotals(cluster, types, cluster.nodes[i]));
        for (const LinkGraph::End& end : graph.ends(i)) {
            addLink(totals.back(), *end.link, graph.copies(i), graph.copies(end.other));
        }
    }
    return totals;
}

NodeTotals nodeTotals(const Cluster& cluster, const Node& node)
{
    NodeTotals totals = deviceTotals(cluster, typeIndex(cluster), node);
    for (const Link& link : cluster.links) {
        if ((link.from == node.id) == (link.to == node.id)) {
            continue;
        }
        const std::string& otherId = link.from == node.id ? link.to : link.from;
        const auto other = std::find_if(cluster.nodes.begin(), cluster.nodes.end(),
                                        [&](const Node& each) { return each.id == otherId; });
        addLink(totals, link, node.count, other == cluster.nodes.end() ? 1 : other->count);
    }
    return totals;
}

ClusterTotals clusterTotals(const Cluster& cluster)
{
    const TypeIndex types = typeIndex(cluster);
    ClusterTotals totals;
    totals.devicesOfType.resize(cluster.resourceTypes.size(), 0);
    totals.usdPerHour = cluster.fixedCostUsdPerHour;
    for (const Node& node : cluster.nodes) {
        const NodeTotals one = deviceTotals(cluster, types, node);
        totals.nodes += node.count;
        totals.devices += node.count * one.devices;
        totals.usdPerHour += static_cast<double>(node.count) * one.usdPerHour;
        for (const NodeDevices& devices : node.devices) {
            if (const auto type = types.find(devices.type); type != types.end()) {
                totals.devicesOfType[type->second] += node.count * devices.count;
            }
        }
    }
    const LinkGraph graph(cluster);
    if (const auto largest = graph.largestPart()) {
        const LinkedPart part = linkedPart(graph, *largest);
        totals.connectedNodes = nodesOf(part);
        if (totals.connectedNodes > 1) {
            const Bisection bisection = bisectionOf(part);
            totals.bisectionGbPerSecond = bisection.gbPerSecond;
            totals.isBisectionExact = bisection.isExact;
        }
    }
    return totals;
}

} // namespace hscope::sim
