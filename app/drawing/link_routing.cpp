// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/link_routing.h"

#include "app/drawing/link_labels.h"
#include "app/drawing/route_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace hscope::app {

namespace {

constexpr double kNear = 16;          ///< From an element to a piece that runs along it.
constexpr double kStraightReach = 16; ///< Ends that are off by less are joined by a straight line.
constexpr double kCorner = 8;         ///< No link ends that close to a corner.
constexpr double kParallelGap = 12;   ///< Between links of the same two elements.
constexpr double kBusPart = 0.3;      ///< Where in the gap to the nearest element links branch.
constexpr double kFarthestBus = 48;
constexpr std::size_t kSearchBudget = 500'000;

enum class Side : std::size_t
{
    Right,
    Left,
    Bottom,
    Top,
};

/// Turns the drawing so that a side becomes the right one: routes are made for links that leave to
/// the right only.
class Frame
{
public:
    explicit Frame(Side side)
        : m_side(side)
    {
    }

    [[nodiscard]] QPointF in(QPointF point) const
    {
        switch (m_side) {
        case Side::Right:
            return point;
        case Side::Left:
            return {-point.x(), point.y()};
        case Side::Bottom:
            return {point.y(), point.x()};
        case Side::Top:
            return {-point.y(), point.x()};
        }
        return point;
    }

    [[nodiscard]] QPointF out(QPointF point) const
    {
        return m_side == Side::Top ? QPointF(point.y(), -point.x()) : in(point);
    }

    [[nodiscard]] QRectF in(const QRectF& area) const
    {
        return QRectF(in(area.topLeft()), in(area.bottomRight())).normalized();
    }

    [[nodiscard]] QPolygonF out(const QPolygonF& route) const
    {
        QPolygonF result;
        for (const QPointF& point : route) {
            result.append(out(point));
        }
        return result;
    }

private:
    Side m_side;
};

/// A link between its hub, the end with more links, and its target.
struct Ends
{
    RouteEnds indices; ///< `from` is the hub.
    QRectF hub;
    QRectF target;
    bool isReversed = false; ///< The hub is the link's `to`.
    Side side = Side::Right; ///< Where it leaves the hub at best.
    double shift = 0;        ///< Of links beside each other.
};

/// Free room between hub and target where the link leaves to that side; negative: none.
double gapTo(const Ends& ends, Side side)
{
    const Frame frame(side);
    return frame.in(ends.target).left() - frame.in(ends.hub).right();
}

/// Straight up or down if the elements stand above each other, else sideways if there is room.
Side bestSide(const Ends& ends)
{
    const Side sideways =
        gapTo(ends, Side::Right) >= gapTo(ends, Side::Left) ? Side::Right : Side::Left;
    const Side upright =
        gapTo(ends, Side::Bottom) >= gapTo(ends, Side::Top) ? Side::Bottom : Side::Top;
    const double least = 2 * kNear;
    if (gapTo(ends, sideways) >= least || gapTo(ends, upright) < kNear) {
        return sideways;
    }
    return upright;
}

/// The sides from the best to the worst.
std::array<Side, 4> sidesFrom(const Ends& ends)
{
    std::array<Side, 4> sides{Side::Right, Side::Left, Side::Bottom, Side::Top};
    std::stable_sort(sides.begin(), sides.end(), [&](Side a, Side b) {
        const auto rank = [&](Side side) {
            return std::pair(side != ends.side, -gapTo(ends, side));
        };
        return rank(a) < rank(b);
    });
    return sides;
}

/// The usual shapes of a link that leaves its hub to the right, the best first, each passed to
/// `take` until that returns true.
template <typename Take>
bool anyShape(const QRectF& hub, const QRectF& target, double shift, double bus, Take take)
{
    const QPointF out(hub.right(), hub.center().y() + shift);
    const QPointF in(target.left(), target.center().y() + shift);
    const double above = target.top() - kNear;
    const double below = target.bottom() + kNear;
    const bool comesFromAbove = out.y() < target.center().y();
    const double nearest = comesFromAbove ? above : below;
    const double other = comesFromAbove ? below : above;
    if (in.x() - out.x() > kCorner) {
        const bool isStraight = std::abs(out.y() - in.y()) <= kStraightReach &&
                                out.y() >= target.top() + kCorner &&
                                out.y() <= target.bottom() - kCorner;
        if (isStraight && take({out, {in.x(), out.y()}})) {
            return true;
        }
        const double middle = (in.x() + out.x()) / 2;
        for (const double x : {bus, in.x() - kNear, out.x() + kNear, middle}) {
            if (x > out.x() && x < in.x() && take({out, {x, out.y()}, {x, in.y()}, in})) {
                return true;
            }
        }
        const double edge = in.x() - kNear;
        for (const double y : {nearest, other}) {
            if (bus < edge &&
                take({out, {bus, out.y()}, {bus, y}, {edge, y}, {edge, in.y()}, in})) {
                return true;
            }
        }
    }
    const double x = target.center().x() + shift;
    const double y = comesFromAbove ? target.top() : target.bottom();
    if (x > out.x() && take({out, {x, out.y()}, {x, y}})) {
        return true;
    }
    const double around = std::max(hub.right(), target.right()) + kNear;
    return take({out, {around, out.y()}, {around, in.y()}, {target.right(), in.y()}});
}

/// Everything that routing one link needs.
class Router
{
public:
    Router(const sim::Cluster& cluster, const DrawingGeometry& geometry)
        : m_obstacles(elementsOf(geometry), racksOf(geometry))
        , m_hasRacks(!geometry.racks.empty())
    {
        indexElements(cluster, geometry);
        for (const sim::Link& link : cluster.links) {
            for (const std::string* id : {&link.from, &link.to}) {
                if (const auto element = m_indices.find(*id); element != m_indices.end()) {
                    ++m_degrees[element->second];
                }
            }
        }
        for (const sim::Link& link : cluster.links) {
            m_links.push_back(endsOf(cluster, link));
        }
        separateParallels();
        placeBuses();
    }

