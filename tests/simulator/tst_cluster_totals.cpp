// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster_templates.h"
#include "simulator/model/cluster_totals.h"

#include <QTest>

#include <array>

using namespace hscope::sim;

namespace {

ResourceType type(const char* id, DeviceKind kind, double price, std::optional<double> memory)
{
    ResourceType result;
    result.id = id;
    result.kind = kind;
    result.priceUsdPerHour = price;
    result.memoryGib = memory;
    return result;
}

Node node(const std::string& id, const char* type, std::int64_t devices, std::int64_t count = 1)
{
    Node result;
    result.id = id;
    result.count = count;
    result.devices = {{type, devices, 1}};
    return result;
}

Switch networkSwitch(const std::string& id)
{
    Switch result;
    result.id = id;
    return result;
}

Link cable(const std::string& from, const std::string& to, double gbPerSecond = 12.5,
           bool fullDuplex = true)
{
    return {from, to, LinkKind::Ethernet, gbPerSecond, 0, {}, fullDuplex};
}

/// Ten CPU servers and four GPU servers at one switch, one of them without a link; an XPU server.
Cluster drawn()
{
    Cluster cluster;
    cluster.fixedCostUsdPerHour = 1;
    cluster.resourceTypes = {type("cpu", DeviceKind::Cpu, 0.04, 8),
                             type("v100", DeviceKind::Gpu, 2.42, 16),
                             type("xpu", DeviceKind::Xpu, 1.344, std::nullopt)};
    cluster.switches = {networkSwitch("sw-0")};
    cluster.nodes = {node("cpu", "cpu", 48, 10)};
    cluster.links = {cable("cpu", "sw-0")};
    for (const char* id : {"gpu-1", "gpu-2", "gpu-3", "gpu-4"}) {
        cluster.nodes.push_back(node(id, "v100", 8));
        cluster.links.push_back(cable("sw-0", id));
    }
    cluster.links.pop_back();
    cluster.nodes.push_back(node("xpu-1", "xpu", 2));
    cluster.links.push_back(cable("xpu-1", "sw-0"));
    return cluster;
}

} // namespace

class tst_ClusterTotals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofADrawnCluster();
    void ofNodes();
    void halfDuplexCountsHalf();
    void trunksLimit();
    void copiesPairUp();
    void withoutLinks();
    void rings();
    void largeClusters();
    void templates();
};

void tst_ClusterTotals::ofADrawnCluster()
{
    const ClusterTotals totals = clusterTotals(drawn());
    QVERIFY(totals.devicesOfType == (std::vector<std::int64_t>{480, 32, 2}));
    QCOMPARE(totals.devices, 514);
    QCOMPARE(totals.usdPerHour, 1 + 480 * 0.04 + 32 * 2.42 + 2 * 1.344);
    QCOMPARE(totals.nodes, 15);
    QCOMPARE(totals.connectedNodes, 14);
    QCOMPARE(totals.bisectionGbPerSecond.value(), 7 * 12.5);
    QVERIFY(totals.isBisectionExact);
}

void tst_ClusterTotals::ofNodes()
{
    const Cluster cluster = drawn();
    const NodeTotals cpu = nodeTotals(cluster, cluster.nodes[0]);
    QCOMPARE(cpu.devices, 48);
    QCOMPARE(cpu.usdPerHour, 48 * 0.04);
    QCOMPARE(cpu.memoryGib.value(), 384.0);
    QCOMPARE(cpu.networkGbPerSecond.value(), 12.5);                     // Of one copy.
    QVERIFY(!nodeTotals(cluster, cluster.nodes[4]).networkGbPerSecond); // gpu-4
    QVERIFY(!nodeTotals(cluster, cluster.nodes[5]).memoryGib);
    const std::vector<NodeTotals> all = allNodeTotals(cluster);
    for (std::size_t i = 0; i < all.size(); ++i) {
        QVERIFY(all[i] == nodeTotals(cluster, cluster.nodes[i]));
    }
}

void tst_ClusterTotals::halfDuplexCountsHalf()
{
    Cluster cluster;
    cluster.nodes = {node("a", "cpu", 1), node("b", "cpu", 1)};
    cluster.links = {cable("a", "b", 8), cable("b", "a", 6, false)};
    QCOMPARE(clusterTotals(cluster).bisectionGbPerSecond.value(), 8 + 3.0);
    QCOMPARE(nodeTotals(cluster, cluster.nodes[0]).networkGbPerSecond.value(), 11.0);
}

void tst_ClusterTotals::trunksLimit()
{
    // Two switches with three nodes each, joined by a trunk thinner than three links.
    Cluster cluster;
    cluster.switches = {networkSwitch("s"), networkSwitch("t")};
    cluster.nodes = {node("a", "cpu", 1, 3), node("b", "cpu", 1), node("c", "cpu", 1),
                     node("d", "cpu", 1)};
    cluster.links = {cable("a", "s", 10), cable("b", "t", 10), cable("c", "t", 10),
                     cable("d", "t", 10), cable("s", "t", 25)};
    QCOMPARE(clusterTotals(cluster).bisectionGbPerSecond.value(), 25.0);
    cluster.links.back().gbPerSecond = 100; // Now three links are less.
    QCOMPARE(clusterTotals(cluster).bisectionGbPerSecond.value(), 30.0);
    // Five nodes: two against three, two links.
    cluster.nodes.pop_back();
    cluster.links.erase(cluster.links.begin() + 3);
    QCOMPARE(clusterTotals(cluster).bisectionGbPerSecond.value(), 20.0);
}

