// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster_templates.h"

#include <algorithm>
#include <array>
#include <string>

namespace hscope::sim {

namespace {

constexpr std::array kTemplates{
    ClusterTemplate{"single-server", "Single server", "8 devices"},
    ClusterTemplate{"two-racks", "Two racks", "14 servers, 100 GbE"},
    ClusterTemplate{"cloud-mix", "Cloud mix", "3 kinds of server"},
};

constexpr double kGbPerSecond100 = 12.5; ///< Of 100 Gbit/s Ethernet.
constexpr double kGbPerSecond25 = 3.125;

/// What a template is made of, by index of the given types.
struct Choice
{
    std::size_t cpu = 0;
    std::size_t gpu = 0;
    std::size_t secondGpu = 0;
};

/// The first of each kind; where there is none, one that there is.
Choice choose(std::span<const ResourceType> types)
{
    const auto find = [&](DeviceKind kind, std::size_t from, std::size_t otherwise) {
        for (std::size_t i = from; i < types.size(); ++i) {
            if (types[i].kind == kind) {
                return i;
            }
        }
        return otherwise;
    };
    Choice choice;
    choice.cpu = find(DeviceKind::Cpu, 0, 0);
    choice.gpu = find(DeviceKind::Gpu, 0, choice.cpu);
    choice.secondGpu = find(DeviceKind::Gpu, choice.gpu + 1, choice.gpu);
    return choice;
}

/// Adds servers and cables, and only those types that are used.
class Builder
{
public:
    Builder(std::string_view name, std::span<const ResourceType> types)
        : m_types(types)
    {
        m_cluster.name = name;
    }

    void addNode(std::string id, std::size_t type, std::int64_t devices, double x, double y)
    {
        Node node;
        node.id = std::move(id);
        node.devices = {{used(type), devices, 1}};
        node.x = x;
        node.y = y;
        m_cluster.nodes.push_back(std::move(node));
    }

    void addSwitch(std::string id, double x, double y)
    {
        Switch added;
        added.id = std::move(id);
        added.x = x;
        added.y = y;
        m_cluster.switches.push_back(std::move(added));
    }

    /// Of the node that was added last.
    void link(const std::string& to, double gbPerSecond)
    {
        m_cluster.links.push_back(
            {m_cluster.nodes.back().id, to, LinkKind::Ethernet, gbPerSecond, 0, {}, true});
    }

    Node& last() { return m_cluster.nodes.back(); }

    Cluster cluster() && { return std::move(m_cluster); }

    void addGroup(std::string id)
    {
        Group group;
        group.id = std::move(id);
        m_cluster.groups.push_back(std::move(group));
    }

private:
    const std::string& used(std::size_t type)
    {
        const ResourceType& wanted = m_types[type];
        const auto isWanted = [&](const ResourceType& each) { return each.id == wanted.id; };
        if (std::none_of(m_cluster.resourceTypes.begin(), m_cluster.resourceTypes.end(),
                         isWanted)) {
            m_cluster.resourceTypes.push_back(wanted);
        }
        return wanted.id;
    }

    std::span<const ResourceType> m_types;
    Cluster m_cluster;
};

void drawSingleServer(Builder& builder, const Choice& choice)
{
    builder.addNode("server-1", choice.gpu, 8, 64, 64);
}

void drawTwoRacks(Builder& builder, const Choice& choice)
{
    builder.addGroup("rack-a");
    builder.addGroup("rack-b");
    builder.addSwitch("sw-0", 464, 224);
    builder.addNode("cpu", choice.cpu, 48, 64, 176);
    builder.last().count = 10;
    builder.last().group = "rack-a";
    builder.link("sw-0", kGbPerSecond100);
    for (int i = 0; i < 4; ++i) {
        builder.addNode("gpu-" + std::to_string(i + 1), choice.gpu, 8, 720, 96 + 80 * i);
        builder.last().group = "rack-b";
        builder.link("sw-0", kGbPerSecond100);
    }
}

void drawCloudMix(Builder& builder, const Choice& choice)
{
    builder.addSwitch("network", 464, 208);
    builder.addNode("cpu", choice.cpu, 32, 64, 176);
    builder.last().count = 4;
    builder.link("network", kGbPerSecond25);
    builder.addNode("large-gpu", choice.gpu, 8, 720, 144);
    builder.last().count = 2;
    builder.link("network", kGbPerSecond100);
    builder.addNode("small-gpu", choice.secondGpu, 4, 720, 272);
    builder.last().count = 4;
    builder.link("network", kGbPerSecond25);
}

} // namespace

std::span<const ClusterTemplate> clusterTemplates()
{
    return kTemplates;
}

Cluster makeTemplate(std::string_view id, std::span<const ResourceType> types)
{
    const auto found = std::find_if(kTemplates.begin(), kTemplates.end(),
                                    [&](const ClusterTemplate& each) { return each.id == id; });
    if (found == kTemplates.end() || types.empty()) {
        return {};
    }
    Builder builder(found->title, types);
    const Choice choice = choose(types);
    if (id == "single-server") {
        drawSingleServer(builder, choice);
    } else if (id == "two-racks") {
        drawTwoRacks(builder, choice);
    } else {
        drawCloudMix(builder, choice);
    }
    return std::move(builder).cluster();
}

} // namespace hscope::sim
