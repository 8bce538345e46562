// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/workload_edit.h"
#include "app/commands/workload_text.h"
#include "app/models/format.h"
#include "simulator/io/documents.h"
#include "simulator/model/workload_check.h"
#include "tests/app/workload_literal.h"

#include <QTest>

#include <cmath>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

QString names(const sim::Workload& workload)
{
    QStringList all;
    for (const sim::Layer& layer : workload.layers) {
        all.append(toText(layer.name));
    }
    return all.join(u' ');
}

/// `0>3:100 1>2:200`; a dash for a chain.
QString edges(const sim::Workload& workload)
{
    if (!workload.edges) {
        return QStringLiteral("-");
    }
    QStringList all;
    for (const sim::Edge& edge : *workload.edges) {
        all.append(QStringLiteral("%1>%2:%3").arg(edge.from).arg(edge.to).arg(edge.bytes));
    }
    return all.join(u' ');
}

} // namespace

class tst_WorkloadEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void insertsUnderFreeNames()
    {
        const WorkloadEdit edit = inserted(branchingWorkload(), 1, {nextLayer(smallWorkload(), 1)});
        QCOMPARE(names(edit.workload), QStringLiteral("input layer emb fc1 out"));
        QCOMPARE(edit.layers, LayerSet{1});
        QCOMPARE(edges(edit.workload), QStringLiteral("0>4:100 2>3:200 3>4:300"));
        const sim::Layer& layer = edit.workload.layers[1];
        QCOMPARE(layer.inputBytes, 100.0); // What input hands on.
        QCOMPARE(layer.profile, smallWorkload().layers[0].profile);
        QCOMPARE(names(inserted(edit.workload, 5, {layer}).workload),
                 QStringLiteral("input layer emb fc1 out layer-2"));
    }

    void duplicatesBehindTheLast()
    {
        const WorkloadEdit edit = duplicated(smallWorkload(), {0, 2});
        QCOMPARE(names(edit.workload), QStringLiteral("input emb fc1 input-2 fc1-2 out"));
        QCOMPARE(edit.layers, (LayerSet{3, 4}));
        QCOMPARE(edges(edit.workload), QStringLiteral("-"));
    }

    void dataOfRemovedLayersFlowsOn()
    {
        QCOMPARE(names(removed(smallWorkload(), {1, 2})), QStringLiteral("input out"));
        QCOMPARE(edges(removed(branchingWorkload(), {2})), QStringLiteral("0>2:100 1>2:200"));
        QCOMPARE(edges(removed(branchingWorkload(), {0})), QStringLiteral("0>1:200 1>2:300"));
        QCOMPARE(edges(removed(branchingWorkload(), {3})), QStringLiteral("1>2:200"));
        QCOMPARE(edges(removed(branchingWorkload(), {1, 2, 3})), QString());
    }

    void movesTogether()
    {
        const auto edit = moved(smallWorkload(), {0, 2}, 4);
        QVERIFY(edit.has_value());
        QCOMPARE(names(edit->workload), QStringLiteral("emb out input fc1"));
        QCOMPARE(edit->layers, (LayerSet{2, 3}));
        QCOMPARE(moved(smallWorkload(), {1}, 1)->workload, smallWorkload());
        QCOMPARE(moved(smallWorkload(), {1}, 2)->workload, smallWorkload());
    }

    void edgesFollowAMoveOrForbidIt()
    {
        const auto edit = moved(branchingWorkload(), {1}, 0);
        QVERIFY(edit.has_value());
        QCOMPARE(edges(edit->workload), QStringLiteral("1>3:100 0>2:200 2>3:300"));
        const auto bad = moved(branchingWorkload(), {2}, 1);
        QVERIFY(!bad.has_value());
        QVERIFY(toText(bad.error().message).startsWith(u"fc1 needs the output of emb"));
    }

    void addsATypeWithTimesOfAnother()
    {
        const sim::Workload after = withType(smallWorkload(), "t4", "v100", 2);
        QCOMPARE(profiledTypes(after.layers), (std::vector<std::string>{"cpu-core", "t4", "v100"}));
        QCOMPARE(after.layers[0].profile.at("t4").computeSeconds, 4e-6);
        QCOMPARE(withoutType(after, "t4"), smallWorkload());
        QCOMPARE(withTypeRenamed(after, "t4", "l4")->layers[3].profile.count("l4"), std::size_t{1});
        QVERIFY(!withTypeRenamed(after, "t4", "v100").has_value());
        const sim::Workload begun = withType(emptyWorkload(), "t4", "", 1);
        QCOMPARE(begun.layers[0].profile.at("t4"), sim::LayerProfile());
        QCOMPARE(withType(after, "t4", "", 1), after); // Those that have one keep it.
        QVERIFY(!withTypeRenamed(after, "t4", "").has_value());
    }

    void aChainBecomesAListWhereItIsChanged()
    {
        QCOMPARE(edgesOf(smallWorkload()).size(), std::size_t{3});
        const auto after = withEdge(smallWorkload(), 1, {1, 3, 200});
        QVERIFY(after.has_value());
        QCOMPARE(edges(*after), QStringLiteral("0>1:100 1>3:200 2>3:300"));
        QCOMPARE(*withEdge(smallWorkload(), 1, {1, 2, 200}), smallWorkload());
        QVERIFY(!withEdge(smallWorkload(), 1, {2, 2, 200}).has_value());
        QVERIFY(!withEdge(smallWorkload(), 1, {2, 4, 200}).has_value());
        QCOMPARE(asChain(*after), smallWorkload());
        QCOMPARE(edges(withoutEdges(*after, {1})), QStringLiteral("0>1:100 2>3:300"));
        QCOMPARE(edges(withEdgeAdded(*after)), QStringLiteral("0>1:100 1>3:200 2>3:300 0>3:100"));
    }

    void textOfLayersReadsBack()
    {
        sim::Workload workload = smallWorkload();
        workload.layers[0].activationBytes = 7;
        workload.layers[1].profile["v100"].measured = {{1, 0.008}, {2, 0.0045}};
        workload.layers[1].profile["v100"].forwardSeconds = 1.0 / 3;
        workload.layers[2].profile["cpu-core"].alpha = 0.995;
        const QString text = layersText(workload, {0, 1, 2, 3});
        QVERIFY(isLayersText(text));
        const auto layers = layersFromText(text);
        QVERIFY2(layers.has_value(), layers ? "" : layers.error().message.c_str());
        QCOMPARE(*layers, workload.layers);
    }

    void readsWhatASpreadsheetWrites()
    {
        const auto layers = layersFromText(QStringLiteral(
            "name\toutput_bytes\tmy gpu compute_s\r\n\"a\"\"b\"\t1 kB\t2 us\r\nc\t\t\r\n"));
        QVERIFY(layers.has_value());
        QCOMPARE(layers->size(), std::size_t{2});
        QCOMPARE((*layers)[0].name, "a\"b");
        QCOMPARE((*layers)[0].profile.at("my gpu").computeSeconds, 2e-6);
        QCOMPARE((*layers)[1].outputBytes, 0.0);
        QVERIFY((*layers)[1].profile.empty());
    }

    void saysWhatCannotBePasted()
    {
        const auto unknown = layersFromText(QStringLiteral("name\tcolour\na\tred\n"));
        QVERIFY(toText(unknown.error().message).contains(u"“colour”"));
        const auto bad = layersFromText(QStringLiteral("name\toutput_bytes\na\tmany\n"));
        QVERIFY(
            toText(bad.error().message).startsWith(u"Nothing was pasted. Line 2, output_bytes"));
        const auto cells = cellsPasted(smallWorkload(), 1, {{LayerField::OutputBytes, {}}},
                                       QStringLiteral("1 kB\n2 kB\n3 kB\n4 kB\n"));
        QVERIFY(cells.has_value());
        QCOMPARE(cells->layers, (LayerSet{1, 2, 3}));
        QCOMPARE(cells->workload.layers[3].outputBytes, 3000.0);
    }

    void findsAndMendsProblems()
    {
        QVERIFY(sim::checkWorkload(smallWorkload()).empty());
        sim::Workload workload = smallWorkload();
        workload.microbatches = 100;
        workload.samplesPerEpoch = 0;
        workload.layers[1].name = "input";
        workload.layers[2].outputBytes = std::nan("");
        workload.layers[3].profile.clear();
        workload.edges = {{2, 1, 5}};
        using Kind = sim::WorkloadProblem::Kind;
        std::vector<Kind> kinds;
        for (const sim::WorkloadProblem& problem : sim::checkWorkload(workload)) {
            kinds.push_back(problem.kind);
            workload = sim::applyFix(workload, problem);
        }
        QCOMPARE(kinds, (std::vector{Kind::Microbatches, Kind::Training, Kind::Edge,
                                     Kind::DuplicateName, Kind::Value, Kind::NoType}));
        QCOMPARE(workload.microbatches, 64); // The largest up to 100 that divides 512.
        QCOMPARE(names(workload), QStringLiteral("input input-2 fc1 out"));
        QCOMPARE(sim::checkWorkload(workload).size(), std::size_t{1});
        QVERIFY(sim::parseWorkload(sim::toJson(workload), "test").has_value());
        workload.layers.clear();
        const auto none = sim::checkWorkload(workload);
        QCOMPARE(none.front().kind, Kind::NoLayers);
        QCOMPARE(sim::applyFix(workload, none.front()).layers.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(tst_WorkloadEdit)
#include "tst_workload_edit.moc"
