// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/arrangement.h"
#include "app/drawing/rectangle_tree.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace hscope;
using namespace hscope::app;
using Kind = sim::ClusterElement::Kind;

namespace {

sim::Node node(const std::string& id, std::optional<double> x = {}, std::optional<double> y = {},
               std::optional<std::string> group = {})
{
    sim::Node result;
    result.id = id;
    result.devices = {{"v100", 8, 1}};
    result.x = x;
    result.y = y;
    result.group = std::move(group);
    return result;
}

sim::Switch networkSwitch(const std::string& id)
{
    sim::Switch result;
    result.id = id;
    return result;
}

sim::Link linkOf(const std::string& from, const std::string& to)
{
    return {from, to, sim::LinkKind::Ethernet, 12.5, 0, {}, true};
}

/// Whether no two nodes, switches or racks overlap, but a rack and its members.
bool isWithoutOverlap(const sim::Cluster& cluster)
{
    const DrawingGeometry geometry = drawingGeometry(cluster);
    std::vector<QRectF> places;
    std::vector<std::string> racks; // By place: the rack that it is, or is in.
    for (const sim::Node& each : cluster.nodes) {
        places.push_back(geometry.nodes.at(each.id));
        racks.push_back(each.group.value_or(""));
    }
    for (const sim::Switch& each : cluster.switches) {
        places.push_back(geometry.switches.at(each.id));
        racks.push_back(each.group.value_or(""));
    }
    const std::size_t elements = places.size();
    for (const auto& [id, place] : geometry.racks) {
        places.push_back(place);
        racks.push_back(id);
    }
    const RectangleTree tree(places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool overlapsAny = tree.any(places[i], [&](std::size_t other) {
            const bool isOwnRack =
                (i >= elements) != (other >= elements) && racks[i] == racks[other];
            return other != i && !isOwnRack;
        });
        if (overlapsAny) {
            return false;
        }
    }
    return true;
}

bool isOnGrid(const sim::Cluster& cluster)
{
    const auto fits = [](const auto& each) {
        return each.x && each.y && std::fmod(*each.x, 16) == 0 && std::fmod(*each.y, 16) == 0;
    };
    return std::all_of(cluster.nodes.begin(), cluster.nodes.end(), fits) &&
           std::all_of(cluster.switches.begin(), cluster.switches.end(), fits);
}

/// `racks` racks of `perRack` nodes with a switch each, under one switch; the last rack is empty.
sim::Cluster rackedCluster(int racks, int perRack)
{
    sim::Cluster cluster;
    cluster.switches.push_back(networkSwitch("core"));
    for (int r = 0; r < racks; ++r) {
        const std::string rack = "rack-" + std::to_string(r);
        cluster.groups.push_back({rack, {}, {}, {}});
        cluster.switches.push_back(networkSwitch("top-" + std::to_string(r)));
        cluster.switches.back().group = rack;
        cluster.links.push_back(linkOf("core", cluster.switches.back().id));
        for (int n = 0; n < perRack; ++n) {
            cluster.nodes.push_back(
                node("n-" + std::to_string(r) + "-" + std::to_string(n), {}, {}, rack));
            cluster.links.push_back(linkOf(cluster.nodes.back().id, cluster.switches.back().id));
        }
    }
    cluster.groups.push_back({"spare", {}, {}, {}});
    return cluster;
}

} // namespace

class tst_Arrangement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aligns_data();
    void aligns();
    void racksMoveTheirMembers();
    void fewAreLeftAlone();
    void distributes();
    void aSwitchStandsInTheMiddle();
    void spinesStandTogether();
    void nothingOverlaps_data();
    void nothingOverlaps();
    void largeClusters();
};

