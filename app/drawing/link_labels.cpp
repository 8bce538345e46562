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

RectangleTree treeOf(const DrawingGeometry& geometry)
{
    std::vector<QRectF> places;
    for (const auto* elements : {&geometry.nodes, &geometry.switches}) {
        for (const auto& [id, place] : *elements) {
            places.push_back(place);
        }
    }
    return RectangleTree(std::move(places));
}

} // namespace

QRectF labelArea(const LinkRoute& route)
{
    const QSizeF size = kLabelSize;
    const double left = route.labelPiece == Qt::Horizontal ? -size.width() / 2 : drawing::kLabelGap;
    return {route.label + QPointF(left, -size.height() / 2), size};
}

void placeLabels(std::span<LinkRoute> routes, const DrawingGeometry& geometry)
{
    const RectangleTree elements = treeOf(geometry);
    std::vector<QRectF> pieceAreas;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        for (const QLineF& piece : piecesOf(routes[i])) {
            pieceAreas.push_back(QRectF(piece.p1(), piece.p2()).normalized());
            owners.push_back(i);
        }
    }
    const RectangleTree pieces(std::move(pieceAreas));
    PlacedLabels placed;
    const auto place = [&](std::size_t index) {
        LinkRoute& route = routes[index];
        for (const QLineF& piece : piecesOf(route)) {
            for (const double part : {0.5, 0.3, 0.7}) {
                route.label = piece.pointAt(part);
                route.labelPiece = piece.dy() == 0 ? Qt::Horizontal : Qt::Vertical;
                const QRectF area = labelArea(route);
                const bool isFree =
                    isLongEnough(piece) && placed.isFree(area) &&
                    !elements.any(area, [](std::size_t) { return true; }) &&
                    !pieces.any(area, [&](std::size_t other) { return owners[other] != index; });
                if (isFree) {
                    placed.add(area);
                    return true;
                }
            }
        }
        return false;
    };
    for (std::size_t i = 0; i < routes.size(); ++i) {
        routes[i].isLabelVisible = place(i);
    }
}

} // namespace hscope::app
