// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_edit.h"

#include <algorithm>
#include <charconv>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

template <typename List>
auto findId(List& list, std::string_view id)
{
    const auto found = std::ranges::find_if(list, [id](const auto& item) { return item.id == id; });
    return found == list.end() ? nullptr : &*found;
}

template <typename T>
void replace(std::vector<T>& list, const T& value)
{
    if (T* found = findId(list, value.id)) {
        *found = value;
    }
}

std::optional<std::size_t> linkIndex(const sim::ClusterElement& element)
{
    std::size_t index = 0;
    const char* end = element.id.data() + element.id.size();
    const auto result = std::from_chars(element.id.data(), end, index);
    if (element.kind != Kind::Link || result.ec != std::errc() || result.ptr != end) {
        return std::nullopt;
    }
    return index;
}

/// `stem`, or `stem-2`, `stem-3`...; a number that the stem has is counted on instead.
std::string freeId(std::string_view stem, const std::set<std::string, std::less<>>& taken)
{
    if (!taken.contains(stem)) {
        return std::string(stem);
    }
    const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
    std::string_view base = stem;
    std::int64_t number = 1;
    if (digits > 0 && digits < stem.size() && stem[digits - 1] == '-' && stem.size() - digits < 9) {
        std::from_chars(stem.data() + digits, stem.data() + stem.size(), number);
        base = stem.substr(0, digits - 1);
    }
    std::string id;
    do {
        ++number;
        id = std::string(base) + "-" + std::to_string(number);
    } while (taken.contains(id));
    return id;
}

std::set<std::string, std::less<>> placeIds(const sim::Cluster& cluster)
{
    std::set<std::string, std::less<>> ids;
    for (const sim::Node& node : cluster.nodes) {
        ids.insert(node.id);
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        ids.insert(networkSwitch.id);
    }
    return ids;
}

/// Racks that are listed or only named by their members.
std::set<std::string, std::less<>> groupIds(const sim::Cluster& cluster)
{
    std::set<std::string, std::less<>> ids;
    const auto add = [&ids](const auto& places) {
        for (const auto& place : places) {
            if (place.group) {
                ids.insert(*place.group);
            }
        }
    };
    add(cluster.nodes);
    add(cluster.switches);
    for (const sim::Group& group : cluster.groups) {
        ids.insert(group.id);
    }
    return ids;
}

/// A document lists either all of its racks or none.
void listGroups(sim::Cluster& cluster)
{
    for (const std::string& id : groupIds(cluster)) {
        if (findId(cluster.groups, id) == nullptr) {
            cluster.groups.push_back({id, std::nullopt, std::nullopt, std::nullopt});
        }
    }
}

bool isUsed(const sim::Cluster& cluster, std::string_view type)
{
    return std::ranges::any_of(cluster.nodes, [type](const sim::Node& node) {
        return std::ranges::find(node.devices, type, &sim::NodeDevices::type) != node.devices.end();
    });
}

void addMissingTypes(sim::Cluster& cluster, const sim::Node& node,
                     const std::vector<sim::ResourceType>& types)
{
    for (const sim::NodeDevices& devices : node.devices) {
        const auto* type = findId(types, devices.type);
        if (type != nullptr && findId(cluster.resourceTypes, devices.type) == nullptr) {
            cluster.resourceTypes.push_back(*type);
        }
    }
}

/// Calls `visit` with each node and switch.
template <typename Cluster, typename Visit>
void forEachPlace(Cluster& cluster, Visit visit)
{
    for (auto& node : cluster.nodes) {
        visit(node);
    }
    for (auto& networkSwitch : cluster.switches) {
        visit(networkSwitch);
    }
}

void renamePlace(sim::Cluster& cluster, const std::string& from, const std::string& to)
{
    forEachPlace(cluster, [&](auto& place) {
        if (place.id == from) {
            place.id = to;
        }
    });
    for (sim::Link& link : cluster.links) {
        for (std::string* end : {&link.from, &link.to}) {
            if (*end == from) {
                *end = to;
            }
        }
    }
}

void renameGroup(sim::Cluster& cluster, const std::string& from, const std::string& to)
{
    forEachPlace(cluster, [&](auto& place) {
        if (place.group == from) {
            place.group = to;
        }
    });
    if (sim::Group* group = findId(cluster.groups, from)) {
        group->id = to;
    }
}

void renameType(sim::Cluster& cluster, const std::string& from, const std::string& to)
{
    findId(cluster.resourceTypes, from)->id = to;
    for (sim::Node& node : cluster.nodes) {
        for (sim::NodeDevices& devices : node.devices) {
            if (devices.type == from) {
                devices.type = to;
            }
        }
    }
}

} // namespace

