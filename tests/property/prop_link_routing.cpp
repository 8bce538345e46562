// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/arrangement.h"
#include "app/drawing/link_labels.h"
#include "app/drawing/link_routing.h"
#include "app/drawing/rectangle_tree.h"

#include <QTest>

#include <rapidcheck.h>

#include <string>
#include <vector>

using namespace hscope;
using namespace hscope::app;

namespace {

/// Nodes and switches that leave at least 40 between each other, linked at random.
sim::Cluster randomDrawing()
{
    sim::Cluster cluster;
    std::vector<std::string> ids;
    const int columns = *rc::gen::inRange(1, 6);
    const int rows = *rc::gen::inRange(1, 6);
    for (int cell = 0; cell < columns * rows; ++cell) {
        const double x = 320 * (cell % columns) + *rc::gen::inRange(0, 40);
        const double y = 144 * (cell / columns) + *rc::gen::inRange(0, 40);
        switch (*rc::gen::inRange(0, 4)) {
        case 0:
            break; // An empty cell.
        case 1: {
            sim::Switch& added = cluster.switches.emplace_back();
            added.id = "s" + std::to_string(cell);
            added.x = x;
            added.y = y;
            ids.push_back(added.id);
            break;
        }
        default: {
            sim::Node& added = cluster.nodes.emplace_back();
            added.id = "n" + std::to_string(cell);
            added.devices = {{"v100", 8, 1}};
            added.x = x;
            added.y = y;
            ids.push_back(added.id);
        }
        }
    }
    const int links = ids.size() > 1 ? *rc::gen::inRange(0, 20) : 0;
    for (int i = 0; i < links; ++i) {
        const auto count = static_cast<int>(ids.size());
        const auto from = static_cast<std::size_t>(*rc::gen::inRange(0, count));
        const auto to = static_cast<std::size_t>(*rc::gen::inRange(0, count));
        if (from != to) {
            cluster.links.push_back(
                {ids[from], ids[to], sim::LinkKind::Ethernet, 12.5, 0, {}, true});
        }
    }
    return cluster;
}

QRectF placeOf(const DrawingGeometry& geometry, const std::string& id)
{
    const auto node = geometry.nodes.find(id);
    return node != geometry.nodes.end() ? node->second : geometry.switches.at(id);
}

bool isOnEdge(const QRectF& place, QPointF point)
{
    const bool isUpright = (point.x() == place.left() || point.x() == place.right()) &&
                           point.y() > place.top() && point.y() < place.bottom();
    const bool isLevel = (point.y() == place.top() || point.y() == place.bottom()) &&
                         point.x() > place.left() && point.x() < place.right();
    return isUpright || isLevel;
}

std::vector<QRectF> piecesOf(const LinkRoute& route)
{
    std::vector<QRectF> pieces;
    for (qsizetype i = 1; i < route.points.size(); ++i) {
        pieces.push_back(QRectF(route.points[i - 1], route.points[i]).normalized());
    }
    return pieces;
}

} // namespace

class prop_LinkRouting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void routesCrossNothing();
    void labelsLieFree();
    void arrangingKeepsEverythingElse();
};

void prop_LinkRouting::routesCrossNothing()
{
    const bool holds =
        rc::check("a route is upright or level, between edges, and crosses nothing", [] {
            const sim::Cluster cluster = randomDrawing();
            const DrawingGeometry geometry = drawingGeometry(cluster);
            const std::vector<LinkRoute> routes = routeLinks(cluster, geometry);
            RC_ASSERT(routes.size() == cluster.links.size());
            for (std::size_t i = 0; i < routes.size(); ++i) {
                const QPolygonF& points = routes[i].points;
                RC_ASSERT(points.size() >= 2);
                RC_ASSERT(isOnEdge(placeOf(geometry, cluster.links[i].from), points.front()));
                RC_ASSERT(isOnEdge(placeOf(geometry, cluster.links[i].to), points.back()));
                for (const QRectF& piece : piecesOf(routes[i])) {
                    RC_ASSERT((piece.width() == 0) != (piece.height() == 0));
                    for (const auto* elements : {&geometry.nodes, &geometry.switches}) {
                        for (const auto& [id, place] : *elements) {
                            RC_ASSERT(!overlaps(piece, place));
                        }
                    }
                }
            }
        });
    QVERIFY(holds);
}

void prop_LinkRouting::labelsLieFree()
{
    const bool holds = rc::check("a visible label lies on its route and on nothing else", [] {
        const sim::Cluster cluster = randomDrawing();
        const DrawingGeometry geometry = drawingGeometry(cluster);
        const std::vector<LinkRoute> routes = routeLinks(cluster, geometry);
        for (std::size_t i = 0; i < routes.size(); ++i) {
            if (!routes[i].isLabelVisible) {
                continue;
            }
            const QRectF label = labelArea(routes[i]);
            for (const auto* elements : {&geometry.nodes, &geometry.switches}) {
                for (const auto& [id, place] : *elements) {
                    RC_ASSERT(!overlaps(label, place));
                }
            }
            for (std::size_t j = 0; j < routes.size(); ++j) {
                RC_ASSERT(i == j || !routes[j].isLabelVisible ||
                          !overlaps(label, labelArea(routes[j])));
                for (const QRectF& piece : piecesOf(routes[j])) {
                    RC_ASSERT(i == j || !overlaps(label, piece));
                }
            }
        }
    });
    QVERIFY(holds);
}

void prop_LinkRouting::arrangingKeepsEverythingElse()
{
    const bool holds = rc::check("arranging changes positions only, and always to the same", [] {
        sim::Cluster cluster = randomDrawing();
        const sim::Cluster result = arranged(cluster);
        RC_ASSERT(arranged(result) == result);
        for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
            cluster.nodes[i].x = result.nodes[i].x;
            cluster.nodes[i].y = result.nodes[i].y;
        }
        for (std::size_t i = 0; i < cluster.switches.size(); ++i) {
            cluster.switches[i].x = result.switches[i].x;
            cluster.switches[i].y = result.switches[i].y;
        }
        RC_ASSERT(cluster == result);
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_LinkRouting)

#include "prop_link_routing.moc"
