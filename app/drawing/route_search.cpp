// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/route_search.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hscope::app {

namespace {

constexpr double kClearance = RouteObstacles::kClearance;
constexpr double kBendCost = 60;
constexpr std::size_t kMostObstacles = 400; ///< In a window.
constexpr std::array kMargins{160.0, 800.0, 1e7};
constexpr std::array kOutward{QPointF(-1, 0), QPointF(0, -1), QPointF(1, 0), QPointF(0, 1)};

QRectF pieceArea(QPointF from, QPointF to)
{
    return {QPointF(std::min(from.x(), to.x()), std::min(from.y(), to.y())),
            QPointF(std::max(from.x(), to.x()), std::max(from.y(), to.y()))};
}

void makeUnique(std::vector<double>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::size_t indexIn(const std::vector<double>& values, double value)
{
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                    values.begin());
}

/// Where a route leaves an element: a little away from the middle of a side.
struct Stub
{
    QPointF port;
    QPointF point;
    bool isHorizontal = true;
};

/// The free pieces between the lines of a window, and the shortest way along them.
class RouteGrid
{
public:
    RouteGrid(const std::vector<QRectF>& obstacles, const QRectF& window,
              const std::vector<Stub>& from, const std::vector<Stub>& to)
    {
        const auto addLines = [&](double x, double y) {
            if (x >= window.left() && x <= window.right()) {
                m_xs.push_back(x);
            }
            if (y >= window.top() && y <= window.bottom()) {
                m_ys.push_back(y);
            }
        };
        for (const QRectF& obstacle : obstacles) {
            addLines(obstacle.left(), obstacle.top());
            addLines(obstacle.right(), obstacle.bottom());
        }
        for (const std::vector<Stub>* stubs : {&from, &to}) {
            for (const Stub& stub : *stubs) {
                addLines(stub.point.x(), stub.point.y());
            }
        }
        makeUnique(m_xs);
        makeUnique(m_ys);
        m_isBlocked.assign(2 * m_xs.size() * m_ys.size(), false);
        for (const QRectF& obstacle : obstacles) {
            block(obstacle);
        }
    }