sim::ClusterElement nodeElement(std::string_view id)
{
    return {Kind::Node, std::string(id)};
}

sim::ClusterElement switchElement(std::string_view id)
{
    return {Kind::Switch, std::string(id)};
}

sim::ClusterElement groupElement(std::string_view id)
{
    return {Kind::Group, std::string(id)};
}

sim::ClusterElement typeElement(std::string_view id)
{
    return {Kind::Type, std::string(id)};
}

sim::ClusterElement linkElement(std::size_t index)
{
    return {Kind::Link, std::to_string(index)};
}

const sim::Node* findNode(const sim::Cluster& cluster, std::string_view id)
{
    return findId(cluster.nodes, id);
}

const sim::Switch* findSwitch(const sim::Cluster& cluster, std::string_view id)
{
    return findId(cluster.switches, id);
}

const sim::Group* findGroup(const sim::Cluster& cluster, std::string_view id)
{
    return findId(cluster.groups, id);
}

const sim::ResourceType* findType(const sim::Cluster& cluster, std::string_view id)
{
    return findId(cluster.resourceTypes, id);
}

const sim::Link* findLink(const sim::Cluster& cluster, const sim::ClusterElement& element)
{
    const auto index = linkIndex(element);
    return index && *index < cluster.links.size() ? &cluster.links[*index] : nullptr;
}

bool contains(const sim::Cluster& cluster, const sim::ClusterElement& element)
{
    switch (element.kind) {
    case Kind::Cluster:
        return true;
    case Kind::Type:
        return findType(cluster, element.id) != nullptr;
    case Kind::Node:
        return findNode(cluster, element.id) != nullptr;
    case Kind::Switch:
        return findSwitch(cluster, element.id) != nullptr;
    case Kind::Group:
        return groupIds(cluster).contains(element.id);
    case Kind::Link:
        return findLink(cluster, element) != nullptr;
    }
    return false;
}

ClusterElements drawnElements(const sim::Cluster& cluster)
{
    ClusterElements elements;
    for (const sim::Node& node : cluster.nodes) {
        elements.insert(nodeElement(node.id));
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        elements.insert(switchElement(networkSwitch.id));
    }
    for (const std::string& group : groupIds(cluster)) {
        elements.insert(groupElement(group));
    }
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        elements.insert(linkElement(i));
    }
    return elements;
}

ClusterElements placesOf(const sim::Cluster& cluster, const ClusterElements& elements)
{
    ClusterElements places;
    std::set<std::string, std::less<>> filled;
    const auto add = [&](const auto& list, Kind kind) {
        for (const auto& place : list) {
            if (place.group) {
                filled.insert(*place.group);
            }
            if (elements.contains({kind, place.id}) ||
                (place.group && elements.contains(groupElement(*place.group)))) {
                places.insert({kind, place.id});
            }
        }
    };
    add(cluster.nodes, Kind::Node);
    add(cluster.switches, Kind::Switch);
    for (const sim::Group& group : cluster.groups) {
        if (!filled.contains(group.id) && elements.contains(groupElement(group.id))) {
            places.insert(groupElement(group.id));
        }
    }
    return places;
}

std::string freePlaceId(const sim::Cluster& cluster, std::string_view stem)
{
    return freeId(stem, placeIds(cluster));
}

ClusterEdit addNode(sim::Cluster cluster, sim::Node node,
                    const std::vector<sim::ResourceType>& types)
{
    node.id = freePlaceId(cluster, node.id.empty() ? "node" : node.id);
    addMissingTypes(cluster, node, types);
    ClusterElements added{nodeElement(node.id)};
    cluster.nodes.push_back(std::move(node));
    if (cluster.nodes.back().group) {
        listGroups(cluster);
    }
    return {std::move(cluster), std::move(added)};
}

ClusterEdit addSwitch(sim::Cluster cluster, sim::Switch networkSwitch)
{
    networkSwitch.id = freePlaceId(cluster, networkSwitch.id.empty() ? "switch" : networkSwitch.id);
    ClusterElements added{switchElement(networkSwitch.id)};
    cluster.switches.push_back(std::move(networkSwitch));
    if (cluster.switches.back().group) {
        listGroups(cluster);
    }
    return {std::move(cluster), std::move(added)};
}

