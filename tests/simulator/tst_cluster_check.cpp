// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster_check.h"

#include <QTest>

#include <algorithm>

using namespace hscope::sim;
using Kind = ClusterProblem::Kind;

namespace {

Node node(const std::string& id, std::optional<std::string> group = {})
{
    Node result;
    result.id = id;
    result.group = std::move(group);
    result.devices = {{"v100", 8, 1}};
    return result;
}

Switch networkSwitch(const std::string& id, std::optional<std::string> group = {})
{
    Switch result;
    result.id = id;
    result.group = std::move(group);
    return result;
}

Link cable(const std::string& from, const std::string& to)
{
    return {from, to, LinkKind::InfiniBand, 25, 2, {}, true};
}

/// Nothing is wrong with it.
Cluster sound()
{
    Cluster cluster;
    ResourceType type;
    type.id = "v100";
    type.kind = DeviceKind::Gpu;
    type.priceUsdPerHour = 2.42;
    type.memoryGib = 16;
    type.nicGbPerSecond = 1.56;
    cluster.resourceTypes = {type};
    cluster.switches = {networkSwitch("sw-0")};
    cluster.nodes = {node("a"), node("b"), node("c")};
    cluster.links = {cable("a", "sw-0"), cable("b", "sw-0"), cable("c", "sw-0")};
    return cluster;
}

/// "kind|id|text|fix" of the one problem; what there is if it is not one.
QString onlyProblem(const Cluster& cluster, const Workload* workload = nullptr)
{
    QStringList texts;
    for (const ClusterProblem& problem : checkCluster(cluster, workload)) {
        texts << QString::fromStdString(problem.element.id + "|" + problem.text + "|" +
                                        problem.fixText);
    }
    return texts.join(QLatin1String(" && "));
}

/// The cluster with its first problem fixed.
Cluster fixed(const Cluster& cluster)
{
    return applyFix(cluster, checkCluster(cluster, nullptr).front());
}

} // namespace

class tst_ClusterCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void soundClustersHaveNoProblem();
    void unlinkedNodesAreConnected();
    void theRacksOwnSwitchIsPreferred();
    void islandsAreConnected();
    void withoutASwitch();
    void emptyThings();
    void typesWithoutPriceOrNetwork();
    void layersAndTypes();
    void noDevices();
    void oneServerNeedsNoLink();
    void everyFixRemovesItsProblem();
};

void tst_ClusterCheck::soundClustersHaveNoProblem()
{
    QCOMPARE(onlyProblem(sound()), QString());
    Cluster abstract = sound();
    abstract.nodes.clear();
    abstract.links.clear();
    abstract.switches.clear();
    QCOMPARE(onlyProblem(abstract), QString());
}

void tst_ClusterCheck::unlinkedNodesAreConnected()
{
    Cluster cluster = sound();
    cluster.links.pop_back();
    QCOMPARE(onlyProblem(cluster), QString("c|c has no link|Connect to sw-0"));
    QVERIFY(fixed(cluster) == sound()); // A link like the others there.
}

void tst_ClusterCheck::theRacksOwnSwitchIsPreferred()
{
    Cluster cluster = sound();
    cluster.switches.push_back(networkSwitch("top", "rack"));
    cluster.links.push_back(cable("top", "sw-0"));
    cluster.nodes.push_back(node("d", "rack"));
    QCOMPARE(onlyProblem(cluster), QString("d|d has no link|Connect to top"));
}

void tst_ClusterCheck::islandsAreConnected()
{
    Cluster cluster = sound();
    cluster.nodes.push_back(node("d"));
    cluster.nodes.push_back(node("e"));
    cluster.links.push_back(cable("d", "e"));
    QCOMPARE(onlyProblem(cluster), QString("d|d cannot reach most of the others|Connect to sw-0 && "
                                           "e|e cannot reach most of the others|Connect to sw-0"));
    QCOMPARE(onlyProblem(fixed(cluster)), QString());
}

void tst_ClusterCheck::withoutASwitch()
{
    Cluster cluster = sound();
    cluster.switches.clear();
    cluster.links.clear();
    const Cluster first = fixed(cluster);
    QCOMPARE(first.links.size(), std::size_t{1});
    QCOMPARE(first.links[0].gbPerSecond, 12.5);
    QCOMPARE(onlyProblem(fixed(first)), QString());
    Cluster lonelySwitch = sound();
    lonelySwitch.switches.push_back(networkSwitch("spare"));
    QCOMPARE(onlyProblem(lonelySwitch), QString("spare|spare has no link|Connect to sw-0"));
}

