// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/document_layout.h"
#include "simulator/io/documents.h"
#include "simulator/io/enum_names.h"
#include "simulator/io/object_reader.h"
#include "simulator/io/resource_type_json.h"

#include <nlohmann/json.hpp>
#include <set>

namespace hscope::sim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr WholeRange kCountRange{1, 1'000'000};

std::string known(const std::set<std::string>& ids, std::string_view what)
{
    std::string text = "the id of a " + std::string(what);
    std::size_t shown = 0;
    constexpr std::size_t kMostShown = 8;
    for (const std::string& id : ids) {
        text += (shown == 0 ? " (" : ", ") + (shown < kMostShown ? id : std::string("..."));
        if (++shown > kMostShown) {
            break;
        }
    }
    return text + (shown > 0 ? ")" : ", of which there are none");
}

/// Reads the parts of a cluster in an order in which each finds the ids it refers to.
class ClusterReader
{
public:
    explicit ClusterReader(DocumentFault& fault)
        : m_fault(fault)
    {
    }

    Cluster read(const json& document)
    {
        ObjectReader top(document, "", m_fault);
        static_cast<void>(top.has("format") && top.value("format") && top.value("version"));
        Cluster cluster;
        cluster.name = top.text("name");
        cluster.pricesAsOf = top.text("prices_as_of");
        cluster.fixedCostUsdPerHour =
            top.optionalNumber("fixed_cost_usd_per_hour", kNotNegative).value_or(0);
        if (top.has("billing")) {
            ObjectReader billing(*top.value("billing"), top.pointerTo("billing"), m_fault);
            cluster.billingStepSeconds = billing.number("step_s", kPositive);
            billing.end();
        }
        top.array("resource_types", [&](const json& element, const std::string& pointer) {
            cluster.resourceTypes.push_back(resourceType(element, pointer));
        });
        if (cluster.resourceTypes.empty()) {
            top.wrong("resource_types", "at least one resource type");
        }
        each(top, "groups", [&](const json& element, const std::string& pointer) {
            cluster.groups.push_back(group(element, pointer));
        });
        each(top, "nodes", [&](const json& element, const std::string& pointer) {
            cluster.nodes.push_back(node(element, pointer));
        });
        each(top, "switches", [&](const json& element, const std::string& pointer) {
            cluster.switches.push_back(networkSwitch(element, pointer));
        });
        each(top, "links", [&](const json& element, const std::string& pointer) {
            cluster.links.push_back(link(element, pointer));
        });
        if (top.has("storage")) {
            ObjectReader storage(*top.value("storage"), top.pointerTo("storage"), m_fault);
            cluster.storageGbPerSecond = storage.number("gb_per_s", kPositive);
            storage.end();
        }
        top.end();
        return cluster;
    }

private:
    template <typename Read>
    static void each(ObjectReader& top, std::string_view key, Read read)
    {
        if (top.has(key)) {
            top.array(key, read);
        }
    }

    ResourceType resourceType(const json& element, const std::string& pointer)
    {
        ObjectReader reader(element, pointer, m_fault);
        ResourceType type = readResourceType(reader, m_typeIds, m_fault);
        reader.end();
        return type;
    }

    Group group(const json& element, const std::string& pointer)
    {
        ObjectReader reader(element, pointer, m_fault);
        Group group;
        group.id = readNewId(reader, m_groupIds);
        group.name = reader.optionalText("name");
        group.x = reader.optionalNumber("x", kAnyNumber);
        group.y = reader.optionalNumber("y", kAnyNumber);
        reader.end();
        return group;
    }

    /// A group that is drawn in must be listed, unless none is: then it is only a label.
    std::optional<std::string> groupOf(ObjectReader& reader)
    {
        std::optional<std::string> group = reader.optionalText("group");
        if (group && !m_groupIds.empty() && !m_groupIds.contains(*group)) {
            reader.wrong("group", known(m_groupIds, "group"));
        }
        return group;
    }

    Node node(const json& element, const std::string& pointer)
    {
        ObjectReader reader(element, pointer, m_fault);
        Node node;
        node.id = readNewId(reader, m_placeIds);
        node.count = reader.optionalWhole("count", kCountRange).value_or(1);
        node.group = groupOf(reader);
        reader.array("devices", [&](const json& child, const std::string& childPointer) {
            ObjectReader devices(child, childPointer, m_fault);
            NodeDevices entry{devices.text("type"), devices.whole("count", kCountRange),
                              devices.optionalNumber("speed_factor", kPositive).value_or(1)};
            if (!m_typeIds.contains(entry.type)) {
                devices.wrong("type", known(m_typeIds, "resource type"));
            }
            devices.end();
            node.devices.push_back(std::move(entry));
        });
        node.x = reader.optionalNumber("x", kAnyNumber);
        node.y = reader.optionalNumber("y", kAnyNumber);
        reader.end();
        return node;
    }

    Switch networkSwitch(const json& element, const std::string& pointer)
    {
        ObjectReader reader(element, pointer, m_fault);
        Switch result;
        result.id = readNewId(reader, m_placeIds);
        result.name = reader.optionalText("name");
        result.group = groupOf(reader);
        result.x = reader.optionalNumber("x", kAnyNumber);
        result.y = reader.optionalNumber("y", kAnyNumber);
        reader.end();
        return result;
    }

