// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_document.h"
#include "app/commands/document_recovery.h"
#include "app/models/cluster_table_models.h"
#include "app/models/format.h"
#include "simulator/io/documents.h"
#include "tests/app/cluster_literal.h"
#include "tests/support/temp_folder.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QTest>

#include <random>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

/// One of all kinds of edits, with elements that exist or do not.
class RandomEdits
{
public:
    explicit RandomEdits(unsigned seed)
        : m_random(seed)
    {
    }

    ClusterEdit next(const sim::Cluster& cluster)
    {
        const sim::ClusterElement element = any(cluster);
        const sim::ClusterElement other = any(cluster);
        switch (number(12)) {
        case 0:
        case 1: {
            sim::Node node;
            node.id = "n";
            node.count = number(5) + 1;
            node.devices = {{cluster.resourceTypes.front().id, number(9) + 1, 1}};
            node.x = number(1000);
            node.y = number(1000);
            return addNode(cluster, node, {});
        }
        case 2:
            return addSwitch(cluster, {"s", std::nullopt, std::nullopt, 0, 0});
        case 3:
            return addGroup(cluster, "r", {element, other});
        case 4:
        case 5: {
            sim::Link link;
            link.from = element.id;
            link.to = other.id;
            link.gbPerSecond = number(100) + 1;
            return addLink(cluster, link);
        }
        case 6:
            return renamed(cluster, element, "name-" + std::to_string(number(20)));
        case 7:
            return {removed(cluster, {element}), {}};
        case 8:
            return {placed(cluster, {{element, QPointF(number(9) * 16, 48)}}), {element}};
        case 9:
            return {grouped(cluster, {element}, std::nullopt), {element}};
        case 10:
            return duplicated(cluster, {element, other}, {16, 16});
        default: {
            sim::Cluster after = cluster;
            after.fixedCostUsdPerHour = number(4);
            after.resourceTypes.front().priceUsdPerHour = number(3) + 1;
            return {after, {}};
        }
        }
    }

    int number(int below) { return std::uniform_int_distribution(0, below - 1)(m_random); }

private:
    sim::ClusterElement any(const sim::Cluster& cluster)
    {
        const ClusterElements elements = drawnElements(cluster);
        return elements.empty()
                   ? nodeElement("nobody")
                   : *std::next(elements.begin(), number(static_cast<int>(elements.size())));
    }

    std::mt19937 m_random;
};

QStringList firstColumn(const ClusterNodeModel& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        rows.append(model.index(row, ClusterNodeModel::Name).data(CopyRole).toString());
    }
    return rows;
}

QStringList places(const sim::Cluster& cluster)
{
    QStringList ids;
    for (const sim::Node& node : cluster.nodes) {
        ids.append(QString::fromStdString(node.id));
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        ids.append(QString::fromStdString(networkSwitch.id));
    }
    return ids;
}

sim::Cluster moved(const sim::Cluster& cluster, double x)
{
    return placed(cluster, {{nodeElement("cpu"), QPointF(x, 0)}});
}

} // namespace