void tst_Arrangement::aligns_data()
{
    QTest::addColumn<int>("alignment");
    QTest::addColumn<QPointF>("a");
    QTest::addColumn<QPointF>("b");
    const auto row = [](const char* name, Alignment alignment, QPointF a, QPointF b) {
        QTest::newRow(name) << static_cast<int>(alignment) << a << b;
    };
    // a: a node of 240 x 64 at 0, 10; b: a switch of 96 x 56 at 300, 200.
    row("left", Alignment::Left, {0, 10}, {0, 200});
    row("center", Alignment::Center, {78, 10}, {150, 200});
    row("right", Alignment::Right, {156, 10}, {300, 200});
    row("top", Alignment::Top, {0, 10}, {300, 10});
    row("middle", Alignment::Middle, {0, 101}, {300, 105});
    row("bottom", Alignment::Bottom, {0, 192}, {300, 200});
}

void tst_Arrangement::aligns()
{
    QFETCH(int, alignment);
    QFETCH(QPointF, a);
    QFETCH(QPointF, b);
    sim::Cluster cluster;
    cluster.nodes = {node("a", 0, 10), node("other", 900, 900)};
    cluster.switches = {networkSwitch("b")};
    cluster.switches[0].x = 300;
    cluster.switches[0].y = 200;
    const std::array<sim::ClusterElement, 2> elements{{{Kind::Switch, "b"}, {Kind::Node, "a"}}};
    const sim::Cluster result = aligned(cluster, elements, static_cast<Alignment>(alignment));
    QCOMPARE(QPointF(*result.nodes[0].x, *result.nodes[0].y), a);
    QCOMPARE(QPointF(*result.switches[0].x, *result.switches[0].y), b);
    QVERIFY(result.nodes[1] == cluster.nodes[1]);
}

void tst_Arrangement::racksMoveTheirMembers()
{
    sim::Cluster cluster;
    cluster.groups = {{"full", {}, {}, {}}, {"empty", {}, 400, 500}};
    cluster.nodes = {node("a", 100, 100, "full"), node("b", 100, 200, "full"), node("c", 7, 0)};
    // A member that is chosen beside its rack moves with it, not twice.
    const std::array<sim::ClusterElement, 4> elements{
        {{Kind::Group, "full"}, {Kind::Group, "empty"}, {Kind::Node, "a"}, {Kind::Node, "c"}}};
    const sim::Cluster result = aligned(cluster, elements, Alignment::Left);
    QCOMPARE(*result.nodes[0].x, 7.0 + 16); // The rack's padding.
    QCOMPARE(*result.nodes[1].x, 7.0 + 16);
    QCOMPARE(*result.nodes[1].y, 200.0);
    QCOMPARE(*result.groups[1].x, 7.0);
    QVERIFY(!result.groups[0].x); // Its members say where it is.
}

void tst_Arrangement::fewAreLeftAlone()
{
    sim::Cluster cluster;
    cluster.nodes = {node("a", 0, 0), node("b", 50, 70)};
    const std::array<sim::ClusterElement, 3> elements{
        {{Kind::Node, "a"}, {Kind::Node, "b"}, {Kind::Node, "none"}}};
    QVERIFY(aligned(cluster, std::span(elements).first(1), Alignment::Right) == cluster);
    QVERIFY(distributed(cluster, elements, Qt::Vertical) == cluster);
}

void tst_Arrangement::distributes()
{
    sim::Cluster cluster;
    cluster.nodes = {node("a", 0, 0), node("c", 1000, 5), node("b", 20, 300), node("d", 250, 0)};
    const std::array<sim::ClusterElement, 4> elements{
        {{Kind::Node, "a"}, {Kind::Node, "b"}, {Kind::Node, "c"}, {Kind::Node, "d"}}};
    const sim::Cluster result = distributed(cluster, elements, Qt::Horizontal);
    // From 0 to 1240 with four of 240: gaps of 280 / 3.
    QCOMPARE(*result.nodes[0].x, 0.0);
    QCOMPARE(*result.nodes[1].x, 1000.0);
    QCOMPARE(*result.nodes[2].x, 240 + 280.0 / 3);
    QCOMPARE(*result.nodes[3].x, 480 + 560.0 / 3);
    QCOMPARE(*result.nodes[2].y, 300.0);
}

