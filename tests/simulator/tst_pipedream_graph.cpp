// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/documents.h"
#include "simulator/io/pipedream_graph.h"
#include "tests/simulator/pipedream_planner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

using namespace hscope;

namespace {

/// A fork and a join: 2 -> 3 -> 4 -> 5, and 2 -> 5.
constexpr const char* kBranching =
    "node4 -- ReLU(inplace) -- forward_compute_time=2.000, backward_compute_time=2.000, "
    "activation_size=160.000, parameter_size=0.000\n"
    "node1 -- Input -- forward_compute_time=500.000, backward_compute_time=0.000, "
    "activation_size=80.0, parameter_size=0.000\n"
    "node2 -- LSTM(8, 4, a=1, b -- c) -- forward_compute_time=1.000, backward_compute_time=3.000, "
    "activation_size=[100.0; 60.0], parameter_size=4096.000\n"
    "node3 -- Conv2d(3, 64, kernel_size=(3, 3)) -- forward_compute_time=4.000, "
    "backward_compute_time=4.000, activation_size=320.000, parameter_size=64.000\n"
    "node5 -- Linear(in_features=4, out_features=5, bias=True) -- forward_compute_time=1.000, "
    "backward_compute_time=1.000, activation_size=80.000, parameter_size=16.000\n"
    "node6 -- __getitem__(1) -- forward_compute_time=0.000, backward_compute_time=0.000, "
    "activation_size=60.0, parameter_size=0.000\n"
    "\tnode1 -- node2\n\tnode2 -- node3\n\tnode3 -- node4\n\tnode4 -- node5\n\tnode2 -- node5\n"
    "\tnode2 -- node6";

sim::PipedreamOptions optionsFor(std::int64_t batchSize)
{
    sim::PipedreamOptions options;
    options.name = "w";
    options.type = "v100";
    options.batchSize = batchSize;
    return options;
}

std::string with(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        qFatal("the text to replace is not there");
    }
    return text.replace(at, from.size(), to);
}

std::filesystem::path profiles()
{
    return std::filesystem::path(qEnvironmentVariable("HSCOPE_SHARED").toStdString()) / "profiles";
}

/// The rows of a CSV file without its header; quoted fields may hold commas.
std::vector<QStringList> rowsOf(const std::filesystem::path& path)
{
    std::vector<QStringList> rows;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        QStringList fields{QString()};
        bool isQuoted = false;
        for (const QChar c : QString::fromStdString(line)) {
            if (c == QLatin1Char('"')) {
                isQuoted = !isQuoted;
            } else if (c == QLatin1Char(',') && !isQuoted) {
                fields << QString();
            } else {
                fields.back() += c;
            }
        }
        rows.push_back(fields);
    }
    return rows;
}

sim::PipedreamGraph sharedGraph(const std::string& name)
{
    const std::filesystem::path path = profiles() / name;
    return sim::parsePipedreamGraph(sim::readText(path).value(), name).value();
}

} // namespace

class tst_PipedreamGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsNodesAndEdges();
    void makesLayers();
    void chainsHaveNoEdges();
    void remarksOnTheBatch();
    void refuses_data();
    void refuses();
    void refusesWhatMakesNoWorkload();
    void knownTotals_data();
    void knownTotals();
    void knownPlans_data();
    void knownPlans();
};

void tst_PipedreamGraph::readsNodesAndEdges()
{
    const auto graph = sim::parsePipedreamGraph(kBranching, "graph.txt");
    QVERIFY2(graph, graph ? "" : graph.error().message.c_str());
    QCOMPARE(graph->nodes.size(), std::size_t{6});
    QCOMPARE(graph->nodes[2].description, std::string("LSTM(8, 4, a=1, b -- c)"));
    QCOMPARE(graph->nodes[2].activationBytes, 160.0);
    QCOMPARE(graph->nodes[2].backwardMs, 3.0);
    QCOMPARE(graph->edges.size(), std::size_t{6});
}