class tst_ClusterDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void undoesAndRedoesThousandsOfEditsExactly()
    {
        ClusterDocument document;
        document.begin(smallCluster());
        RandomEdits edits(20260101);
        std::vector<sim::Cluster> values{document.cluster()};
        for (int i = 0; i < 3000; ++i) {
            // A document that grows without end would make the test quadratic.
            ClusterEdit edit = document.cluster().nodes.size() > 60
                                   ? ClusterEdit{smallCluster(), {}}
                                   : edits.next(document.cluster());
            if (document.edit(std::move(edit), QStringLiteral("edit"))) {
                values.push_back(document.cluster());
            }
        }
        QVERIFY(values.size() > 1500);
        QCOMPARE(document.undoStack().count(), static_cast<int>(values.size()) - 1);
        for (std::size_t i = values.size() - 1; i > 0; --i) {
            document.undoStack().undo();
            QCOMPARE(document.cluster(), values[i - 1]);
        }
        for (std::size_t i = 1; i < values.size(); ++i) {
            document.undoStack().redo();
            QCOMPARE(document.cluster(), values[i]);
        }
    }

    void everyStateCanBeReadBack()
    {
        sim::Cluster cluster = smallCluster();
        RandomEdits edits(7);
        for (int i = 0; i < 400; ++i) {
            cluster = cluster.nodes.size() > 40 ? smallCluster() : edits.next(cluster).cluster;
            const auto read = sim::parseCluster(sim::toJson(cluster), "test");
            QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
            QCOMPARE(*read, cluster);
        }
    }

    void tableFollowsEveryEdit()
    {
        ClusterDocument document;
        ClusterNodeModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        connect(&document, &ClusterDocument::changed, &model,
                [&] { model.setCluster(document.cluster(), document.problems()); });
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        document.begin(smallCluster());
        RandomEdits edits(11);
        for (int i = 0; i < 500; ++i) {
            if (edits.number(4) == 0) {
                document.undoStack().undo();
            } else {
                document.edit(document.cluster().nodes.size() > 40 ? ClusterEdit{smallCluster(), {}}
                                                                   : edits.next(document.cluster()),
                              QStringLiteral("edit"));
            }
            QCOMPARE(firstColumn(model), places(document.cluster()));
        }
        QCOMPARE(resets.count(), 0);
    }

    void makesNoStepForNothing()
    {
        ClusterDocument document;
        document.begin(smallCluster());
        QSignalSpy changes(&document, &ClusterDocument::changed);
        QVERIFY(!document.edit(document.cluster(), QStringLiteral("nothing")));
        QVERIFY(!document.edit(ClusterEdit{document.cluster(), {nodeElement("cpu")}},
                               QStringLiteral("nothing")));
        QCOMPARE(document.undoStack().count(), 0);
        QCOMPARE(changes.count(), 0);
        QCOMPARE(document.selection(), ClusterElements{nodeElement("cpu")});
        QVERIFY(!document.isModified());
    }

    void makesOneStepOfOneGesture()
    {
        ClusterDocument document;
        document.begin(smallCluster());
        const int gesture = document.newGesture();
        for (const double x : {16.0, 32.0, 48.0}) {
            document.edit(moved(document.cluster(), x), QStringLiteral("move"), gesture);
        }
        QCOMPARE(document.undoStack().count(), 1);
        document.edit(moved(document.cluster(), 64), QStringLiteral("move"), document.newGesture());
        QCOMPARE(document.undoStack().count(), 2);
        document.undoStack().undo();
        document.undoStack().undo();
        QCOMPARE(document.cluster(), smallCluster());
        document.undoStack().redo();
        QCOMPARE(document.cluster(), moved(smallCluster(), 48));
    }

    void aGestureThatEndsWhereItBeganLeavesNoStep()
    {
        ClusterDocument document;
        document.begin(smallCluster());
        const int gesture = document.newGesture();
        document.edit(moved(document.cluster(), 16), QStringLiteral("move"), gesture);
        document.edit(moved(document.cluster(), 0), QStringLiteral("move"), gesture);
        QCOMPARE(document.undoStack().count(), 0);
        QCOMPARE(document.cluster(), smallCluster());
        QVERIFY(!document.isModified());
    }

    void undoBringsTheSelectionBack()
    {
        ClusterDocument document;
        document.begin(smallCluster());
        document.select({nodeElement("cpu")});
        document.edit(ClusterEdit{removed(document.cluster(), {nodeElement("cpu")}), {}},
                      QStringLiteral("delete"));
        QVERIFY(document.selection().empty());
        document.undoStack().undo();
        QCOMPARE(document.selection(), ClusterElements{nodeElement("cpu")});
    }

    void selectsOnlyWhatThereIs()
    {
        ClusterDocument document;
        document.begin(smallCluster());
        QSignalSpy selections(&document, &ClusterDocument::selectionChanged);
        document.select({nodeElement("nobody"), linkElement(9), linkElement(1)});
        QCOMPARE(document.selection(), ClusterElements{linkElement(1)});
        document.select({linkElement(1)});
        QCOMPARE(selections.count(), 1);
    }

    void isModifiedBetweenSaves()
    {
        const TempFolder folder;
        ClusterDocument document;
        document.begin(smallCluster());
        document.edit(moved(document.cluster(), 16), QStringLiteral("move"));
        QVERIFY(document.isModified());
        QVERIFY(document.save(folder.path("c.json")).has_value());
        QVERIFY(!document.isModified());
        QCOMPARE(document.title(), QStringLiteral("c.json"));
        document.undoStack().undo();
        QVERIFY(document.isModified());
        document.undoStack().redo();
        QVERIFY(!document.isModified());
        QCOMPARE(*sim::readCluster(folder.path("c.json")), document.cluster());
    }

    void anEditChangesOnlyItsLineOfTheFile()
    {
        const auto lines = [](const sim::Cluster& cluster) {
            return QString::fromStdString(sim::toJson(cluster)).split(u'\n');
        };
        const QStringList before = lines(smallCluster());
        const QStringList after = lines(moved(smallCluster(), 16));
        QCOMPARE(after.size(), before.size());
        int different = 0;
        for (qsizetype i = 0; i < before.size(); ++i) {
            different += before[i] != after[i] ? 1 : 0;
        }
        QCOMPARE(different, 1);
    }

    void keepsWhatIsOpenIfAFileCannotBeRead()
    {
        const TempFolder folder;
        ClusterDocument document;
        document.begin(smallCluster());
        document.edit(moved(document.cluster(), 16), QStringLiteral("move"));
        const auto path = folder.write("broken.json", "{\"format\": \"heteroscope-cluster\", ");
        QVERIFY(!document.open(path).has_value());
        QVERIFY(!document.save(folder.path("no/such/folder.json")).has_value());
        QCOMPARE(document.cluster(), moved(smallCluster(), 16));
        QVERIFY(document.isModified());
    }

    void recoversWhatACrashLeftBehind()
    {
        const TempFolder folder;
        const auto keep = folder.path("unsaved");
        {
            ClusterDocument document;
            auto* recovery = new DocumentRecovery(document, keep, &document);
            document.begin(smallCluster());
            document.edit(moved(document.cluster(), 16), QStringLiteral("move"));
            recovery->saveNow();
            // The window that has it is still there.
            ClusterDocument other;
            QVERIFY(!DocumentRecovery(other, keep).find());
            // A crash: the file stays, its lock does not.
            QVERIFY(QFile::copy(toPathText(keep / "1.json"), toPathText(keep / "2.json")));
        }
        ClusterDocument document;
        DocumentRecovery recovery(document, keep);
        const auto found = recovery.find();
        QVERIFY(found.has_value());
        QVERIFY(recovery.recover(*found).has_value());
        QCOMPARE(document.cluster(), moved(smallCluster(), 16));
        QVERIFY(document.isModified());
        QVERIFY(!QFile::exists(toPathText(keep / "2.json")));
    }

    void leavesNothingBehindAfterASaveOrAnOrderlyEnd()
    {
        const TempFolder folder;
        const auto keep = folder.path("unsaved");
        {
            ClusterDocument document;
            DocumentRecovery recovery(document, keep);
            document.begin(smallCluster());
            document.edit(moved(document.cluster(), 16), QStringLiteral("move"));
            recovery.saveNow();
            QVERIFY(QFile::exists(toPathText(keep / "1.json")));
            QVERIFY(document.save(folder.path("c.json")).has_value());
            QVERIFY(!QFile::exists(toPathText(keep / "1.json")));
            document.edit(moved(document.cluster(), 32), QStringLiteral("move"));
            recovery.saveNow();
        }
        QCOMPARE(QDir(toPathText(keep)).entryList({QStringLiteral("*.json")}), QStringList());
    }
};

QTEST_GUILESS_MAIN(tst_ClusterDocument)
#include "tst_cluster_document.moc"