void tst_Arrangement::aSwitchStandsInTheMiddle()
{
    sim::Cluster cluster = rackedCluster(2, 3);
    cluster.nodes.push_back(node("single"));
    cluster.links.push_back(linkOf("single", "core"));
    const DrawingGeometry geometry = drawingGeometry(arranged(cluster));
    const QRectF core = geometry.switches.at("core");
    QVERIFY(geometry.racks.at("rack-0").right() < core.left());
    QVERIFY(geometry.racks.at("rack-1").left() > core.right());
    // The racks' own switches are on the side of the core.
    QVERIFY(geometry.switches.at("top-0").left() > geometry.nodes.at("n-0-0").right());
    QVERIFY(geometry.switches.at("top-1").right() < geometry.nodes.at("n-1-0").left());
}

void tst_Arrangement::spinesStandTogether()
{
    sim::Cluster cluster;
    for (int s = 0; s < 2; ++s) {
        cluster.switches.push_back(networkSwitch("spine-" + std::to_string(s)));
    }
    for (int l = 0; l < 4; ++l) {
        const std::string leaf = "leaf-" + std::to_string(l);
        cluster.switches.push_back(networkSwitch(leaf));
        cluster.links.push_back(linkOf("spine-0", leaf));
        cluster.links.push_back(linkOf("spine-1", leaf));
        for (int n = 0; n < 2; ++n) {
            cluster.nodes.push_back(node(leaf + "-" + std::to_string(n)));
            cluster.links.push_back(linkOf(leaf, cluster.nodes.back().id));
        }
    }
    const sim::Cluster result = arranged(cluster);
    QCOMPARE(*result.switches[0].x, *result.switches[1].x);
    QVERIFY(*result.switches[2].x < *result.switches[0].x);
    QVERIFY(*result.switches[5].x > *result.switches[0].x);
    QVERIFY(isWithoutOverlap(result) && isOnGrid(result));
}

void tst_Arrangement::nothingOverlaps_data()
{
    QTest::addColumn<int>("racks");
    QTest::addColumn<int>("perRack");
    QTest::newRow("no rack") << 0 << 0;
    QTest::newRow("one node") << 1 << 1;
    QTest::newRow("racks of one column") << 5 << 8;
    QTest::newRow("racks of many columns") << 3 << 100;
    QTest::newRow("many racks") << 40 << 2;
}

void tst_Arrangement::nothingOverlaps()
{
    QFETCH(int, racks);
    QFETCH(int, perRack);
    sim::Cluster cluster = rackedCluster(racks, perRack);
    for (int i = 0; i < 30; ++i) { // Chains beside it, and nodes without links.
        cluster.nodes.push_back(node("chain-" + std::to_string(i)));
        if (i % 4 != 0) {
            cluster.links.push_back(
                linkOf(cluster.nodes.back().id, cluster.nodes[cluster.nodes.size() - 2].id));
        }
    }
    const sim::Cluster result = arranged(cluster);
    QVERIFY(isWithoutOverlap(result));
    QVERIFY(isOnGrid(result));
    QVERIFY(result.groups.back().x.has_value()); // The empty rack.
    QVERIFY(arranged(result) == result);         // Old positions play no part.
}

void tst_Arrangement::largeClusters()
{
    QVERIFY(isWithoutOverlap(arranged(rackedCluster(100, 100))));
    QVERIFY(isWithoutOverlap(arranged(rackedCluster(1, 10'000))));
    sim::Cluster chain;
    for (int i = 0; i < 10'000; ++i) {
        chain.nodes.push_back(node("n" + std::to_string(i)));
        if (i > 0) {
            chain.links.push_back(linkOf(chain.nodes.back().id, "n" + std::to_string(i - 1)));
        }
    }
    QVERIFY(isOnGrid(arranged(chain)));
    for (std::size_t i = 0; i < chain.links.size(); i += 2) { // Thousands of pairs.
        chain.links[i].to = chain.links[i].from;
    }
    QVERIFY(isWithoutOverlap(arranged(chain)));
}

QTEST_APPLESS_MAIN(tst_Arrangement)

#include "tst_arrangement.moc"
