// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/scenario_files.h"
#include "tests/app/schedule_fixture.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <string>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;
namespace fs = std::filesystem;

sim::Placement exactPlacement()
{
    return *heavyEntries()[0].placement;
}

/// A folder with the three documents, as `hscope` writes them.
struct Documents
{
    TempFolder folder;
    fs::path workload = folder.write("heavy.json", sim::toJson(heavyWorkload()));
    fs::path cluster = folder.write("paper.json", sim::toJson(paperCluster()));
    fs::path placement = folder.write("placement.json", sim::toJson(exactPlacement()));
};

} // namespace

class tst_ScenarioFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void knowsDocumentsByTheirContent_data()
    {
        QTest::addColumn<std::string>("content");
        QTest::addColumn<bool>("isDocument");
        QTest::addRow("cluster") << sim::toJson(paperCluster()) << true;
        QTest::addRow("placement") << sim::toJson(exactPlacement()) << true;
        QTest::addRow("cut off") << sim::toJson(heavyWorkload()).substr(0, 300) << true;
        QTest::addRow("of a later kind")
            << std::string("{\"format\": \"heteroscope-sky\"}") << true;
        QTest::addRow("Chrome trace") << std::string(kTinyTrace) << false;
        QTest::addRow("list of events") << std::string("[{\"ph\": \"X\"}]") << false;
        QTest::addRow("nothing") << std::string() << false;
        QTest::addRow("other JSON") << std::string("{\"format\": \"something\"}") << false;
    }

    void knowsDocumentsByTheirContent()
    {
        QFETCH(std::string, content);
        QFETCH(bool, isDocument);
        const TempFolder folder;
        // The name says nothing.
        QCOMPARE(isScenarioDocument(folder.write("file.hscope", content)), isDocument);
        QVERIFY(!isScenarioDocument(folder.path("gone.json")));
    }

    void findsWhatAPlacementNamesBesideIt()
    {
        const Documents documents;
        const auto scenario = openScenario(documents.placement, {}, {});
        VERIFY_RESULT(scenario);
        QVERIFY(!scenario->missing);
        QCOMPARE(scenario->workload->name, std::string("CTRDNN_heavy"));
        QCOMPARE(scenario->cluster->name, std::string("paper-like"));
        QCOMPARE(scenario->files.workload, documents.workload);
    }

    void findsTheRestAmongTheBundledScenarios()
    {
        const Documents bundled;
        fs::create_directories(bundled.folder.path("workloads"));
        fs::create_directories(bundled.folder.path("clusters"));
        fs::rename(bundled.workload, bundled.folder.path("workloads/a.json"));
        fs::rename(bundled.cluster, bundled.folder.path("clusters/b.json"));
        const TempFolder own;
        const fs::path file = own.write("plan.json", sim::toJson(exactPlacement()));
        const auto scenario = openScenario(file, {}, bundled.folder.path("."));
        VERIFY_RESULT(scenario);
        QVERIFY(!scenario->missing);
        // A workload takes the first cluster that has its types.
        const fs::path workload = own.write("w.json", sim::toJson(heavyWorkload()));
        const auto alone = openScenario(workload, {}, bundled.folder.path("."));
        VERIFY_RESULT(alone);
        QCOMPARE(alone->cluster->name, std::string("paper-like"));
    }

    void saysWhatIsMissing()
    {
        const TempFolder folder;
        const auto scenario =
            openScenario(folder.write("plan.json", sim::toJson(exactPlacement())), {}, {});
        VERIFY_RESULT(scenario);
        QVERIFY(scenario->missing.has_value());
        QCOMPARE(scenario->missing->kind, sim::DocumentKind::Workload);
        QCOMPARE(scenario->missing->name, QStringLiteral("CTRDNN_heavy"));
        // Naming it goes on.
        const TempFolder elsewhere;
        const fs::path workload = elsewhere.write("w.json", sim::toJson(heavyWorkload()));
        const auto next = openScenario(workload, scenario->files, {});
        VERIFY_RESULT(next);
        QCOMPARE(next->missing->kind, sim::DocumentKind::Cluster);
        const fs::path cluster = elsewhere.write("c.json", sim::toJson(paperCluster()));
        const auto whole = openScenario(cluster, next->files, {});
        VERIFY_RESULT(whole);
        QVERIFY(!whole->missing && whole->placement);
    }

    void refusesAPlacementThatDoesNotFit()
    {
        const Documents documents;
        sim::Placement placement = exactPlacement();
        placement.stages.pop_back();
        const fs::path file = documents.folder.write("short.json", sim::toJson(placement));
        const auto scenario = openScenario(file, {}, {});
        QVERIFY(!scenario);
    }

    void brokenDocumentsNameTheirPlace()
    {
        const TempFolder folder;
        const std::string json = sim::toJson(heavyWorkload());
        const auto cut = openScenario(folder.write("cut.json", json.substr(0, 300)), {}, {});
        QVERIFY(!cut);
        QVERIFY(cut.error().message.find("cut.json") != std::string::npos);
        QCOMPARE(openScenario(folder.path("gone.json"), {}, {}).error().code,
                 hscope::core::ErrorCode::NotFound);
    }

    void readsTheDocumentsOfASimulation()
    {
        hscope::core::SimulationTables tables;
        QVERIFY(!scenarioOf(tables));
        tables.documents = {{"cluster", "paper-like", sim::toJson(paperCluster())},
                            {"placement", "exact", sim::toJson(exactPlacement())},
                            {"workload", "CTRDNN_heavy", sim::toJson(heavyWorkload())}};
        const auto scenario = scenarioOf(tables);
        VERIFY_RESULT(scenario);
        QVERIFY(scenario->placement.has_value());
    }
};

QTEST_GUILESS_MAIN(tst_ScenarioFiles)
#include "tst_scenario_files.moc"