void tst_PipedreamGraph::makesLayers()
{
    const auto graph = sim::parsePipedreamGraph(kBranching, "graph.txt").value();
    const auto imported = sim::workloadFrom(graph, optionsFor(4));
    QVERIFY(imported);
    const sim::Workload& workload = imported->workload;
    QCOMPARE(workload.layers.size(), std::size_t{4});
    const sim::Layer& lstm = workload.layers[0];
    QCOMPARE(lstm.name, std::string("node2"));
    QCOMPARE(lstm.type, std::string("lstm"));
    QCOMPARE(lstm.inputBytes, 20.0); // 80 bytes of a batch of 4.
    QCOMPARE(lstm.outputBytes, 40.0);
    QCOMPARE(lstm.denseWeightBytes, 4096.0); // Not per sample.
    const sim::LayerProfile& profile = lstm.profile.at("v100");
    QCOMPARE(profile.computeSeconds, 1e-3);
    QCOMPARE(profile.forwardSeconds.value(), 0.25e-3);
    QCOMPARE(profile.communicationSeconds, 0.0);
    QCOMPARE(workload.layers[3].type, std::string("fc"));
    QCOMPARE(workload.layers[3].inputBytes, 80.0); // Of node4 and node2.
    // node2 -> node5 crosses all cuts, and node3 and node4 add theirs.
    QVERIFY(sim::cutBytes(workload) == (std::vector<double>{0, 40, 120, 80, 0}));
    QCOMPARE(imported->remarks.size(), std::size_t{4});
    QCOMPARE(imported->remarks[0],
             std::string("Input nodes left out: 1, with 500.000 ms of loading data"));
    QCOMPARE(imported->remarks[1], std::string("Outputs that nothing uses left out: 1"));
    QVERIFY(sim::parseWorkload(sim::toJson(workload), "again") == workload);
}

void tst_PipedreamGraph::chainsHaveNoEdges()
{
    const std::string chain =
        with(with(kBranching, "\tnode2 -- node5\n", ""), "\tnode2 -- node6", "");
    auto graph = sim::parsePipedreamGraph(chain, "graph.txt").value();
    graph.nodes.pop_back();
    const auto imported = sim::workloadFrom(graph, optionsFor(4)).value();
    QVERIFY(!imported.workload.edges);
    QVERIFY(sim::cutBytes(imported.workload) == (std::vector<double>{0, 40, 80, 40, 0}));
}

void tst_PipedreamGraph::remarksOnTheBatch()
{
    const auto graph = sim::parsePipedreamGraph(kBranching, "graph.txt").value();
    const auto remarks = sim::workloadFrom(graph, optionsFor(8)).value().remarks;
    QVERIFY(std::any_of(remarks.begin(), remarks.end(), [](const std::string& remark) {
        return remark.starts_with(
            "The last Linear layer, node5, has 4 rows of output and not 8: check the batch size");
    }));
}

void tst_PipedreamGraph::refuses_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << std::string() << "g.txt: no node: expected lines";
    QTest::newRow("no graph") << std::string("{\"traceEvents\": []}")
                              << "g.txt: line 1: expected `node1 -- DESCRIPTION";
    QTest::newRow("a missing value")
        << with(kBranching, ", parameter_size=0.000", "")
        << "line 1: expected forward_compute_time, backward_compute_time, activation_size";
    QTest::newRow("more values") << with(kBranching, "parameter_size=64.000",
                                         "parameter_size=64.000, stage=1")
                                 << "line 4: expected forward_compute_time";
    QTest::newRow("no number") << with(kBranching, "=500.000", "=fast")
                               << "line 2: expected a number of at least 0 after "
                                  "forward_compute_time=, found fast";
    QTest::newRow("not finite") << with(kBranching, "=500.000", "=nan") << "line 2: expected a";
    QTest::newRow("negative") << with(kBranching, "parameter_size=64", "parameter_size=-64")
                              << "line 4: expected a number of at least 0 after parameter_size=";
    QTest::newRow("a broken list") << with(kBranching, "; 60.0]", "; ]")
                                   << "line 3: expected a number of at least 0 after activation";
    QTest::newRow("a node twice") << with(kBranching, "node3 -- Conv", "node2 -- Conv")
                                  << "line 4: expected a node that was not there yet, found node2";
    QTest::newRow("an edge to nowhere") << with(kBranching, "\tnode2 -- node3", "\tnode2 -- node9")
                                        << "line 8: expected an edge between nodes";
    QTest::newRow("half an edge") << with(kBranching, "\tnode2 -- node3", "\tnode2")
                                  << "line 8: expected an edge `node1 -- node2`";
    QTest::newRow("a cycle") << with(kBranching, "\tnode2 -- node6", "\tnode5 -- node3")
                             << "g.txt: the edges form a cycle";
}

void tst_PipedreamGraph::refuses()
{
    QFETCH(std::string, text);
    QFETCH(QString, message);
    const auto graph = sim::parsePipedreamGraph(text, "g.txt");
    QVERIFY(!graph);
    const QString found = QString::fromStdString(graph.error().message);
    QVERIFY2(found.contains(message), qPrintable(found));
}

