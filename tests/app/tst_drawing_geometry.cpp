// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/drawing_geometry.h"

#include <QTest>

using namespace hscope;
using namespace hscope::app;

namespace {

sim::Node node(const char* id, std::int64_t count, double x, double y, const char* group = nullptr)
{
    sim::Node result;
    result.id = id;
    result.devices = {{"v100", count, 1}};
    result.x = x;
    result.y = y;
    if (group) {
        result.group = group;
    }
    return result;
}

sim::Node unplaced(const char* id, const char* group = nullptr)
{
    sim::Node result = node(id, 8, 0, 0, group);
    result.x.reset();
    result.y.reset();
    return result;
}

} // namespace

class tst_DrawingGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesOfNodes();
    void racksLieAroundTheirMembers();
    void emptyRacksHaveAPlace();
    void unplacedElementsGetAFreePlace();
    void unplacedMembersStayNearTheirRack();
    void nothingPlacedIsArranged();
    void farPositionsAreBounded();
    void emptyClusters();
};

void tst_DrawingGeometry::sizesOfNodes()
{
    QCOMPARE(nodeSize(node("gpu-1", 8, 0, 0)), QSizeF(240, 36 + 16 + 12));
    QCOMPARE(nodeSize(node("cpu", 48, 0, 0)), QSizeF(240, 36 + 4 * 16 + 12));
    QCOMPARE(nodeSize(node("cpu", 49, 0, 0)), QSizeF(240, 36 + 16 + 12)); // As a number.
    sim::Node several = node("cpu", 48, 0, 0);
    several.count = 10; // "each" below the glyphs.
    QCOMPARE(nodeSize(several).height(), 36.0 + 5 * 16 + 12);
    sim::Node mixed = node("box", 13, 0, 0);
    mixed.devices.push_back({"cpu-core", 2, 1});
    QCOMPARE(nodeSize(mixed).height(), 36.0 + 3 * 16 + 12); // Each type has rows of its own.
    sim::Node bare;
    bare.id = "bare";
    QCOMPARE(nodeSize(bare), QSizeF(240, 64));
    // 24 x 7.5 + 9 x 6 + 112 = 346, on the grid 352.
    QCOMPARE(nodeSize(node("a-name-of-24-characters-", 8, 0, 0)).width(), 352.0);
    QCOMPARE(nodeSize(node("a name that is far too long to be shown whole", 8, 0, 0)).width(),
             400.0);
}

void tst_DrawingGeometry::racksLieAroundTheirMembers()
{
    sim::Cluster cluster;
    cluster.groups = {{"rack", std::nullopt, 5000, 5000}}; // Has members: not drawn there.
    cluster.nodes = {node("a", 8, 100, 200, "rack"), node("b", 8, 100, 300, "rack")};
    const DrawingGeometry geometry = drawingGeometry(cluster);
    QCOMPARE(geometry.nodes.at("a"), QRectF(100, 200, 240, 64));
    QCOMPARE(geometry.racks.at("rack"), QRectF(84, 164, 272, 36 + 164 + 16));
    QCOMPARE(geometry.bounds, geometry.racks.at("rack"));
}

void tst_DrawingGeometry::emptyRacksHaveAPlace()
{
    sim::Cluster cluster;
    cluster.groups = {{"placed", std::nullopt, 32, 48}, {"other", std::nullopt, {}, {}}};
    const DrawingGeometry geometry = drawingGeometry(cluster);
    QCOMPARE(geometry.racks.at("placed"), QRectF(32, 48, 272, 160));
    QVERIFY(!geometry.racks.at("other").intersects(geometry.racks.at("placed")));
}

void tst_DrawingGeometry::unplacedElementsGetAFreePlace()
{
    sim::Cluster cluster;
    cluster.nodes = {node("a", 8, 0, 0), unplaced("b"), unplaced("c", "label"), unplaced("d")};
    cluster.switches.resize(1);
    cluster.switches[0].id = "s";
    const DrawingGeometry geometry = drawingGeometry(cluster);
    std::vector<QRectF> places{geometry.switches.at("s"), geometry.racks.at("label")};
    for (const char* id : {"a", "b", "d"}) {
        places.push_back(geometry.nodes.at(id));
    }
    QVERIFY(geometry.racks.at("label").contains(geometry.nodes.at("c")));
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY(!places[i].intersects(places[j]));
        }
    }
    QCOMPARE(drawingGeometry(cluster).nodes, geometry.nodes);
}

void tst_DrawingGeometry::unplacedMembersStayNearTheirRack()
{
    sim::Cluster cluster;
    cluster.nodes = {node("a", 8, 0, 0, "rack"), unplaced("b", "rack"), node("far", 8, 640, 0)};
    QCOMPARE(drawingGeometry(cluster).nodes.at("b"), QRectF(0, 80, 240, 64));
    cluster.nodes[2].x = 100; // In the way: below everything.
    cluster.nodes[2].y = 90;
    QVERIFY(drawingGeometry(cluster).nodes.at("b").top() > 90 + 64);
}

void tst_DrawingGeometry::nothingPlacedIsArranged()
{
    sim::Cluster cluster;
    cluster.nodes = {unplaced("a"), unplaced("b")};
    cluster.switches.resize(1);
    cluster.switches[0].id = "s";
    cluster.links = {{"a", "s", sim::LinkKind::Ethernet, 12.5, 0, {}, true},
                     {"b", "s", sim::LinkKind::Ethernet, 12.5, 0, {}, true}};
    const DrawingGeometry geometry = drawingGeometry(cluster);
    QVERIFY(geometry.nodes.at("a").right() < geometry.switches.at("s").left());
    QVERIFY(geometry.switches.at("s").right() < geometry.nodes.at("b").left());
}

void tst_DrawingGeometry::farPositionsAreBounded()
{
    sim::Cluster cluster;
    cluster.nodes = {node("a", 8, 1e300, -1e300)};
    QCOMPARE(drawingGeometry(cluster).nodes.at("a").topLeft(), QPointF(1e6, -1e6));
}

void tst_DrawingGeometry::emptyClusters()
{
    const DrawingGeometry geometry = drawingGeometry({});
    QVERIFY(geometry.nodes.empty() && geometry.racks.empty() && geometry.bounds.isEmpty());
}

QTEST_APPLESS_MAIN(tst_DrawingGeometry)

#include "tst_drawing_geometry.moc"
