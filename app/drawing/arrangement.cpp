// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/arrangement.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace hscope::app {

namespace {

using sim::ClusterElement;

/// An element that is moved as a whole.
struct Movable
{
    ClusterElement element;
    QRectF place;
};

using Shifts = std::map<ClusterElement, QPointF>;

/// The elements that are drawn, each once, without those that move with their rack.
std::vector<Movable> movables(const sim::Cluster& cluster, std::span<const ClusterElement> elements,
                              const DrawingGeometry& geometry)
{
    const std::set<ClusterElement> chosen(elements.begin(), elements.end());
    std::map<std::string_view, std::string_view> rackOf;
    for (const sim::Node& node : cluster.nodes) {
        rackOf[node.id] = node.group ? std::string_view(*node.group) : std::string_view();
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        rackOf[networkSwitch.id] =
            networkSwitch.group ? std::string_view(*networkSwitch.group) : std::string_view();
    }
    std::vector<Movable> result;
    for (const ClusterElement& element : chosen) {
        const bool isRack = element.kind == ClusterElement::Kind::Group;
        const auto& places = isRack                                         ? geometry.racks
                             : element.kind == ClusterElement::Kind::Switch ? geometry.switches
                                                                            : geometry.nodes;
        const bool isPlace = isRack || element.kind == ClusterElement::Kind::Switch ||
                             element.kind == ClusterElement::Kind::Node;
        const auto place = places.find(element.id);
        if (!isPlace || place == places.end()) {
            continue;
        }
        const std::string rack(isRack ? std::string_view() : rackOf[element.id]);
        if (rack.empty() || !chosen.contains({ClusterElement::Kind::Group, rack})) {
            result.push_back({element, place->second});
        }
    }
    return result;
}

template <typename T>
void shiftTo(T& value, const QRectF& place, QPointF shift)
{
    value.x = place.x() + shift.x();
    value.y = place.y() + shift.y();
}

sim::Cluster shifted(sim::Cluster cluster, const Shifts& shifts, const DrawingGeometry& geometry)
{
    const auto shiftOf = [&](ClusterElement::Kind kind, const std::string& id,
                             const std::optional<std::string>& group) {
        auto shift = shifts.find({kind, id});
        if (shift == shifts.end() && group) {
            shift = shifts.find({ClusterElement::Kind::Group, *group});
        }
        return shift != shifts.end() && !shift->second.isNull()
                   ? std::optional<QPointF>(shift->second)
                   : std::nullopt;
    };
    std::set<std::string_view> full;
    for (sim::Node& node : cluster.nodes) {
        full.insert(node.group ? *node.group : std::string_view());
        if (const auto shift = shiftOf(ClusterElement::Kind::Node, node.id, node.group)) {
            shiftTo(node, geometry.nodes.at(node.id), *shift);
        }
    }
    for (sim::Switch& networkSwitch : cluster.switches) {
        full.insert(networkSwitch.group ? *networkSwitch.group : std::string_view());
        if (const auto shift =
                shiftOf(ClusterElement::Kind::Switch, networkSwitch.id, networkSwitch.group)) {
            shiftTo(networkSwitch, geometry.switches.at(networkSwitch.id), *shift);
        }
    }
    for (sim::Group& group : cluster.groups) {
        const auto shift = shiftOf(ClusterElement::Kind::Group, group.id, std::nullopt);
        if (shift && !full.contains(group.id)) {
            shiftTo(group, geometry.racks.at(group.id), *shift);
        }
    }
    return cluster;
}

QPointF alignmentShift(const QRectF& place, const QRectF& bounds, Alignment alignment)
{
    switch (alignment) {
    case Alignment::Left:
        return {bounds.left() - place.left(), 0};
    case Alignment::Center:
        return {bounds.center().x() - place.center().x(), 0};
    case Alignment::Right:
        return {bounds.right() - place.right(), 0};
    case Alignment::Top:
        return {0, bounds.top() - place.top()};
    case Alignment::Middle:
        return {0, bounds.center().y() - place.center().y()};
    case Alignment::Bottom:
        return {0, bounds.bottom() - place.bottom()};
    }
    return {};
}

} // namespace

sim::Cluster aligned(const sim::Cluster& cluster, std::span<const ClusterElement> elements,
                     Alignment alignment)
{
    const DrawingGeometry geometry = drawingGeometry(cluster);
    const std::vector<Movable> moving = movables(cluster, elements, geometry);
    QRectF bounds;
    for (const Movable& movable : moving) {
        bounds = bounds.united(movable.place);
    }
    Shifts shifts;
    for (const Movable& movable : moving) {
        shifts[movable.element] = alignmentShift(movable.place, bounds, alignment);
    }
    return shifted(cluster, shifts, geometry);
}

sim::Cluster distributed(const sim::Cluster& cluster, std::span<const ClusterElement> elements,
                         Qt::Orientation orientation)
{
    const DrawingGeometry geometry = drawingGeometry(cluster);
    std::vector<Movable> moving = movables(cluster, elements, geometry);
    if (moving.size() < 3) {
        return cluster;
    }
    const bool isHorizontal = orientation == Qt::Horizontal;
    const auto start = [&](const QRectF& place) {
        return isHorizontal ? place.left() : place.top();
    };
    const auto length = [&](const QRectF& place) {
        return isHorizontal ? place.width() : place.height();
    };
    std::stable_sort(moving.begin(), moving.end(), [&](const Movable& a, const Movable& b) {
        return start(a.place) + length(a.place) / 2 < start(b.place) + length(b.place) / 2;
    });
    double room =
        start(moving.back().place) + length(moving.back().place) - start(moving.front().place);
    for (const Movable& movable : moving) {
        room -= length(movable.place);
    }
    const double gap = room / static_cast<double>(moving.size() - 1);
    Shifts shifts;
    double next = start(moving.front().place) + length(moving.front().place) + gap;
    for (std::size_t i = 1; i + 1 < moving.size(); ++i) {
        const double shift = next - start(moving[i].place);
        shifts[moving[i].element] = isHorizontal ? QPointF(shift, 0) : QPointF(0, shift);
        next += length(moving[i].place) + gap;
    }
    return shifted(cluster, shifts, geometry);
}

} // namespace hscope::app