void tst_ClusterCheck::emptyThings()
{
    Cluster cluster = sound();
    cluster.groups.resize(1);
    cluster.groups[0].id = "rack";
    QCOMPARE(onlyProblem(cluster), QString("rack|rack is empty|Remove rack"));
    QVERIFY(fixed(cluster) == sound());
    cluster = sound();
    cluster.nodes.push_back(node("d"));
    cluster.nodes.back().devices.clear();
    cluster.links.push_back(cable("d", "sw-0"));
    QCOMPARE(onlyProblem(cluster), QString("d|d has no devices|Remove d"));
    QVERIFY(fixed(cluster) == sound());
}

void tst_ClusterCheck::typesWithoutPriceOrNetwork()
{
    Cluster cluster = sound();
    cluster.resourceTypes[0].priceUsdPerHour = 0;
    QCOMPARE(onlyProblem(cluster), QString("v100|v100 has no price|"));
    cluster = sound();
    cluster.resourceTypes[0].nicGbPerSecond.reset();
    QCOMPARE(onlyProblem(cluster), QString("v100|v100 has no network bandwidth|Use 3.125 GB/s, "
                                           "its share of the links"));
    QCOMPARE(fixed(cluster).resourceTypes[0].nicGbPerSecond.value(), 3.125);
    cluster.resourceTypes[0].id = "other"; // Not drawn: nobody minds.
    cluster.resourceTypes.push_back(sound().resourceTypes[0]);
    QCOMPARE(onlyProblem(cluster), QString());
}

void tst_ClusterCheck::layersAndTypes()
{
    Workload workload;
    workload.name = "w";
    workload.layers.resize(2);
    workload.layers[0].name = "embedding";
    workload.layers[0].denseWeightBytes = 17.0 * 1024 * 1024 * 1024;
    workload.layers[1].profile["v100"] = {};
    QCOMPARE(onlyProblem(sound(), &workload), QString()); // It cannot run there anyway.
    workload.layers[0].profile["v100"] = {};
    QCOMPARE(onlyProblem(sound(), &workload), QString("v100|embedding needs 17 GiB, v100 has 16|"));
    for (Layer& layer : workload.layers) {
        layer.profile = {{"cpu", {}}};
    }
    QCOMPARE(onlyProblem(sound(), &workload),
             QString("v100|No layer of w has a profile for v100|"));
}

void tst_ClusterCheck::noDevices()
{
    Cluster cluster;
    QCOMPARE(onlyProblem(cluster), QString("|The cluster has no devices|"));
    cluster.resourceTypes = sound().resourceTypes;
    cluster.resourceTypes[0].limit = 0;
    QCOMPARE(onlyProblem(cluster), QString("|The cluster has no devices|"));
}

void tst_ClusterCheck::oneServerNeedsNoLink()
{
    Cluster cluster = sound();
    cluster.nodes.resize(1);
    cluster.links.clear();
    cluster.switches.clear();
    QCOMPARE(onlyProblem(cluster), QString());
    cluster.nodes[0].count = 2;
    QCOMPARE(onlyProblem(cluster), QString("a|a has no link|"));
}

void tst_ClusterCheck::everyFixRemovesItsProblem()
{
    Cluster cluster = sound();
    cluster.links.clear();
    cluster.nodes.push_back(node("d"));
    cluster.nodes.back().devices.clear();
    cluster.groups.resize(2);
    cluster.groups[0].id = "r1";
    cluster.groups[1].id = "r2";
    cluster.resourceTypes[0].nicGbPerSecond.reset();
    for (int step = 0; step < 20; ++step) {
        const std::vector<ClusterProblem> problems = checkCluster(cluster, nullptr);
        const auto fixable =
            std::find_if(problems.begin(), problems.end(),
                         [](const ClusterProblem& problem) { return !problem.fixText.empty(); });
        if (fixable == problems.end()) {
            break;
        }
        cluster = applyFix(cluster, *fixable);
        const std::vector<ClusterProblem> after = checkCluster(cluster, nullptr);
        QVERIFY(std::find(after.begin(), after.end(), *fixable) == after.end());
    }
    QCOMPARE(onlyProblem(cluster), QString());
}

QTEST_APPLESS_MAIN(tst_ClusterCheck)

#include "tst_cluster_check.moc"