ClusterEdit addGroup(sim::Cluster cluster, std::string_view stem, const ClusterElements& members)
{
    listGroups(cluster);
    const std::string id = freeId(stem, groupIds(cluster));
    cluster.groups.push_back({id, std::nullopt, std::nullopt, std::nullopt});
    return {grouped(std::move(cluster), placesOf(cluster, members), id), {groupElement(id)}};
}

ClusterEdit addLink(sim::Cluster cluster, const sim::Link& link)
{
    const auto places = placeIds(cluster);
    if (link.from == link.to || !places.contains(link.from) || !places.contains(link.to)) {
        return {std::move(cluster), {}};
    }
    cluster.links.push_back(link);
    const std::size_t index = cluster.links.size() - 1;
    return {std::move(cluster), {linkElement(index)}};
}

ClusterEdit addType(sim::Cluster cluster, const sim::ResourceType& type)
{
    if (type.id.empty() || findType(cluster, type.id) != nullptr) {
        return {std::move(cluster), {}};
    }
    cluster.resourceTypes.push_back(type);
    return {std::move(cluster), {typeElement(type.id)}};
}

ClusterEdit renamed(sim::Cluster cluster, const sim::ClusterElement& element, const std::string& id)
{
    const bool isPlace = element.kind == Kind::Node || element.kind == Kind::Switch;
    const bool isTaken = isPlace                       ? placeIds(cluster).contains(id)
                         : element.kind == Kind::Group ? groupIds(cluster).contains(id)
                                                       : findType(cluster, id) != nullptr;
    if (id.empty() || isTaken || !contains(cluster, element)) {
        return {std::move(cluster), {element}};
    }
    switch (element.kind) {
    case Kind::Node:
    case Kind::Switch:
        renamePlace(cluster, element.id, id);
        break;
    case Kind::Group:
        renameGroup(cluster, element.id, id);
        break;
    case Kind::Type:
        renameType(cluster, element.id, id);
        break;
    case Kind::Cluster:
    case Kind::Link:
        return {std::move(cluster), {element}};
    }
    return {std::move(cluster), {{element.kind, id}}};
}

sim::Cluster removed(sim::Cluster cluster, const ClusterElements& elements)
{
    std::vector<sim::Link> links;
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        const sim::Link& link = cluster.links[i];
        const auto goes = [&](const std::string& id) {
            return elements.contains(nodeElement(id)) || elements.contains(switchElement(id));
        };
        if (!elements.contains(linkElement(i)) && !goes(link.from) && !goes(link.to)) {
            links.push_back(link);
        }
    }
    cluster.links = std::move(links);
    const auto drop = [&elements](auto& list, Kind kind) {
        std::erase_if(list, [&](const auto& item) { return elements.contains({kind, item.id}); });
    };
    drop(cluster.nodes, Kind::Node);
    drop(cluster.switches, Kind::Switch);
    drop(cluster.groups, Kind::Group);
    forEachPlace(cluster, [&](auto& place) {
        if (place.group && elements.contains(groupElement(*place.group))) {
            place.group.reset();
        }
    });
    for (const sim::ClusterElement& element : elements) {
        if (element.kind == Kind::Type && cluster.resourceTypes.size() > 1 &&
            !isUsed(cluster, element.id)) {
            std::erase_if(cluster.resourceTypes,
                          [&](const sim::ResourceType& type) { return type.id == element.id; });
        }
    }
    return cluster;
}

sim::Cluster placed(sim::Cluster cluster, const ElementPositions& positions)
{
    const auto put = [&positions](auto& places, Kind kind) {
        for (auto& place : places) {
            const auto found = positions.find({kind, place.id});
            if (found != positions.end()) {
                place.x = found->second.x();
                place.y = found->second.y();
            }
        }
    };
    put(cluster.nodes, Kind::Node);
    put(cluster.switches, Kind::Switch);
    put(cluster.groups, Kind::Group);
    return cluster;
}

sim::Cluster grouped(sim::Cluster cluster, const ClusterElements& places,
                     const std::optional<std::string>& group)
{
    if (group) {
        listGroups(cluster);
    }
    const auto put = [&](auto& list, Kind kind) {
        for (auto& place : list) {
            if (places.contains({kind, place.id})) {
                place.group = group;
            }
        }
    };
    put(cluster.nodes, Kind::Node);
    put(cluster.switches, Kind::Switch);
    return cluster;
}