    /// From one of the stubs to one of the others.
    [[nodiscard]] std::optional<QPolygonF> path(const std::vector<Stub>& from,
                                                const std::vector<Stub>& to, std::size_t& budget)
    {
        m_costs.assign(m_isBlocked.size(), std::numeric_limits<double>::infinity());
        m_previous.assign(m_isBlocked.size(), kNone);
        std::vector<bool> isGoal(m_isBlocked.size(), false);
        for (const Stub& stub : to) {
            isGoal[stateOf(stub)] = true;
        }
        for (const Stub& stub : from) {
            reach(stateOf(stub), 0, kNone);
        }
        while (!m_queue.empty() && budget > 0) {
            --budget;
            const auto [cost, state] = m_queue.top();
            m_queue.pop();
            if (cost > m_costs[state]) {
                continue;
            }
            if (isGoal[state]) {
                return pathTo(state);
            }
            expand(state, cost);
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    using Entry = std::pair<double, std::size_t>;

    // A state is a crossing of two lines and the axis of movement: 2 (y columns + x) + vertical.

    [[nodiscard]] std::size_t stateOf(const Stub& stub) const
    {
        return 2 * (indexIn(m_ys, stub.point.y()) * m_xs.size() + indexIn(m_xs, stub.point.x())) +
               (stub.isHorizontal ? 0 : 1);
    }

    [[nodiscard]] QPointF pointAt(std::size_t state) const
    {
        return {m_xs[state / 2 % m_xs.size()], m_ys[state / 2 / m_xs.size()]};
    }

    /// Marks the pieces, each by its left or upper crossing, that lie inside the obstacle.
    void block(const QRectF& obstacle)
    {
        const auto firstInside = [](const std::vector<double>& lines, double edge) {
            return static_cast<std::size_t>(std::upper_bound(lines.begin(), lines.end(), edge) -
                                            lines.begin());
        };
        const std::size_t left = firstInside(m_xs, obstacle.left());
        const std::size_t right = indexIn(m_xs, obstacle.right());
        const std::size_t top = firstInside(m_ys, obstacle.top());
        const std::size_t bottom = indexIn(m_ys, obstacle.bottom());
        for (std::size_t y = top; y < bottom; ++y) {
            for (std::size_t x = left > 0 ? left - 1 : 0; x < right; ++x) {
                m_isBlocked[2 * (y * m_xs.size() + x)] = true;
            }
        }
        for (std::size_t y = top > 0 ? top - 1 : 0; y < bottom; ++y) {
            for (std::size_t x = left; x < right; ++x) {
                m_isBlocked[2 * (y * m_xs.size() + x) + 1] = true;
            }
        }
    }

    void reach(std::size_t state, double cost, std::size_t previous)
    {
        if (cost < m_costs[state]) {
            m_costs[state] = cost;
            m_previous[state] = previous;
            m_queue.emplace(cost, state);
        }
    }

    void expand(std::size_t state, double cost)
    {
        const bool isVertical = state % 2 != 0;
        const std::vector<double>& lines = isVertical ? m_ys : m_xs;
        const std::size_t line = isVertical ? state / 2 / m_xs.size() : state / 2 % m_xs.size();
        const std::size_t step = isVertical ? 2 * m_xs.size() : 2;
        if (line + 1 < lines.size() && !m_isBlocked[state]) {
            reach(state + step, cost + lines[line + 1] - lines[line], state);
        }
        if (line > 0 && !m_isBlocked[state - step]) {
            reach(state - step, cost + lines[line] - lines[line - 1], state);
        }
        reach(isVertical ? state - 1 : state + 1, cost + kBendCost, state);
    }

    [[nodiscard]] QPolygonF pathTo(std::size_t state) const
    {
        QPolygonF path;
        for (; state != kNone; state = m_previous[state]) {
            path.prepend(pointAt(state));
        }
        return path;
    }

    std::vector<double> m_xs;
    std::vector<double> m_ys;
    std::vector<bool> m_isBlocked; ///< By state: whether one can go on to the right or down.
    std::vector<double> m_costs;
    std::vector<std::size_t> m_previous;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> m_queue;
};

std::vector<Stub> stubsOf(const RouteObstacles& obstacles, std::size_t element,
                          const RouteEnds& ends, RackCrossing crossing)
{
    std::vector<Stub> stubs;
    const std::array<QPointF, 4> ports = sideMiddles(obstacles.element(element));
    for (std::size_t side = 0; side < ports.size(); ++side) {
        const QPointF point = ports[side] + kClearance * kOutward[side];
        if (obstacles.isFree(ports[side], point, ends, crossing)) {
            stubs.push_back({ports[side], point, kOutward[side].y() == 0});
        }
    }
    return stubs;
}

QPointF portAt(const std::vector<Stub>& stubs, QPointF point)
{
    const auto stub = std::find_if(stubs.begin(), stubs.end(),
                                   [&](const Stub& each) { return each.point == point; });
    return stub != stubs.end() ? stub->port : point;
}

} // namespace

RouteObstacles::RouteObstacles(std::vector<QRectF> elements, const std::vector<QRectF>& racks)
    : m_elements(elements.size())
{
    elements.insert(elements.end(), racks.begin(), racks.end());
    m_tree = RectangleTree(std::move(elements));
}

bool RouteObstacles::isOwnRack(std::size_t index, const RouteEnds& ends) const
{
    return ends.fromRack == index - m_elements || ends.toRack == index - m_elements;
}

bool RouteObstacles::isFree(QPointF from, QPointF to, const RouteEnds& ends,
                            RackCrossing crossing) const
{
    const QRectF piece = pieceArea(from, to);
    const QRectF near = piece.adjusted(-kClearance, -kClearance, kClearance, kClearance);
    return !m_tree.any(near, [&](std::size_t index) {
        if (index >= m_elements) {
            return crossing == RackCrossing::Avoided && !isOwnRack(index, ends) &&
                   overlaps(m_tree.at(index), piece);
        }
        return (index != ends.from && index != ends.to) || overlaps(m_tree.at(index), piece);
    });
}

bool RouteObstacles::isFree(const QPolygonF& route, const RouteEnds& ends,
                            RackCrossing crossing) const
{
    for (qsizetype i = 1; i < route.size(); ++i) {
        if (!isFree(route[i - 1], route[i], ends, crossing)) {
            return false;
        }
    }
    return true;
}

std::vector<QRectF> RouteObstacles::within(const QRectF& window, const RouteEnds& ends,
                                           RackCrossing crossing) const
{
    std::vector<QRectF> found;
    m_tree.any(window, [&](std::size_t index) {
        if (index < m_elements) {
            found.push_back(
                m_tree.at(index).adjusted(-kClearance, -kClearance, kClearance, kClearance));
        } else if (crossing == RackCrossing::Avoided && !isOwnRack(index, ends)) {
            found.push_back(m_tree.at(index));
        }
        return found.size() > kMostObstacles;
    });
    return found;
}

std::array<QPointF, 4> sideMiddles(const QRectF& rectangle)
{
    const QPointF center = rectangle.center();
    return {QPointF(rectangle.left(), center.y()), QPointF(center.x(), rectangle.top()),
            QPointF(rectangle.right(), center.y()), QPointF(center.x(), rectangle.bottom())};
}

std::optional<QPolygonF> searchRoute(const RouteObstacles& obstacles, const RouteEnds& ends,
                                     RackCrossing crossing, std::size_t& budget)
{
    const std::vector<Stub> from = stubsOf(obstacles, ends.from, ends, crossing);
    const std::vector<Stub> to = stubsOf(obstacles, ends.to, ends, crossing);
    const QRectF both = obstacles.element(ends.from).united(obstacles.element(ends.to));
    for (const double margin : kMargins) {
        const QRectF window = both.adjusted(-margin, -margin, margin, margin);
        const std::vector<QRectF> areas = obstacles.within(window, ends, crossing);
        // Building the grid costs about as many steps as this.
        const std::size_t price = areas.size() * areas.size();
        if (from.empty() || to.empty() || areas.size() > kMostObstacles || price > budget) {
            return std::nullopt;
        }
        budget -= price;
        if (auto path = RouteGrid(areas, window, from, to).path(from, to, budget)) {
            path->prepend(portAt(from, path->front()));
            path->append(portAt(to, path->back()));
            return simplified(*path);
        }
    }
    return std::nullopt;
}

QPolygonF simplified(const QPolygonF& route)
{
    QPolygonF result;
    for (const QPointF& point : route) {
        if (!result.isEmpty() && result.back() == point) {
            continue;
        }
        const qsizetype size = result.size();
        if (size >= 2 &&
            ((result[size - 1].x() == point.x() && result[size - 2].x() == point.x()) ||
             (result[size - 1].y() == point.y() && result[size - 2].y() == point.y()))) {
            result.back() = point;
        } else {
            result.append(point);
        }
    }
    return result;
}

} // namespace hscope::app