    [[nodiscard]] std::vector<LinkRoute> routes()
    {
        std::vector<LinkRoute> routes;
        for (const std::optional<Ends>& link : m_links) {
            LinkRoute& route = routes.emplace_back();
            if (link) {
                route.points = simplified(routeOf(*link));
                if (link->isReversed) {
                    std::reverse(route.points.begin(), route.points.end());
                }
            }
        }
        return routes;
    }

private:
    static std::vector<QRectF> elementsOf(const DrawingGeometry& geometry)
    {
        std::vector<QRectF> places;
        for (const auto* elements : {&geometry.nodes, &geometry.switches}) {
            for (const auto& [id, place] : *elements) {
                places.push_back(place);
            }
        }
        return places;
    }

    static std::vector<QRectF> racksOf(const DrawingGeometry& geometry)
    {
        std::vector<QRectF> places;
        for (const auto& [id, place] : geometry.racks) {
            places.push_back(place);
        }
        return places;
    }

    void indexElements(const sim::Cluster& cluster, const DrawingGeometry& geometry)
    {
        for (const auto* elements : {&geometry.nodes, &geometry.switches}) {
            for (const auto& [id, place] : *elements) {
                m_indices.emplace(id, m_indices.size());
            }
        }
        m_degrees.resize(m_indices.size(), 0);
        m_racks.resize(m_indices.size());
        std::map<std::string_view, std::size_t> racks;
        for (const auto& [id, place] : geometry.racks) {
            racks.emplace(id, racks.size());
        }
        const auto note = [&](const std::string& id, const std::optional<std::string>& group) {
            const auto element = m_indices.find(id);
            const auto rack = racks.find(group.value_or(std::string()));
            if (group && element != m_indices.end() && rack != racks.end()) {
                m_racks[element->second] = rack->second;
            }
        };
        for (const sim::Node& node : cluster.nodes) {
            note(node.id, node.group);
        }
        for (const sim::Switch& networkSwitch : cluster.switches) {
            note(networkSwitch.id, networkSwitch.group);
        }
    }

    [[nodiscard]] std::optional<Ends> endsOf(const sim::Cluster& cluster,
                                             const sim::Link& link) const
    {
        const auto from = m_indices.find(link.from);
        const auto to = m_indices.find(link.to);
        if (from == m_indices.end() || to == m_indices.end() || from == to) {
            return std::nullopt;
        }
        // Nodes come first in the numbering.
        const auto rank = [&](std::size_t element) {
            return std::pair(m_degrees[element], element >= cluster.nodes.size());
        };
        Ends ends;
        ends.isReversed = rank(to->second) > rank(from->second);
        const auto& hub = ends.isReversed ? to : from;
        const auto& target = ends.isReversed ? from : to;
        ends.indices = {hub->second, target->second, m_racks[hub->second], m_racks[target->second]};
        ends.hub = m_obstacles.element(hub->second);
        ends.target = m_obstacles.element(target->second);
        ends.side = bestSide(ends);
        return ends;
    }