sim::Cluster excerpt(const sim::Cluster& cluster, const ClusterElements& elements)
{
    const ClusterElements places = placesOf(cluster, elements);
    sim::Cluster part;
    part.name = cluster.name;
    part.pricesAsOf = cluster.pricesAsOf;
    part.resourceTypes = cluster.resourceTypes;
    const auto take = [&](const auto& from, auto& to, Kind kind) {
        for (const auto& place : from) {
            if (places.contains({kind, place.id})) {
                to.push_back(place);
                if (place.group && !elements.contains(groupElement(*place.group))) {
                    to.back().group.reset();
                }
            }
        }
    };
    take(cluster.nodes, part.nodes, Kind::Node);
    take(cluster.switches, part.switches, Kind::Switch);
    for (const sim::Group& group : cluster.groups) {
        if (elements.contains(groupElement(group.id))) {
            part.groups.push_back(group);
        }
    }
    for (const sim::Link& link : cluster.links) {
        const auto isIn = [&places](const std::string& id) {
            return places.contains(nodeElement(id)) || places.contains(switchElement(id));
        };
        if (isIn(link.from) && isIn(link.to)) {
            part.links.push_back(link);
        }
    }
    return part;
}

ClusterEdit pasted(sim::Cluster cluster, const sim::Cluster& part, QPointF offset)
{
    ClusterElements added;
    std::map<std::string, std::string> places;
    std::map<std::string, std::string> groups;
    auto takenPlaces = placeIds(cluster);
    auto takenGroups = groupIds(cluster);
    const auto shift = [offset](auto& place) {
        if (place.x && place.y) {
            place.x = *place.x + offset.x();
            place.y = *place.y + offset.y();
        }
    };
    for (const std::string& id : groupIds(part)) {
        groups[id] = freeId(id, takenGroups);
        takenGroups.insert(groups[id]);
        const sim::Group* known = findId(part.groups, id);
        sim::Group group = known != nullptr ? *known : sim::Group{};
        group.id = groups[id];
        shift(group);
        cluster.groups.push_back(std::move(group));
        added.insert(groupElement(groups[id]));
    }
    const auto take = [&](auto place, auto& list, Kind kind) {
        const std::string old = place.id;
        place.id = freeId(old, takenPlaces);
        takenPlaces.insert(place.id);
        places[old] = place.id;
        if (place.group) {
            place.group = groups[*place.group];
        }
        shift(place);
        added.insert({kind, place.id});
        list.push_back(std::move(place));
    };
    for (const sim::Node& node : part.nodes) {
        addMissingTypes(cluster, node, part.resourceTypes);
        take(node, cluster.nodes, Kind::Node);
    }
    for (const sim::Switch& networkSwitch : part.switches) {
        take(networkSwitch, cluster.switches, Kind::Switch);
    }
    for (sim::Link link : part.links) {
        link.from = places[link.from];
        link.to = places[link.to];
        cluster.links.push_back(link);
    }
    if (!cluster.groups.empty()) {
        listGroups(cluster);
    }
    return {std::move(cluster), std::move(added)};
}

ClusterEdit duplicated(const sim::Cluster& cluster, const ClusterElements& elements, QPointF offset)
{
    const sim::Cluster part = excerpt(cluster, elements);
    ClusterEdit edit = pasted(cluster, part, offset);
    const auto keepGroups = [&](const auto& originals, const auto& copied, auto& list) {
        const std::size_t first = list.size() - copied.size();
        for (std::size_t i = 0; i < copied.size(); ++i) {
            if (!copied[i].group) {
                list[first + i].group = findId(originals, copied[i].id)->group;
            }
        }
    };
    keepGroups(cluster.nodes, part.nodes, edit.cluster.nodes);
    keepGroups(cluster.switches, part.switches, edit.cluster.switches);
    return edit;
}

sim::Cluster withNode(sim::Cluster cluster, const sim::Node& node)
{
    replace(cluster.nodes, node);
    if (node.group) {
        listGroups(cluster);
    }
    return cluster;
}

sim::Cluster withSwitch(sim::Cluster cluster, const sim::Switch& networkSwitch)
{
    replace(cluster.switches, networkSwitch);
    if (networkSwitch.group) {
        listGroups(cluster);
    }
    return cluster;
}

sim::Cluster withGroup(sim::Cluster cluster, const sim::Group& group)
{
    listGroups(cluster);
    replace(cluster.groups, group);
    return cluster;
}

sim::Cluster withType(sim::Cluster cluster, const sim::ResourceType& type)
{
    replace(cluster.resourceTypes, type);
    return cluster;
}

sim::Cluster withLink(sim::Cluster cluster, const sim::ClusterElement& element,
                      const sim::Link& link)
{
    const auto index = linkIndex(element);
    if (index && *index < cluster.links.size()) {
        cluster.links[*index] = link;
    }
    return cluster;
}

} // namespace hscope::app