void tst_PipedreamGraph::refusesWhatMakesNoWorkload()
{
    sim::PipedreamGraph graph;
    graph.nodes.push_back({"node1", "Input", 1, 0, 0, 0});
    QVERIFY(!sim::workloadFrom(graph, optionsFor(4)));
    graph.nodes.push_back({"node2", "ReLU()", 1, 0, 0, 0});
    QVERIFY(sim::workloadFrom(graph, optionsFor(4)));
    sim::PipedreamOptions options = optionsFor(4);
    options.microbatches = 3;
    QVERIFY(!sim::workloadFrom(graph, options));
}

void tst_PipedreamGraph::knownTotals_data()
{
    QTest::addColumn<QStringList>("row");
    const std::filesystem::path path = profiles() / "pipedream_expected_totals.csv";
    if (!std::filesystem::exists(path)) {
        QSKIP("the shared folder with profiles is not there (set HSCOPE_SHARED)");
    }
    for (const QStringList& row : rowsOf(path)) {
        QTest::newRow(qPrintable(row[0])) << row;
    }
}

void tst_PipedreamGraph::knownTotals()
{
    QFETCH(QStringList, row);
    const sim::PipedreamGraph graph = sharedGraph(row[0].toStdString());
    QCOMPARE(static_cast<int>(graph.nodes.size()), row[1].toInt());
    QCOMPARE(static_cast<int>(graph.edges.size()), row[2].toInt());
    const auto batch = row[12].toLongLong();
    const auto imported = sim::workloadFrom(graph, optionsFor(batch)).value();
    double forward = 0;
    double backward = 0;
    double parameters = 0;
    for (const sim::Layer& layer : imported.workload.layers) {
        const sim::LayerProfile& profile = layer.profile.at("v100");
        forward += *profile.forwardSeconds;
        backward += *profile.backwardSeconds;
        parameters += layer.denseWeightBytes;
    }
    const double toMs = 1e3 * static_cast<double>(batch);
    QVERIFY(std::abs(forward * toMs - row[5].toDouble()) < 5e-4);
    QVERIFY(std::abs(backward * toMs - row[6].toDouble()) < 5e-4);
    QCOMPARE(parameters, row[8].toDouble());
    const std::string input = "Input nodes left out: " + row[3].toStdString() + ", with " +
                              row[4].toStdString() + " ms of loading data";
    QCOMPARE(imported.remarks[0], input);
}

void tst_PipedreamGraph::knownPlans_data()
{
    QTest::addColumn<QStringList>("row");
    const std::filesystem::path path = profiles() / "pipedream_optimizer_expected.csv";
    if (!std::filesystem::exists(path)) {
        QSKIP("the shared folder with profiles is not there (set HSCOPE_SHARED)");
    }
    for (const QStringList& row : rowsOf(path)) {
        const bool isFlat = !row[1].contains(QLatin1Char(' ')); // One level of servers.
        if (isFlat && std::filesystem::exists(
                          profiles() / ("pipedream_" + row[0].toStdString() + ".graph.txt"))) {
            QTest::newRow(qPrintable(row.mid(0, 4).join(QLatin1Char(' ')))) << row;
        }
    }
}

void tst_PipedreamGraph::knownPlans()
{
    QFETCH(QStringList, row);
    const sim::PipedreamGraph graph =
        sharedGraph("pipedream_" + row[0].toStdString() + ".graph.txt");
    const std::vector<test::GraphState> states = test::graphStates(graph);
    QVERIFY(std::abs(states.back().milliseconds / 1000 - row[5].toDouble()) < 1e-9);
    test::PlannerInput input{row[1].toInt(), row[2].toDouble(), nullptr};
    const bool isCharged = row[3] != QStringLiteral("none");
    input.cutBytes = isCharged ? &test::GraphState::chargedBytes : nullptr;
    const double found = test::leastBottleneck(states, input);
    constexpr double kPrinted = 6e-10; // Nine decimals are given.
    QVERIFY2(std::abs(found - row[6].toDouble()) < kPrinted,
             qPrintable(QString::number(found, 'g', 12) + " of " + row[6]));
    if (isCharged) { // What really crosses a cut is no more.
        input.cutBytes = &test::GraphState::frontierBytes;
        QVERIFY(test::leastBottleneck(states, input) <= found);
    }
}

QTEST_APPLESS_MAIN(tst_PipedreamGraph)

#include "tst_pipedream_graph.moc"
