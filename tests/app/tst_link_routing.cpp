// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/arrangement.h"
#include "app/drawing/link_labels.h"
#include "app/drawing/link_routing.h"
#include "app/drawing/rectangle_tree.h"

#include <QTest>

using namespace hscope;
using namespace hscope::app;

namespace {

/// A cluster of nodes of 240 x 64 and switches of 96 x 56 at given places.
class Drawing
{
public:
    Drawing& node(const std::string& id, double x, double y, const char* group = nullptr)
    {
        sim::Node& node = m_cluster.nodes.emplace_back();
        node.id = id;
        node.devices = {{"v100", 8, 1}};
        node.x = x;
        node.y = y;
        if (group) {
            node.group = group;
        }
        return *this;
    }

    Drawing& networkSwitch(const std::string& id, double x, double y)
    {
        sim::Switch& each = m_cluster.switches.emplace_back();
        each.id = id;
        each.x = x;
        each.y = y;
        return *this;
    }

    Drawing& link(const std::string& from, const std::string& to)
    {
        m_cluster.links.push_back({from, to, sim::LinkKind::Ethernet, 12.5, 0, {}, true});
        return *this;
    }

    [[nodiscard]] std::vector<LinkRoute> routes() const
    {
        return routeLinks(m_cluster, drawingGeometry(m_cluster));
    }

    [[nodiscard]] const sim::Cluster& cluster() const { return m_cluster; }

private:
    sim::Cluster m_cluster;
};

QRectF areaOf(const LinkRoute& route, qsizetype piece)
{
    return QRectF(route.points[piece], route.points[piece + 1]).normalized();
}

bool isCrossing(const LinkRoute& route, const QRectF& place)
{
    for (qsizetype i = 0; i + 1 < route.points.size(); ++i) {
        if (overlaps(areaOf(route, i), place)) {
            return true;
        }
    }
    return false;
}

} // namespace

class tst_LinkRouting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksOfAHubShareABus();
    void straightWhereElementsFaceEachOther();
    void downwards();
    void smallOffsetsMakeNoBend();
    void parallelLinksRunSideBySide();
    void aroundWhatIsInTheWay();
    void outOfAMaze();
    void aroundForeignRacks();
    void whereThereIsNoWay();
    void labelsStandApart();
    void linksWithoutEnds();
    void toAPoint();
    void arrangedClustersHaveFreeWays();
    void largeClusters();
};

void tst_LinkRouting::linksOfAHubShareABus()
{
    // Middles: switch at y 128, nodes at 32, 128 and 232. The gap is 200: 0.3 of it is above 48.
    const auto routes = Drawing()
                            .networkSwitch("s", 0, 100)
                            .node("a", 296, 0)
                            .node("b", 296, 96)
                            .node("c", 296, 200)
                            .link("s", "a")
                            .link("b", "s")
                            .link("s", "c")
                            .routes();
    QCOMPARE(routes[0].points, QPolygonF({{96, 128}, {144, 128}, {144, 32}, {296, 32}}));
    QCOMPARE(routes[1].points, QPolygonF({{296, 128}, {96, 128}})); // From where the link says.
    QCOMPARE(routes[2].points, QPolygonF({{96, 128}, {144, 128}, {144, 232}, {296, 232}}));
    // Labels stand on the branches, not on what they share.
    QCOMPARE(routes[0].label, QPointF(220, 32));
    QCOMPARE(routes[2].label, QPointF(220, 232));
    QVERIFY(routes[0].isLabelVisible && routes[1].isLabelVisible && routes[2].isLabelVisible);
}

void tst_LinkRouting::straightWhereElementsFaceEachOther()
{
    const auto routes = Drawing().node("a", 0, 0).node("b", 400, 0).link("a", "b").routes();
    QCOMPARE(routes[0].points, QPolygonF({{240, 32}, {400, 32}}));
    QCOMPARE(routes[0].label, QPointF(320, 32));
    QCOMPARE(labelArea(routes[0]), QRectF(280, 15, 80, 34));
}

void tst_LinkRouting::downwards()
{
    const auto routes =
        Drawing().networkSwitch("s", 72, 0).node("a", 0, 200).link("a", "s").routes();
    QCOMPARE(routes[0].points, QPolygonF({{120, 200}, {120, 56}}));
    QCOMPARE(routes[0].labelPiece, Qt::Vertical);
}

void tst_LinkRouting::smallOffsetsMakeNoBend()
{
    const auto routes = Drawing().node("a", 0, 0).node("b", 400, 12).link("a", "b").routes();
    QCOMPARE(routes[0].points, QPolygonF({{240, 32}, {400, 32}}));
}

void tst_LinkRouting::parallelLinksRunSideBySide()
{
    const auto routes =
        Drawing().node("a", 0, 0).node("b", 400, 0).link("a", "b").link("b", "a").routes();
    QCOMPARE(routes[0].points, QPolygonF({{240, 26}, {400, 26}}));
    QCOMPARE(routes[1].points, QPolygonF({{400, 38}, {240, 38}}));
}

