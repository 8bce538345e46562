// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/link_labels.h"

#include "app/drawing/rectangle_tree.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace hscope::app {

namespace {

using drawing::kLabelSize;

constexpr double kCell = 128; ///< Larger than a label: each is in at most four cells.

/// Where labels lie already.
class PlacedLabels
{
public:
    [[nodiscard]] bool isFree(const QRectF& area) const
    {
        bool isFree = true;
        forCells(area, [&](Cell cell) {
            const auto labels = m_labels.find(cell);
            if (labels != m_labels.end()) {
                for (const QRectF& label : labels->second) {
                    isFree = isFree && !overlaps(label, area);
                }
            }
        });
        return isFree;
    }

    void add(const QRectF& area)
    {
        forCells(area, [&](Cell cell) { m_labels[cell].push_back(area); });
    }

private:
    using Cell = std::pair<std::int64_t, std::int64_t>;

    template <typename Visit>
    static void forCells(const QRectF& area, Visit visit)
    {
        const auto cellOf = [](double value) {
            return static_cast<std::int64_t>(std::floor(value / kCell));
        };
        for (std::int64_t y = cellOf(area.top()); y <= cellOf(area.bottom()); ++y) {
            for (std::int64_t x = cellOf(area.left()); x <= cellOf(area.right()); ++x) {
                visit({x, y});
            }
        }
    }

    std::map<Cell, std::vector<QRectF>> m_labels;
};

/// The pieces of a route, the most suitable for its label first: long horizontal ones.
std::vector<QLineF> piecesOf(const LinkRoute& route)
{
    std::vector<QLineF> pieces;
    for (qsizetype i = 1; i < route.points.size(); ++i) {
        pieces.emplace_back(route.points[i - 1], route.points[i]);
    }
    const auto rank = [](const QLineF& piece) {
        const bool fits = piece.dy() == 0 && std::abs(piece.dx()) >= kLabelSize.width();
        return std::pair(!fits, -std::abs(piece.dx()) - std::abs(piece.dy()));
    };
    std::stable_sort(pieces.begin(), pieces.end(),
                     [&](const QLineF& a, const QLineF& b) { return rank(a) < rank(b); });
    return pieces;
}

bool isLongEnough(const QLineF& piece)
{
    return piece.dy() == 0 ? std::abs(piece.dx()) >= kLabelSize.width()
                           : std::abs(piece.dy()) >= kLabelSize.height();
}

RectangleTree elementTree(const DrawingGeometry& geometry)
{
    std::vector<QRectF> places;
    for (const auto* elements : {&geometry.nodes, &geometry.switches}) {
        for (const auto& [id, place] : *elements) {
            places.push_back(place);
        }
    }
    return RectangleTree(std::move(places));
}

RectangleTree rackTree(const DrawingGeometry& geometry)
{
    std::vector<QRectF> places;
    for (const auto& [id, place] : geometry.racks) {
        places.push_back(place);
    }
    return RectangleTree(std::move(places));
}

/// Finds places for labels, one after the other.
class LabelPlacer
{
public:
    LabelPlacer(std::span<LinkRoute> routes, const DrawingGeometry& geometry)
        : m_routes(routes)
        , m_elements(elementTree(geometry))
        , m_racks(rackTree(geometry))
    {
        std::vector<QRectF> areas;
        for (std::size_t i = 0; i < routes.size(); ++i) {
            for (const QLineF& piece : piecesOf(routes[i])) {
                areas.push_back(QRectF(piece.p1(), piece.p2()).normalized());
                m_owners.push_back(i);
            }
        }
        m_pieces = RectangleTree(std::move(areas));
    }

    bool place(std::size_t index)
    {
        const std::vector<QLineF> pieces = piecesOf(m_routes[index]);
        return placeOn(pieces, index, RackEdge::Avoided) ||
               placeOn(pieces, index, RackEdge::Allowed);
    }

private:
    enum class RackEdge
    {
        Avoided,
        Allowed
    };

    bool placeOn(const std::vector<QLineF>& pieces, std::size_t index, RackEdge edge)
    {
        LinkRoute& route = m_routes[index];
        for (const QLineF& piece : pieces) {
            if (!isLongEnough(piece)) {
                continue;
            }
            for (const double part : {0.5, 0.4, 0.6, 0.3, 0.7}) {
                route.label = piece.pointAt(part);
                route.labelPiece = piece.dy() == 0 ? Qt::Horizontal : Qt::Vertical;
                const QRectF area = labelArea(route);
                if (isFree(area, index) && (edge == RackEdge::Allowed || !isOnRackEdge(area))) {
                    m_placed.add(area);
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool isFree(const QRectF& area, std::size_t index) const
    {
        return m_placed.isFree(area) && !m_elements.any(area, [](std::size_t) { return true; }) &&
               !m_pieces.any(area, [&](std::size_t piece) { return m_owners[piece] != index; });
    }

    [[nodiscard]] bool isOnRackEdge(const QRectF& area) const
    {
        return m_racks.any(area,
                           [&](std::size_t rack) { return !m_racks.at(rack).contains(area); });
    }

    std::span<LinkRoute> m_routes;
    RectangleTree m_elements;
    RectangleTree m_racks;
    RectangleTree m_pieces;
    std::vector<std::size_t> m_owners; ///< Routes by piece.
    PlacedLabels m_placed;
};

} // namespace

QRectF labelArea(const LinkRoute& route)
{
    const QSizeF size = kLabelSize;
    const double left = route.labelPiece == Qt::Horizontal ? -size.width() / 2 : drawing::kLabelGap;
    return {route.label + QPointF(left, -size.height() / 2), size};
}

void placeLabels(std::span<LinkRoute> routes, const DrawingGeometry& geometry)
{
    LabelPlacer placer(routes, geometry);
    for (std::size_t i = 0; i < routes.size(); ++i) {
        routes[i].isLabelVisible = placer.place(i);
    }
}

} // namespace hscope::app
