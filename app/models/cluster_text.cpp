// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/cluster_text.h"

#include "app/models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kNameLength = 28;
constexpr double kBitsPerByte = 8;

QString tr(const char* text)
{
    return QCoreApplication::translate("ClusterText", text);
}

/// `value` with as few decimals as say it, from `least` to `most`.
QString withDecimals(double value, int least, int most)
{
    int decimals = most;
    for (double scale = std::pow(10.0, most - 1);
         decimals > least && std::abs(std::round(value * scale) / scale - value) <
                                 1e-9 * std::max(1.0, std::abs(value));
         scale /= 10) {
        --decimals;
    }
    return formatDecimals(value, decimals);
}

std::int64_t copiesOf(const sim::Cluster& cluster, const std::string& id)
{
    const auto node = std::ranges::find(cluster.nodes, id, &sim::Node::id);
    return node == cluster.nodes.end() ? 1 : node->count;
}

} // namespace

QString formatUsd(double usd)
{
    return withDecimals(usd, 2, std::abs(usd) < 10 ? 3 : 2);
}

QString formatPrice(double usdPerHour)
{
    return u'$' + formatUsd(usdPerHour) + tr("/h");
}

QString formatShort(double value)
{
    const double size = std::abs(value);
    return withDecimals(value, 0, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

QString formatBandwidth(double gbPerSecond)
{
    return tr("%1 GB/s").arg(formatShort(gbPerSecond));
}

QString typeName(const sim::ResourceType& type)
{
    return elideMiddle(toText(type.name.empty() ? type.id : type.name).simplified(), kNameLength);
}

QString typeName(const sim::Cluster& cluster, std::string_view id)
{
    const auto type = std::ranges::find(cluster.resourceTypes, id, &sim::ResourceType::id);
    return type == cluster.resourceTypes.end() ? elideMiddle(toText(id), kNameLength)
                                               : typeName(*type);
}

QString typeDetail(const sim::ResourceType& type)
{
    QStringList parts;
    if (type.memoryGib) {
        parts.append(tr("%1 GiB").arg(formatShort(*type.memoryGib)));
    }
    if (type.fp32Tflops) {
        parts.append(tr("%1 Tflop/s").arg(formatShort(*type.fp32Tflops)));
    } else if (type.nicGbPerSecond) {
        parts.append(tr("%1 GB/s NIC").arg(formatShort(*type.nicGbPerSecond)));
    }
    return parts.join(QStringLiteral(", "));
}

QString devicesText(const sim::Cluster& cluster, const sim::Node& node)
{
    QStringList parts;
    for (const sim::NodeDevices& devices : node.devices) {
        parts.append(
            tr("%1 × %2").arg(formatCount(devices.count), typeName(cluster, devices.type)));
    }
    return parts.isEmpty() ? tr("no devices") : parts.join(QStringLiteral(", "));
}

QString linkKindName(sim::LinkKind kind)
{
    switch (kind) {
    case sim::LinkKind::NvLink:
        return QStringLiteral("NVLink");
    case sim::LinkKind::Pcie:
        return QStringLiteral("PCIe");
    case sim::LinkKind::Ethernet:
        return QStringLiteral("Ethernet");
    case sim::LinkKind::InfiniBand:
        return QStringLiteral("InfiniBand");
    case sim::LinkKind::Other:
        break;
    }
    return tr("other link");
}

std::int64_t linkCopies(const sim::Cluster& cluster, const sim::Link& link)
{
    return std::max(copiesOf(cluster, link.from), copiesOf(cluster, link.to));
}

QString linkTitle(const sim::Cluster& cluster, const sim::Link& link)
{
    const QString kind = link.kind == sim::LinkKind::Ethernet
                             ? tr("%1 GbE").arg(formatShort(link.gbPerSecond * kBitsPerByte))
                             : linkKindName(link.kind);
    const std::int64_t copies = linkCopies(cluster, link);
    return copies > 1 ? tr("%1 × %2").arg(formatCount(copies), kind) : kind;
}

QString elementName(const sim::Cluster& cluster, const sim::ClusterElement& element)
{
    switch (element.kind) {
    case sim::ClusterElement::Kind::Cluster:
        return {};
    case sim::ClusterElement::Kind::Type:
        return typeName(cluster, element.id);
    case sim::ClusterElement::Kind::Link: {
        std::size_t index = cluster.links.size();
        std::from_chars(element.id.data(), element.id.data() + element.id.size(), index);
        if (index >= cluster.links.size()) {
            return {};
        }
        const sim::Link& link = cluster.links[index];
        return elideMiddle(toText(link.from) + u" – " + toText(link.to), 2 * kNameLength);
    }
    case sim::ClusterElement::Kind::Node:
    case sim::ClusterElement::Kind::Switch:
    case sim::ClusterElement::Kind::Group:
        break;
    }
    return elideMiddle(toText(element.id), kNameLength);
}

} // namespace hscope::app