void tst_ClusterTotals::copiesPairUp()
{
    Cluster cluster;
    cluster.nodes = {node("a", "cpu", 1, 10), node("b", "cpu", 1, 10)};
    cluster.links = {cable("a", "b", 10)};
    ClusterTotals totals = clusterTotals(cluster);
    QCOMPARE(totals.connectedNodes, 2); // Ten pairs.
    QCOMPARE(totals.bisectionGbPerSecond.value(), 10.0);
    // Each of five a has two b, and all a meet at a switch: 7 against 8, two pairs and a b.
    cluster.nodes[0].count = 5;
    cluster.switches = {networkSwitch("s")};
    cluster.links.push_back(cable("a", "s", 10));
    totals = clusterTotals(cluster);
    QCOMPARE(totals.connectedNodes, 15);
    QCOMPARE(totals.bisectionGbPerSecond.value(), 30.0);
    QVERIFY(totals.isBisectionExact);
    QCOMPARE(nodeTotals(cluster, cluster.nodes[0]).networkGbPerSecond.value(), 30.0);
}

void tst_ClusterTotals::withoutLinks()
{
    Cluster cluster;
    ClusterTotals totals = clusterTotals(cluster);
    QCOMPARE(totals.connectedNodes, 0);
    QVERIFY(!totals.bisectionGbPerSecond);
    cluster.nodes = {node("a", "cpu", 1, 10)};
    totals = clusterTotals(cluster);
    QCOMPARE(totals.nodes, 10);
    QCOMPARE(totals.connectedNodes, 1);
    QVERIFY(!totals.bisectionGbPerSecond);
}

void tst_ClusterTotals::rings()
{
    Cluster cluster;
    for (int i = 0; i < 8; ++i) {
        cluster.nodes.push_back(node("n" + std::to_string(i), "cpu", 1));
        cluster.links.push_back(
            cable("n" + std::to_string(i), "n" + std::to_string((i + 1) % 8), 10));
    }
    const ClusterTotals totals = clusterTotals(cluster);
    QCOMPARE(totals.bisectionGbPerSecond.value(), 20.0);
    QVERIFY(!totals.isBisectionExact);
}

void tst_ClusterTotals::largeClusters()
{
    Cluster cluster;
    cluster.switches = {networkSwitch("core"), networkSwitch("core-2")};
    for (int r = 0; r < 100; ++r) {
        const std::string top = "top-" + std::to_string(r);
        cluster.switches.push_back(networkSwitch(top));
        cluster.links.push_back(cable(top, "core", 100));
        for (int n = 0; n < 100; ++n) {
            cluster.nodes.push_back(node(top + "-" + std::to_string(n), "cpu", 1));
            cluster.links.push_back(cable(cluster.nodes.back().id, top));
        }
    }
    ClusterTotals totals = clusterTotals(cluster);
    QCOMPARE(totals.bisectionGbPerSecond.value(), 5000.0); // 50 racks of 100 GB/s.
    QVERIFY(totals.isBisectionExact);
    for (int r = 0; r < 100; ++r) {
        cluster.links.push_back(cable("top-" + std::to_string(r), "core-2", 100));
    }
    totals = clusterTotals(cluster);
    QCOMPARE(totals.bisectionGbPerSecond.value(), 10'000.0);
    QVERIFY(!totals.isBisectionExact);
    cluster.nodes[0].count = 1'000'000;
    QVERIFY(clusterTotals(cluster).bisectionGbPerSecond.value() > 0);
}

void tst_ClusterTotals::templates()
{
    const std::array types{type("a", DeviceKind::Cpu, 0.04, 8), type("g", DeviceKind::Gpu, 2, 16),
                           type("h", DeviceKind::Gpu, 4, 40)};
    QCOMPARE(clusterTemplates().size(), std::size_t{3});
    for (const ClusterTemplate& each : clusterTemplates()) {
        const Cluster cluster = makeTemplate(each.id, types);
        const ClusterTotals totals = clusterTotals(cluster);
        QVERIFY(totals.devices >= 8);
        QCOMPARE(totals.connectedNodes, totals.nodes);
        QVERIFY(makeTemplate(each.id, {}) == Cluster());
        QVERIFY(!makeTemplate(each.id, std::span(types).first(1)).nodes.empty());
    }
    QVERIFY(makeTemplate("none", types) == Cluster());
    QVERIFY(clusterTotals(makeTemplate("two-racks", types)).devicesOfType ==
            (std::vector<std::int64_t>{480, 32}));
}

QTEST_APPLESS_MAIN(tst_ClusterTotals)

#include "tst_cluster_totals.moc"
