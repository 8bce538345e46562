// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/cluster_totals.h"

#include <QTest>

#include <rapidcheck.h>

#include <bit>
#include <limits>
#include <string>
#include <vector>

using namespace hscope::sim;

namespace {

/// A cluster in which each copy is drawn: elements, and links between their indices.
struct Expanded
{
    struct Cable
    {
        std::size_t from;
        std::size_t to;
        double gbPerSecond;
    };

    std::vector<bool> isNode;
    std::vector<Cable> cables;
};

/// Of a tree in which only leaves have copies: at one element each.
Expanded expanded(const Cluster& cluster)
{
    Expanded result;
    std::vector<std::vector<std::size_t>> copies;
    const auto indexOf = [&](const std::string& id) {
        for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
            if (cluster.nodes[i].id == id) {
                return i;
            }
        }
        return cluster.nodes.size() + static_cast<std::size_t>(std::stoi(id.substr(1)));
    };
    const auto add = [&](std::int64_t count, bool isNode) {
        copies.emplace_back();
        for (std::int64_t i = 0; i < count; ++i) {
            copies.back().push_back(result.isNode.size());
            result.isNode.push_back(isNode);
        }
    };
    for (const Node& node : cluster.nodes) {
        add(node.count, true);
    }
    for (std::size_t i = 0; i < cluster.switches.size(); ++i) {
        add(1, false);
    }
    for (const Link& link : cluster.links) {
        for (const std::size_t from : copies[indexOf(link.from)]) {
            for (const std::size_t to : copies[indexOf(link.to)]) {
                result.cables.push_back(
                    {from, to, link.fullDuplex ? link.gbPerSecond : link.gbPerSecond / 2});
            }
        }
    }
    return result;
}

double bruteForce(const Expanded& cluster)
{
    unsigned nodes = 0;
    for (std::size_t i = 0; i < cluster.isNode.size(); ++i) {
        nodes |= cluster.isNode[i] ? 1U << i : 0U;
    }
    const int half = std::popcount(nodes) / 2;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned side = 0; side < 1U << cluster.isNode.size(); ++side) {
        if (std::popcount(side & nodes) != half) {
            continue;
        }
        double cut = 0;
        for (const Expanded::Cable& cable : cluster.cables) {
            const bool isCut = ((side >> cable.from) & 1U) != ((side >> cable.to) & 1U);
            cut += isCut ? cable.gbPerSecond : 0;
        }
        least = std::min(least, cut);
    }
    return least;
}

/// Up to 12 copies of nodes and switches, n0... and s0..., joined to a tree; leaves may be several.
Cluster randomTree()
{
    const int elements = *rc::gen::inRange(2, 9);
    Cluster cluster;
    std::vector<std::string> ids;
    int copies = elements;
    for (int i = 0; i < elements; ++i) {
        const bool isLeaf = i > elements / 2;
        std::string id;
        if (isLeaf || *rc::gen::inRange(0, 2) == 0) {
            Node node;
            node.id = "n" + std::to_string(cluster.nodes.size());
            const int more = isLeaf ? *rc::gen::inRange(0, 3) : 0;
            if (copies + more <= 12) {
                node.count += more;
                copies += more;
            }
            id = node.id;
            cluster.nodes.push_back(node);
        } else {
            Switch added;
            added.id = "s" + std::to_string(cluster.switches.size());
            id = added.id;
            cluster.switches.push_back(added);
        }
        if (i > 0) {
            const int parents = std::min(i, elements / 2 + 1);
            const auto parent = static_cast<std::size_t>(*rc::gen::inRange(0, parents));
            cluster.links.push_back({id,
                                     ids[parent],
                                     LinkKind::Ethernet,
                                     static_cast<double>(*rc::gen::inRange(1, 20)),
                                     0,
                                     {},
                                     *rc::gen::inRange(0, 4) != 0});
        }
        ids.push_back(id);
    }
    return cluster;
}

std::int64_t nodeCount(const Cluster& cluster)
{
    std::int64_t count = 0;
    for (const Node& node : cluster.nodes) {
        count += node.count;
    }
    return count;
}

} // namespace

class prop_Bisection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void treesAreExact();
    void otherGraphsAreBounded();
};

void prop_Bisection::treesAreExact()
{
    const bool holds = rc::check("the bisection of a tree is the least over all halves", [] {
        const Cluster cluster = randomTree();
        RC_PRE(nodeCount(cluster) >= 2);
        const ClusterTotals totals = clusterTotals(cluster);
        RC_ASSERT(totals.connectedNodes == nodeCount(cluster));
        RC_ASSERT(totals.isBisectionExact);
        RC_ASSERT(totals.bisectionGbPerSecond.value() == bruteForce(expanded(cluster)));
    });
    QVERIFY(holds);
}

void prop_Bisection::otherGraphsAreBounded()
{
    int exact = 0;
    int all = 0;
    const bool holds = rc::check("with cycles it is no less, and usually the same", [&] {
        Cluster cluster = randomTree();
        for (Node& node : cluster.nodes) {
            node.count = 1;
        }
        RC_PRE(nodeCount(cluster) >= 3);
        const int more = *rc::gen::inRange(1, 5);
        for (int i = 0; i < more; ++i) {
            const auto last = static_cast<int>(cluster.nodes.size());
            const auto from = static_cast<std::size_t>(*rc::gen::inRange(0, last));
            const auto to = static_cast<std::size_t>(*rc::gen::inRange(0, last));
            if (from != to) {
                cluster.links.push_back({cluster.nodes[from].id,
                                         cluster.nodes[to].id,
                                         LinkKind::Other,
                                         static_cast<double>(*rc::gen::inRange(1, 20)),
                                         0,
                                         {},
                                         true});
            }
        }
        const ClusterTotals totals = clusterTotals(cluster);
        const double least = bruteForce(expanded(cluster));
        RC_ASSERT(totals.bisectionGbPerSecond.value() >= least);
        RC_ASSERT(!totals.isBisectionExact || totals.bisectionGbPerSecond.value() == least);
        ++all;
        exact += totals.bisectionGbPerSecond.value() == least ? 1 : 0;
    });
    QVERIFY(holds);
    QVERIFY2(exact * 10 >= all * 8, qPrintable(QString::number(exact)));
}

QTEST_APPLESS_MAIN(prop_Bisection)

#include "prop_bisection.moc"
