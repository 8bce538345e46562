// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster_check.h"

#include "simulator/model/cluster_totals.h"
#include "simulator/model/link_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace hscope::sim {

namespace {

using Kind = ClusterProblem::Kind;

constexpr double kBytesPerGib = 1024.0 * 1024 * 1024;
constexpr double kDefaultGbPerSecond = 12.5; ///< 100 Gbit/s Ethernet.

/// Up to four significant digits.
std::string numberText(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

/// Finds what is wrong with a cluster, and knows how each can be mended.
class Checker
{
public:
    Checker(const Cluster& cluster, const Workload* workload)
        : m_cluster(cluster)
        , m_workload(workload)
        , m_graph(cluster)
        , m_largest(m_graph.largestPart())
        , m_hub(hubAmong({}))
    {
        findUsedTypes();
        findHubs();
    }

    [[nodiscard]] std::vector<ClusterProblem> run()
    {
        checkDevices();
        for (std::size_t i = 0; i < m_cluster.resourceTypes.size(); ++i) {
            if (m_isUsed[i]) {
                checkType(m_cluster.resourceTypes[i]);
            }
        }
        checkGroups();
        for (std::size_t i = 0; i < m_graph.elementCount(); ++i) {
            checkElement(i);
        }
        return std::move(m_problems);
    }

    /// A link that joins the element with the others; none if there is nothing to join it with.
    [[nodiscard]] std::optional<Link> missingLink(std::size_t element) const
    {
        std::optional<std::size_t> hub;
        const auto& group = groupOf(element);
        if (const auto own = group ? m_hubOfGroup.find(*group) : m_hubOfGroup.end();
            own != m_hubOfGroup.end() && canJoin(element, own->second)) {
            hub = own->second;
        } else if (m_hub && canJoin(element, *m_hub)) {
            hub = m_hub;
        } else if (m_cluster.nodes.size() > 1) {
            hub = element == 0 ? 1 : 0;
        }
        if (!hub || !canJoin(element, *hub)) {
            return std::nullopt;
        }
        Link link;
        link.kind = LinkKind::Ethernet;
        link.gbPerSecond = kDefaultGbPerSecond;
        if (!m_graph.ends(*hub).empty()) { // As the others there.
            link = *m_graph.ends(*hub).back().link;
        }
        link.from = m_graph.id(element);
        link.to = m_graph.id(*hub);
        return link;
    }

    /// Network bandwidth of a unit of the type as drawn: the least of any node.
    [[nodiscard]] std::optional<double> drawnNic(const std::string& type) const
    {
        std::optional<double> least;
        const std::vector<NodeTotals> totals = allNodeTotals(m_cluster);
        for (std::size_t i = 0; i < totals.size(); ++i) {
            for (const NodeDevices& devices : m_cluster.nodes[i].devices) {
                if (devices.type == type && totals[i].networkGbPerSecond) {
                    const double share =
                        *totals[i].networkGbPerSecond / static_cast<double>(totals[i].devices);
                    least = std::min(least.value_or(share), share);
                }
            }
        }
        return least;
    }

    [[nodiscard]] std::optional<std::size_t> find(const ClusterElement& element) const
    {
        return m_graph.find(element.id);
    }

private:
    void add(Kind kind, ClusterElement element, std::string text, std::string fixText = {})
    {
        m_problems.push_back({kind, std::move(element), std::move(text), std::move(fixText)});
    }

    void findUsedTypes()
    {
        std::set<std::string_view> drawn;
        for (const Node& node : m_cluster.nodes) {
            for (const NodeDevices& devices : node.devices) {
                drawn.insert(devices.type);
            }
        }
        for (const ResourceType& type : m_cluster.resourceTypes) {
            m_isUsed.push_back(m_cluster.nodes.empty() ? type.limit != 0 : drawn.contains(type.id));
        }
    }

    /// The switch of the largest part with the most links, else the largest part's first node.
    [[nodiscard]] std::optional<std::size_t> hubAmong(std::optional<std::string> group) const
    {
        std::optional<std::size_t> best;
        for (std::size_t i = m_cluster.nodes.size(); i < m_graph.elementCount(); ++i) {
            const bool isInGroup = !group || groupOf(i) == group;
            const bool isNear =
                !m_largest || m_graph.partOf(i) == *m_largest || m_graph.ends(i).empty();
            if (isInGroup && isNear &&
                (!best || m_graph.ends(i).size() > m_graph.ends(*best).size())) {
                best = i;
            }
        }
        for (std::size_t i = 0; !best && !group && i < m_cluster.nodes.size(); ++i) {
            if (m_graph.partOf(i) == m_largest) {
                best = i;
            }
        }
        return best;
    }

    void findHubs()
    {
        for (std::size_t i = m_cluster.nodes.size(); i < m_graph.elementCount(); ++i) {
            const auto& group = groupOf(i);
            if (group && m_largest && m_graph.partOf(i) == *m_largest) {
                const auto [hub, isNew] = m_hubOfGroup.try_emplace(*group, i);
                if (m_graph.ends(i).size() > m_graph.ends(hub->second).size()) {
                    hub->second = i;
                }
            }
        }
    }

    [[nodiscard]] const std::optional<std::string>& groupOf(std::size_t element) const
    {
        return m_graph.isNode(element) ? m_cluster.nodes[element].group
                                       : m_cluster.switches[element - m_cluster.nodes.size()].group;
    }

    [[nodiscard]] bool canJoin(std::size_t element, std::size_t other) const
    {
        return element != other &&
               (m_graph.partOf(element) != m_graph.partOf(other) || m_graph.ends(element).empty());
    }

    [[nodiscard]] ClusterElement elementAt(std::size_t index) const
    {
        return {m_graph.isNode(index) ? ClusterElement::Kind::Node : ClusterElement::Kind::Switch,
                m_graph.id(index)};
    }

    void checkDevices()
    {
        const bool offersNone =
            std::none_of(m_isUsed.begin(), m_isUsed.end(), [](bool isUsed) { return isUsed; });
        if (m_cluster.nodes.empty() && offersNone) {
            add(Kind::NoDevices, {}, "The cluster has no devices");
        }
    }

    void checkType(const ResourceType& type)
    {
        const ClusterElement element{ClusterElement::Kind::Type, type.id};
        if (!(type.priceUsdPerHour > 0)) {
            add(Kind::NoPrice, element, type.id + " has no price");
        }
        if (!type.nicGbPerSecond) {
            const std::optional<double> nic = drawnNic(type.id);
            add(Kind::NoNic, element, type.id + " has no network bandwidth",
                nic ? "Use " + numberText(*nic) + " GB/s, its share of the links" : "");
        }
        if (m_workload != nullptr) {
            checkLayers(type, element);
        }
    }

    void checkLayers(const ResourceType& type, const ClusterElement& element)
    {
        bool canRun = false;
        const Layer* heaviest = nullptr;
        for (const Layer& layer : m_workload->layers) {
            if (!layer.profile.contains(type.id)) {
                continue;
            }
            canRun = true;
            if (heaviest == nullptr || layer.denseWeightBytes > heaviest->denseWeightBytes) {
                heaviest = &layer;
            }
        }
        if (!canRun) {
            add(Kind::NoProfile, element,
                "No layer of " + m_workload->name + " has a profile for " + type.id);
        } else if (type.memoryGib && heaviest->denseWeightBytes > *type.memoryGib * kBytesPerGib) {
            add(Kind::MemoryOverflow, element,
                heaviest->name + " needs " + numberText(heaviest->denseWeightBytes / kBytesPerGib) +
                    " GiB, " + type.id + " has " + numberText(*type.memoryGib));
        }
    }

    void checkGroups()
    {
        std::set<std::string_view> full;
        for (std::size_t i = 0; i < m_graph.elementCount(); ++i) {
            if (const auto& group = groupOf(i)) {
                full.insert(*group);
            }
        }
        for (const Group& group : m_cluster.groups) {
            if (!full.contains(group.id)) {
                add(Kind::EmptyGroup, {ClusterElement::Kind::Group, group.id},
                    group.id + " is empty", "Remove " + group.id);
            }
        }
    }

    void checkElement(std::size_t index)
    {
        const std::string& id = m_graph.id(index);
        if (m_graph.isNode(index) && m_cluster.nodes[index].devices.empty()) {
            add(Kind::EmptyNode, elementAt(index), id + " has no devices", "Remove " + id);
        }
        const bool hasSeveralNodes = m_cluster.nodes.size() > 1 ||
                                     (!m_cluster.nodes.empty() && m_cluster.nodes[0].count > 1);
        if (!hasSeveralNodes) {
            return;
        }
        if (m_graph.ends(index).empty()) {
            add(Kind::Unlinked, elementAt(index), id + " has no link", connectText(index));
        } else if (m_graph.partOf(index) != m_largest) {
            add(Kind::Unreachable, elementAt(index), id + " cannot reach most of the others",
                connectText(index));
        }
    }

    [[nodiscard]] std::string connectText(std::size_t index) const
    {
        const std::optional<Link> link = missingLink(index);
        return link ? "Connect to " + link->to : "";
    }

    const Cluster& m_cluster;
    const Workload* m_workload;
    LinkGraph m_graph;
    std::optional<std::size_t> m_largest;
    std::optional<std::size_t> m_hub;
    std::map<std::string_view, std::size_t> m_hubOfGroup;
    std::vector<bool> m_isUsed;
    std::vector<ClusterProblem> m_problems;
};

void removeNode(Cluster& cluster, const std::string& id)
{
    std::erase_if(cluster.nodes, [&](const Node& node) { return node.id == id; });
    std::erase_if(cluster.links,
                  [&](const Link& link) { return link.from == id || link.to == id; });
}

} // namespace

std::vector<ClusterProblem> checkCluster(const Cluster& cluster, const Workload* workload)
{
    return Checker(cluster, workload).run();
}

Cluster applyFix(const Cluster& cluster, const ClusterProblem& problem)
{
    Cluster fixed = cluster;
    const Checker checker(cluster, nullptr);
    switch (problem.kind) {
    case Kind::EmptyNode:
        removeNode(fixed, problem.element.id);
        break;
    case Kind::EmptyGroup:
        std::erase_if(fixed.groups,
                      [&](const Group& group) { return group.id == problem.element.id; });
        break;
    case Kind::Unlinked:
    case Kind::Unreachable:
        if (const auto element = checker.find(problem.element)) {
            if (auto link = checker.missingLink(*element)) {
                fixed.links.push_back(std::move(*link));
            }
        }
        break;
    case Kind::NoNic:
        for (ResourceType& type : fixed.resourceTypes) {
            if (type.id == problem.element.id) {
                type.nicGbPerSecond = checker.drawnNic(type.id);
            }
        }
        break;
    case Kind::NoDevices:
    case Kind::NoPrice:
    case Kind::NoProfile:
    case Kind::MemoryOverflow:
        break;
    }
    return fixed;
}

} // namespace hscope::sim