    Link link(const json& element, const std::string& pointer)
    {
        ObjectReader reader(element, pointer, m_fault);
        Link link;
        link.from = reader.text("from");
        link.to = reader.text("to");
        for (const char* end : {"from", "to"}) {
            if (!m_placeIds.contains(end == std::string_view("from") ? link.from : link.to)) {
                reader.wrong(end, known(m_placeIds, "node or switch"));
            }
        }
        if (link.from == link.to) {
            reader.wrong("to", "another node or switch than in from");
        }
        const std::optional<LinkKind> kind = valueOf(reader.text("kind"), kLinkKindNames);
        if (!kind) {
            reader.wrong("kind", choices(kLinkKindNames));
        }
        link.kind = kind.value_or(LinkKind::Other);
        link.gbPerSecond = reader.number("gb_per_s", kPositive);
        link.latencyUs = reader.optionalNumber("latency_us", kNotNegative).value_or(0);
        link.flowCapGbPerSecond = reader.optionalNumber("flow_cap_gb_per_s", kPositive);
        if (const std::optional<std::string> duplex = reader.optionalText("duplex")) {
            if (*duplex != "full" && *duplex != "half") {
                reader.wrong("duplex", "full or half");
            }
            link.fullDuplex = *duplex != "half";
        }
        reader.end();
        return link;
    }

    DocumentFault& m_fault;
    std::set<std::string> m_typeIds;
    std::set<std::string> m_groupIds;
    std::set<std::string> m_placeIds; ///< Nodes and switches.
};

ordered_json toObject(const ResourceType& type)
{
    return resourceTypeObject(type);
}

ordered_json toObject(const Node& node)
{
    ordered_json object{{"id", node.id}};
    if (node.count != 1) {
        object["count"] = node.count;
    }
    addOptional(object, "group", node.group);
    object["devices"] = ordered_json::array();
    for (const NodeDevices& devices : node.devices) {
        ordered_json entry{{"type", devices.type}, {"count", devices.count}};
        if (devices.speedFactor != 1) {
            entry["speed_factor"] = documentNumber(devices.speedFactor);
        }
        object["devices"].push_back(std::move(entry));
    }
    addOptional(object, "x", node.x);
    addOptional(object, "y", node.y);
    return object;
}

ordered_json toObject(const Switch& networkSwitch)
{
    ordered_json object{{"id", networkSwitch.id}};
    addOptional(object, "name", networkSwitch.name);
    addOptional(object, "group", networkSwitch.group);
    addOptional(object, "x", networkSwitch.x);
    addOptional(object, "y", networkSwitch.y);
    return object;
}

ordered_json toObject(const Group& group)
{
    ordered_json object{{"id", group.id}};
    addOptional(object, "name", group.name);
    addOptional(object, "x", group.x);
    addOptional(object, "y", group.y);
    return object;
}

ordered_json toObject(const Link& link)
{
    ordered_json object{{"from", link.from},
                        {"to", link.to},
                        {"kind", nameOf(link.kind, kLinkKindNames)},
                        {"gb_per_s", documentNumber(link.gbPerSecond)}};
    if (link.latencyUs != 0) {
        object["latency_us"] = documentNumber(link.latencyUs);
    }
    addOptional(object, "flow_cap_gb_per_s", link.flowCapGbPerSecond);
    if (!link.fullDuplex) {
        object["duplex"] = "half";
    }
    return object;
}

template <typename T>
void addList(ordered_json& document, const char* key, const std::vector<T>& values)
{
    if (values.empty()) {
        return;
    }
    document[key] = ordered_json::array();
    for (const T& value : values) {
        document[key].push_back(toObject(value));
    }
}

} // namespace

core::Result<Cluster> parseCluster(std::string_view text, std::string_view source)
{
    HSCOPE_TRY_ASSIGN(const json document, parseDocument(text, source, "heteroscope-cluster"));
    DocumentFault fault(source);
    Cluster cluster = ClusterReader(fault).read(document);
    if (fault.first()) {
        return tl::unexpected<core::Error>(*fault.first());
    }
    return cluster;
}

std::string toJson(const Cluster& cluster)
{
    ordered_json document{{"format", "heteroscope-cluster"},
                          {"version", 1},
                          {"name", cluster.name},
                          {"prices_as_of", cluster.pricesAsOf},
                          {"fixed_cost_usd_per_hour", documentNumber(cluster.fixedCostUsdPerHour)}};
    if (cluster.billingStepSeconds != 1) {
        document["billing"] = {{"step_s", documentNumber(cluster.billingStepSeconds)}};
    }
    addList(document, "resource_types", cluster.resourceTypes);
    addList(document, "groups", cluster.groups);
    addList(document, "nodes", cluster.nodes);
    addList(document, "switches", cluster.switches);
    addList(document, "links", cluster.links);
    if (cluster.storageGbPerSecond) {
        document["storage"] = {{"gb_per_s", documentNumber(*cluster.storageGbPerSecond)}};
    }
    return documentText(document);
}

} // namespace hscope::sim
