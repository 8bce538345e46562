// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_cards.h"
#include "app/commands/cluster_edit.h"
#include "simulator/io/documents.h"
#include "tests/app/cluster_literal.h"

#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

/// `cpu>sw-0 sw-0>gpu-1`: who is connected with whom.
QString printLinks(const sim::Cluster& cluster)
{
    QStringList links;
    for (const sim::Link& link : cluster.links) {
        links.append(QString::fromStdString(link.from + ">" + link.to));
    }
    return links.join(u' ');
}

/// `cpu gpu-1@rack-b sw-0`: places with the racks they are in.
QString printPlaces(const sim::Cluster& cluster)
{
    QStringList places;
    const auto add = [&places](const auto& list) {
        for (const auto& place : list) {
            places.append(
                QString::fromStdString(place.id + (place.group ? "@" + *place.group : "")));
        }
    };
    add(cluster.nodes);
    add(cluster.switches);
    return places.join(u' ');
}

} // namespace

class tst_ClusterEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void addsNodesUnderFreeNames()
    {
        sim::Node node;
        node.id = "gpu-1";
        node.devices = {{"t4", 4, 1}};
        const ClusterEdit edit =
            addNode(smallCluster(), node, drawableTypes(smallCluster(), smallLibrary()));
        QCOMPARE(edit.elements, ClusterElements{nodeElement("gpu-3")});
        QCOMPARE(printPlaces(edit.cluster),
                 QStringLiteral("cpu gpu-1@rack-b gpu-2@rack-b gpu-3 sw-0"));
        QCOMPARE(edit.cluster.resourceTypes.back().id, "t4");
        QCOMPARE(freePlaceId(smallCluster(), "cpu"), "cpu-2");
    }

    void refusesLinksWithoutTwoEnds()
    {
        QCOMPARE(addLink(smallCluster(), defaultLink(smallCluster(), "cpu", "cpu")).cluster,
                 smallCluster());
        QCOMPARE(addLink(smallCluster(), defaultLink(smallCluster(), "cpu", "nobody")).cluster,
                 smallCluster());
        const ClusterEdit edit =
            addLink(smallCluster(), defaultLink(smallCluster(), "gpu-2", "sw-0"));
        QCOMPARE(edit.elements, ClusterElements{linkElement(2)});
        QCOMPARE(edit.cluster.links.back().gbPerSecond, 12.5); // As the last one.
    }

    void renamesWithAllReferences()
    {
        const ClusterEdit place = renamed(smallCluster(), switchElement("sw-0"), "core");
        QCOMPARE(printLinks(place.cluster), QStringLiteral("cpu>core core>gpu-1"));
        QCOMPARE(place.elements, ClusterElements{switchElement("core")});
        const ClusterEdit rack = renamed(smallCluster(), groupElement("rack-b"), "b");
        QCOMPARE(printPlaces(rack.cluster), QStringLiteral("cpu gpu-1@b gpu-2@b sw-0"));
        QCOMPARE(rack.cluster.groups.front().id, "b");
        const ClusterEdit type = renamed(smallCluster(), typeElement("v100"), "volta");
        QCOMPARE(type.cluster.nodes[1].devices[0].type, "volta");
        QCOMPARE(type.cluster.resourceTypes[1].id, "volta");
    }

    void keepsNamesThatAreTakenOrEmpty()
    {
        QCOMPARE(renamed(smallCluster(), nodeElement("cpu"), "sw-0").cluster, smallCluster());
        QCOMPARE(renamed(smallCluster(), nodeElement("cpu"), "").cluster, smallCluster());
        QCOMPARE(renamed(smallCluster(), nodeElement("nobody"), "x").cluster, smallCluster());
    }

    void removesWithTheLinksThatWouldHangInTheAir()
    {
        const sim::Cluster after = removed(smallCluster(), {switchElement("sw-0")});
        QCOMPARE(printLinks(after), QStringLiteral(""));
        QCOMPARE(printPlaces(after), QStringLiteral("cpu gpu-1@rack-b gpu-2@rack-b"));
        QCOMPARE(printLinks(removed(smallCluster(), {linkElement(0)})),
                 QStringLiteral("sw-0>gpu-1"));
    }

    void keepsWhatIsInARemovedRack()
    {
        const sim::Cluster after = removed(smallCluster(), {groupElement("rack-b")});
        QCOMPARE(printPlaces(after), QStringLiteral("cpu gpu-1 gpu-2 sw-0"));
        QVERIFY(after.groups.empty());
    }

    void removesOnlyTypesThatNothingIsOf()
    {
        QCOMPARE(removed(smallCluster(), {typeElement("v100")}), smallCluster());
        sim::Cluster without =
            removed(smallCluster(), {nodeElement("gpu-1"), nodeElement("gpu-2")});
        without = removed(without, {typeElement("v100")});
        QCOMPARE(without.resourceTypes.size(), std::size_t{1});
        without = removed(without, {nodeElement("cpu")});
        QCOMPARE(removed(without, {typeElement("cpu-core")}), without); // The last one.
    }

    void movesWhatIsInARackAndEmptyRacks()
    {
        const ClusterElements places = placesOf(smallCluster(), {groupElement("rack-b")});
        QCOMPARE(places, (ClusterElements{nodeElement("gpu-1"), nodeElement("gpu-2")}));
        const ClusterEdit rack = addGroup(smallCluster(), "rack-b", {});
        QCOMPARE(rack.elements, ClusterElements{groupElement("rack-b-2")});
        QCOMPARE(placesOf(rack.cluster, rack.elements), rack.elements);
        const sim::Cluster after =
            placed(rack.cluster, {{groupElement("rack-b-2"), QPointF(16, 32)}});
        QCOMPARE(after.groups.back().y, 32.0);
    }

    void pastesUnderFreeNamesWithLinksBetween()
    {
        const sim::Cluster part = excerpt(
            smallCluster(), {nodeElement("gpu-1"), switchElement("sw-0"), groupElement("rack-b")});
        QCOMPARE(printLinks(part), QStringLiteral("sw-0>gpu-1"));
        const ClusterEdit edit = pasted(smallCluster(), part, {0, 320});
        QCOMPARE(printPlaces(edit.cluster),
                 QStringLiteral("cpu gpu-1@rack-b gpu-2@rack-b gpu-3@rack-b-2 "
                                "gpu-4@rack-b-2 sw-0 sw-1"));
        QCOMPARE(printLinks(edit.cluster), QStringLiteral("cpu>sw-0 sw-0>gpu-1 sw-1>gpu-3"));
        QCOMPARE(edit.cluster.nodes.back().y, 96 + 320.0);
        QCOMPARE(edit.elements.size(), std::size_t{4});
    }

    void pastesTypesThatAreNotThereYet()
    {
        sim::Cluster part = smallCluster();
        part.resourceTypes[1].priceUsdPerHour = 99;
        part.resourceTypes.push_back(smallLibrary().types[2].type);
        part.nodes[0].devices[0].type = "t4";
        const ClusterEdit edit = pasted(smallCluster(), part, {});
        QCOMPARE(edit.cluster.resourceTypes.size(), std::size_t{3});
        QCOMPARE(edit.cluster.resourceTypes[1].priceUsdPerHour, 2.42); // Its own stays.
    }

    void duplicatesInsideARack()
    {
        const ClusterEdit edit = duplicated(smallCluster(), {nodeElement("gpu-2")}, {32, 32});
        QCOMPARE(printPlaces(edit.cluster),
                 QStringLiteral("cpu gpu-1@rack-b gpu-2@rack-b gpu-3@rack-b sw-0"));
        QCOMPARE(edit.elements, ClusterElements{nodeElement("gpu-3")});
    }

    void carriesCardsAsBytes()
    {
        for (const ClusterCard& card : {ClusterCard{ClusterCard::Kind::Type, "v100"},
                                        ClusterCard{ClusterCard::Kind::Rack, {}},
                                        ClusterCard{ClusterCard::Kind::Template, "two-racks"}}) {
            QCOMPARE(decodedCard(encoded(card)), card);
        }
        QVERIFY(!decodedCard("nonsense"));
        QVERIFY(!decodedCard(""));
    }

    void everyCardMakesADocumentThatCanBeRead()
    {
        for (const auto kind : {ClusterCard::Kind::Type, ClusterCard::Kind::Switch,
                                ClusterCard::Kind::Rack, ClusterCard::Kind::Machine}) {
            const sim::Cluster before = emptyCluster(smallLibrary());
            const sim::Cluster part = cardContents({kind, "t4"}, before, smallLibrary());
            const sim::Cluster after = pasted(before, part, {16, 16}).cluster;
            const auto read = sim::parseCluster(sim::toJson(after), "test");
            QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
            QCOMPARE(*read, after);
        }
    }
};

QTEST_GUILESS_MAIN(tst_ClusterEdit)
#include "tst_cluster_edit.moc"
