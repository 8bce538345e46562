// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_cards.h"

#include "simulator/io/this_machine.h"
#include "simulator/model/cluster_templates.h"

#include <algorithm>
#include <array>

namespace hscope::app {

namespace {

struct KindName
{
    ClusterCard::Kind kind;
    const char* name;
};

constexpr std::array<KindName, 7> kKindNames = {{{ClusterCard::Kind::Type, "type"},
                                                 {ClusterCard::Kind::Switch, "switch"},
                                                 {ClusterCard::Kind::Rack, "rack"},
                                                 {ClusterCard::Kind::Link, "link"},
                                                 {ClusterCard::Kind::Storage, "storage"},
                                                 {ClusterCard::Kind::Template, "template"},
                                                 {ClusterCard::Kind::Machine, "machine"}}};

constexpr double kDefaultGbPerSecond = 12.5; ///< 100 GbE.
constexpr double kDefaultLatencyUs = 2;

std::string stemOf(sim::DeviceKind kind)
{
    return kind == sim::DeviceKind::Cpu   ? "cpu-1"
           : kind == sim::DeviceKind::Gpu ? "gpu-1"
                                          : "xpu-1";
}

sim::Cluster server(const std::string& typeId, const sim::Cluster& cluster,
                    const sim::TypeLibrary& library)
{
    sim::Cluster part;
    part.resourceTypes = drawableTypes(cluster, library);
    const sim::ResourceType* type = findType(part, typeId);
    if (type == nullptr) {
        return part;
    }
    const auto known = std::ranges::find_if(
        library.types, [&](const sim::LibraryType& entry) { return entry.type.id == typeId; });
    sim::Node node;
    node.id = freePlaceId(cluster, stemOf(type->kind));
    node.devices = {{typeId, known == library.types.end() ? 1 : known->devicesPerNode, 1}};
    node.x = 0;
    node.y = 0;
    part.nodes.push_back(std::move(node));
    return part;
}

sim::Cluster thisMachine()
{
    sim::Cluster part = sim::describeThisMachine();
    for (sim::Node& node : part.nodes) {
        node.x = node.x.value_or(0);
        node.y = node.y.value_or(0);
    }
    return part;
}

} // namespace

QByteArray encoded(const ClusterCard& card)
{
    const auto* name = std::ranges::find(kKindNames, card.kind, &KindName::kind);
    return QByteArray(name->name).append(':').append(QByteArray::fromStdString(card.id));
}

std::optional<ClusterCard> decodedCard(const QByteArray& data)
{
    for (const KindName& entry : kKindNames) {
        const QByteArray lead = QByteArray(entry.name).append(':');
        if (data.startsWith(lead)) {
            return ClusterCard{entry.kind, data.mid(lead.size()).toStdString()};
        }
    }
    return std::nullopt;
}

sim::Cluster cardContents(const ClusterCard& card, const sim::Cluster& cluster,
                          const sim::TypeLibrary& library)
{
    sim::Cluster part;
    switch (card.kind) {
    case ClusterCard::Kind::Type:
        return server(card.id, cluster, library);
    case ClusterCard::Kind::Template:
        return sim::makeTemplate(card.id, drawableTypes(cluster, library));
    case ClusterCard::Kind::Machine:
        return thisMachine();
    case ClusterCard::Kind::Switch:
        part.switches.push_back({freePlaceId(cluster, "sw-0"), std::nullopt, std::nullopt, 0, 0});
        break;
    case ClusterCard::Kind::Rack:
        part.groups.push_back({"rack-1", std::nullopt, 0, 0});
        break;
    case ClusterCard::Kind::Link:
    case ClusterCard::Kind::Storage:
        break;
    }
    return part;
}

std::vector<sim::ResourceType> drawableTypes(const sim::Cluster& cluster,
                                             const sim::TypeLibrary& library)
{
    std::vector<sim::ResourceType> types = cluster.resourceTypes;
    for (const sim::LibraryType& entry : library.types) {
        if (findType(cluster, entry.type.id) == nullptr) {
            types.push_back(entry.type);
        }
    }
    return types;
}

sim::Cluster emptyCluster(const sim::TypeLibrary& library)
{
    sim::Cluster cluster;
    cluster.name = "untitled";
    cluster.pricesAsOf = library.pricesAsOf.empty() ? "not dated" : library.pricesAsOf;
    if (library.types.empty()) {
        cluster.resourceTypes.push_back(
            {"cpu-core", sim::DeviceKind::Cpu, "CPU core", 0.04, {}, {}, {}, {}, {}, {}});
    } else {
        cluster.resourceTypes.push_back(library.types.front().type);
    }
    return cluster;
}

sim::Link defaultLink(const sim::Cluster& cluster, const std::string& from, const std::string& to)
{
    sim::Link link;
    link.kind = sim::LinkKind::Ethernet;
    link.gbPerSecond = kDefaultGbPerSecond;
    link.latencyUs = kDefaultLatencyUs;
    if (!cluster.links.empty()) {
        link = cluster.links.back();
    }
    link.from = from;
    link.to = to;
    return link;
}

} // namespace hscope::app