    /// Links of the same two elements run side by side.
    void separateParallels()
    {
        std::map<std::pair<std::size_t, std::size_t>, std::vector<Ends*>> pairs;
        for (std::optional<Ends>& link : m_links) {
            if (link) {
                pairs[std::minmax({link->indices.from, link->indices.to})].push_back(&*link);
            }
        }
        for (const auto& [pair, links] : pairs) {
            const double middle = static_cast<double>(links.size() - 1) / 2;
            for (std::size_t i = 0; i < links.size(); ++i) {
                const double most =
                    std::min(links[i]->hub.height(), links[i]->target.height()) / 2 - kCorner;
                const double shift = (static_cast<double>(i) - middle) * kParallelGap;
                links[i]->shift = std::clamp(shift, -most, most);
            }
        }
    }

    /// Links that leave a hub on the same side branch at the same distance, before the nearest
    /// target.
    void placeBuses()
    {
        for (const std::optional<Ends>& link : m_links) {
            if (link) {
                const double gap = std::max(gapTo(*link, link->side), 0.0);
                const auto [bus, isNew] =
                    m_buses.try_emplace({link->indices.from, link->side}, gap);
                bus->second = std::min(bus->second, gap);
            }
        }
    }

    [[nodiscard]] double busOf(const Ends& ends, Side side) const
    {
        const auto bus = m_buses.find({ends.indices.from, side});
        const double gap = bus != m_buses.end() ? bus->second : gapTo(ends, side);
        return std::round(std::clamp(gap * kBusPart, std::min(gap / 2, kNear), kFarthestBus));
    }

    [[nodiscard]] std::optional<QPolygonF> freeShape(const Ends& ends, RackCrossing crossing) const
    {
        QPolygonF found;
        for (const Side side : sidesFrom(ends)) {
            const Frame frame(side);
            const QRectF hub = frame.in(ends.hub);
            const double bus = hub.right() + busOf(ends, side) + ends.shift;
            const auto take = [&](const QPolygonF& shape) {
                found = frame.out(shape);
                return m_obstacles.isFree(found, ends.indices, crossing);
            };
            if (anyShape(hub, frame.in(ends.target), ends.shift, bus, take)) {
                return found;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] QPolygonF routeOf(const Ends& ends)
    {
        for (const RackCrossing crossing : {RackCrossing::Avoided, RackCrossing::Allowed}) {
            if (crossing == RackCrossing::Allowed && !m_hasRacks) {
                break; // The same again.
            }
            if (auto shape = freeShape(ends, crossing)) {
                return *shape;
            }
            if (auto found = searchRoute(m_obstacles, ends.indices, crossing, m_budget)) {
                return *found;
            }
        }
        // There is no way, or no time to find it: across whatever is there.
        const Frame frame(ends.side);
        const QRectF hub = frame.in(ends.hub);
        QPolygonF first;
        anyShape(hub, frame.in(ends.target), ends.shift, hub.right() + busOf(ends, ends.side),
                 [&](const QPolygonF& shape) {
                     first = frame.out(shape);
                     return true;
                 });
        return first;
    }

    RouteObstacles m_obstacles;
    bool m_hasRacks;
    std::map<std::string_view, std::size_t> m_indices; ///< Of nodes, then switches.
    std::vector<std::size_t> m_degrees;
    std::vector<std::optional<std::size_t>> m_racks; ///< By element.
    std::vector<std::optional<Ends>> m_links;
    std::map<std::pair<std::size_t, Side>, double> m_buses; ///< Gap to the nearest target.
    std::size_t m_budget = kSearchBudget;
};

} // namespace

std::vector<LinkRoute> routeLinks(const sim::Cluster& cluster, const DrawingGeometry& geometry)
{
    std::vector<LinkRoute> routes = Router(cluster, geometry).routes();
    placeLabels(routes, geometry);
    return routes;
}

QPolygonF routeToPoint(const QRectF& from, QPointF to)
{
    if (from.contains(to)) {
        return {};
    }
    Ends ends;
    ends.hub = from;
    ends.target = QRectF(to, to);
    Side side = Side::Right;
    for (const Side other : {Side::Left, Side::Bottom, Side::Top}) {
        side = gapTo(ends, other) > gapTo(ends, side) ? other : side;
    }
    const Frame frame(side);
    const QRectF hub = frame.in(from);
    const QPointF end = frame.in(to);
    const QPointF start(hub.right(), hub.center().y());
    const double middle = std::round((start.x() + end.x()) / 2);
    return simplified(frame.out(QPolygonF{start, {middle, start.y()}, {middle, end.y()}, end}));
}

} // namespace hscope::app
