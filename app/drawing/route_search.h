// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/rectangle_tree.h"

#include <QPolygonF>
#include <QRectF>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace hscope::app {

/// Where a link ends, and what it need not keep away from.
struct RouteEnds
{
    std::size_t from = 0; ///< Index of an element.
    std::size_t to = 0;
    std::optional<std::size_t> fromRack; ///< Index of a rack.
    std::optional<std::size_t> toRack;
};

enum class RackCrossing
{
    Avoided,
    Allowed
};

/// What routes keep away from: all elements but those that they end at, and racks that neither of
/// these is in.
class RouteObstacles
{
public:
    /// Distance that is kept from elements.
    static constexpr double kClearance = 6;

    RouteObstacles(std::vector<QRectF> elements, const std::vector<QRectF>& racks);

    [[nodiscard]] const QRectF& element(std::size_t index) const { return m_tree.at(index); }

    /// Whether a horizontal or vertical piece may run there.
    [[nodiscard]] bool isFree(QPointF from, QPointF to, const RouteEnds& ends,
                              RackCrossing crossing) const;
    [[nodiscard]] bool isFree(const QPolygonF& route, const RouteEnds& ends,
                              RackCrossing crossing) const;

    /// The areas, clearance included, within `window` that a route must not enter; with its ends.
    [[nodiscard]] std::vector<QRectF> within(const QRectF& window, const RouteEnds& ends,
                                             RackCrossing crossing) const;

private:
    [[nodiscard]] bool isOwnRack(std::size_t index, const RouteEnds& ends) const;

    std::size_t m_elements;
    RectangleTree m_tree; ///< Elements, then racks.
};

/// The middles of the sides: left, top, right, bottom.
[[nodiscard]] std::array<QPointF, 4> sideMiddles(const QRectF& rectangle);

/// A shortest route with few bends, between middles of sides; none if there is no way, or none was
/// found within `budget` steps, which is reduced by those taken.
///
/// The search runs on the lines along the edges of all obstacles near the ends, first in a small
/// window, then in larger ones.
[[nodiscard]] std::optional<QPolygonF> searchRoute(const RouteObstacles& obstacles,
                                                   const RouteEnds& ends, RackCrossing crossing,
                                                   std::size_t& budget);

/// Without repeated points and points on a straight line.
[[nodiscard]] QPolygonF simplified(const QPolygonF& route);

} // namespace hscope::app