void tst_LinkRouting::aroundWhatIsInTheWay()
{
    const Drawing drawing =
        Drawing().node("a", 0, 0).node("wall", 320, 0).node("b", 640, 0).link("a", "b");
    const auto routes = drawing.routes();
    QVERIFY(!isCrossing(routes[0], QRectF(320, 0, 240, 64)));
    QVERIFY(routes[0].points.size() >= 3);
}

void tst_LinkRouting::outOfAMaze()
{
    // The hub stands in a yard of nodes whose one exit, 16 wide, is to the left of the lower wall.
    Drawing drawing;
    drawing.networkSwitch("s", 300, 200)
        .node("top-1", 16, 80)
        .node("top-2", 256, 80)
        .node("top-3", 496, 80)
        .node("left-1", -40, 144)
        .node("left-2", -40, 208)
        .node("left-3", -40, 272)
        .node("right-1", 500, 144)
        .node("right-2", 500, 208)
        .node("right-3", 500, 272)
        .node("bottom-1", 216, 336)
        .node("bottom-2", 456, 336)
        .node("far", 1000, 200)
        .link("s", "far");
    const auto routes = drawing.routes();
    const DrawingGeometry geometry = drawingGeometry(drawing.cluster());
    for (const auto& [id, place] : geometry.nodes) {
        QVERIFY2(!isCrossing(routes[0], place), id.c_str());
    }
}

void tst_LinkRouting::aroundForeignRacks()
{
    const Drawing drawing = Drawing()
                                .node("a", 0, 0)
                                .node("in-1", 400, -120, "rack")
                                .node("in-2", 400, 120, "rack")
                                .node("b", 800, 0)
                                .link("a", "b");
    const auto routes = drawing.routes();
    QVERIFY(!isCrossing(routes[0], drawingGeometry(drawing.cluster()).racks.at("rack")));
}

void tst_LinkRouting::whereThereIsNoWay()
{
    // b lies on a: something is drawn all the same.
    const auto routes = Drawing().node("a", 0, 0).node("b", 8, 8).link("a", "b").routes();
    QVERIFY(routes[0].points.size() >= 2);
}

void tst_LinkRouting::labelsStandApart()
{
    Drawing drawing;
    drawing.networkSwitch("s", 0, 0);
    for (int i = 0; i < 12; ++i) {
        const std::string id = "n" + std::to_string(i);
        drawing.node(id, 256, -400 + 72 * i).link("s", id);
    }
    const auto routes = drawing.routes();
    for (std::size_t i = 0; i < routes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY(!routes[i].isLabelVisible || !routes[j].isLabelVisible ||
                    !overlaps(labelArea(routes[i]), labelArea(routes[j])));
        }
    }
    // Too near for two words.
    QVERIFY(!Drawing().node("a", 0, 0).node("b", 280, 0).link("a", "b").routes()[0].isLabelVisible);
}

void tst_LinkRouting::linksWithoutEnds()
{
    const auto routes = Drawing().node("a", 0, 0).link("a", "none").link("a", "a").routes();
    QVERIFY(routes[0].points.isEmpty() && routes[1].points.isEmpty());
    QVERIFY(!routes[0].isLabelVisible);
}

void tst_LinkRouting::toAPoint()
{
    const QRectF from(0, 0, 100, 50);
    QCOMPARE(routeToPoint(from, {300, 25}), QPolygonF({{100, 25}, {300, 25}}));
    QCOMPARE(routeToPoint(from, {300, 80}),
             QPolygonF({{100, 25}, {200, 25}, {200, 80}, {300, 80}}));
    QCOMPARE(routeToPoint(from, {20, -150}),
             QPolygonF({{50, 0}, {50, -75}, {20, -75}, {20, -150}}));
    QVERIFY(routeToPoint(from, {50, 20}).isEmpty());
}

void tst_LinkRouting::arrangedClustersHaveFreeWays()
{
    Drawing drawing;
    drawing.networkSwitch("core", 0, 0);
    for (int i = 0; i < 60; ++i) {
        const std::string id = "n" + std::to_string(i);
        drawing.node(id, 0, 0, i < 20 ? "rack" : nullptr).link("core", id);
    }
    const sim::Cluster cluster = arranged(drawing.cluster());
    const DrawingGeometry geometry = drawingGeometry(cluster);
    const auto routes = routeLinks(cluster, geometry);
    for (std::size_t i = 0; i < routes.size(); ++i) {
        for (const auto& [id, place] : geometry.nodes) {
            QVERIFY2(id == cluster.links[i].to || !isCrossing(routes[i], place), id.c_str());
        }
    }
}

void tst_LinkRouting::largeClusters()
{
    Drawing drawing;
    for (int i = 0; i < 10'000; ++i) {
        const std::string id = "n" + std::to_string(i);
        const std::string hub = "s" + std::to_string(i / 100);
        if (i % 100 == 0) {
            drawing.networkSwitch(hub, 0, 0).link(hub, "s0");
        }
        drawing.node(id, 0, 0).link(id, hub);
    }
    const sim::Cluster cluster = arranged(drawing.cluster());
    QCOMPARE(routeLinks(cluster, drawingGeometry(cluster)).size(), std::size_t{10'100});
}

QTEST_APPLESS_MAIN(tst_LinkRouting)

#include "tst_link_routing.moc"
