// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/models/schedule_timeline.h"
#include "app/timeline/timeline_looks.h"
#include "tests/app/schedule_fixture.h"
#include "tests/support/temp_folder.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;
using State = ScheduleSession::State;

/// The heavy scenario on disk, and a session that opens it.
struct Setup
{
    TempFolder folder;
    std::filesystem::path workload = folder.write("w.json", sim::toJson(heavyWorkload()));
    std::filesystem::path cluster = folder.write("c.json", sim::toJson(paperCluster()));
    ScheduleSession session;

    void open()
    {
        session.open(workload);
        QTRY_COMPARE(session.state(), State::Ready);
        waitForAll();
    }

    void waitForAll() const { QTRY_VERIFY_WITH_TIMEOUT(isDone(), 60000); }

    [[nodiscard]] bool isDone() const { return session.problem() && !session.isRunning(); }

    [[nodiscard]] std::size_t indexOf(const char* scheduler) const
    {
        const auto& entries = session.entries();
        const auto found =
            std::ranges::find(entries, QString::fromLatin1(scheduler), &ScheduleEntry::scheduler);
        return static_cast<std::size_t>(found - entries.begin());
    }
};

} // namespace

class tst_ScheduleSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void runsEverySchedulerOnceOpened()
    {
        Setup setup;
        QSignalSpy entries(&setup.session, &ScheduleSession::entryChanged);
        setup.open();
        QVERIFY(setup.session.entries().size() >= 4);
        QVERIFY(entries.size() >= 2 * static_cast<qsizetype>(setup.session.entries().size()));
        const ScheduleEntry& exact = setup.session.entries()[setup.indexOf("exact")];
        QVERIFY(exact.hasSchedule());
        QVERIFY(std::abs(*exact.placement->costUsd - 208.01299947) < 1e-6);
        QVERIFY(exact.placement->provenOptimal);
        const ScheduleEntry& cpus = setup.session.entries()[setup.indexOf("cpu-only")];
        QCOMPARE(cpus.state, ScheduleEntry::State::Infeasible);
        QVERIFY2(cpus.reason.startsWith(u"infeasible: at most"), qPrintable(cpus.reason));
        QCOMPARE(setup.session.selected(), std::optional<std::size_t>(0));
    }

    void theFrontRisesFromStepToStep()
    {
        Setup setup;
        setup.open();
        QTRY_VERIFY_WITH_TIMEOUT(!setup.session.front().empty(), 60000);
        const auto& front = setup.session.front();
        QVERIFY(front.size() > 3);
        for (std::size_t i = 1; i < front.size(); ++i) {
            QVERIFY(front[i].throughput > front[i - 1].throughput);
            QVERIFY(front[i].costUsd >= front[i - 1].costUsd * (1 - 1e-9));
        }
    }

    void anotherFloorBeginsAnew()
    {
        Setup setup;
        setup.open();
        QSignalSpy scenarios(&setup.session, &ScheduleSession::scenarioChanged);
        setup.session.setFloor(20'000);
        setup.session.setFloor(20'000);
        QCOMPARE(scenarios.size(), 1);
        setup.waitForAll();
        const ScheduleEntry& exact = setup.session.entries()[setup.indexOf("exact")];
        QVERIFY(*exact.placement->costUsd < 208);
        // The document's own floor is untouched.
        QCOMPARE(setup.session.scenario().workload->throughputLimit, 50'000.0);
        setup.session.setChargesBoundary(false);
        QCOMPARE(scenarios.size(), 2);
        setup.waitForAll();
    }

    void anEditedClusterReplacesTheOpenOne()
    {
        Setup setup;
        setup.open();
        setup.session.select(setup.indexOf("greedy"));
        QVERIFY(!setup.session.isEdited());
        QSignalSpy lists(&setup.session, &ScheduleSession::entriesChanged);
        sim::Cluster cluster = paperCluster();
        cluster.resourceTypes[0].priceUsdPerHour *= 2;
        cluster.resourceTypes[1].priceUsdPerHour *= 2;
        setup.session.setCluster(std::make_shared<const sim::Cluster>(cluster));
        QVERIFY(setup.session.isEdited());
        QVERIFY(setup.session.isRunning());
        setup.waitForAll();
        // Twice the prices, twice the cost of the same schedule.
        const ScheduleEntry& exact = setup.session.entries()[setup.indexOf("exact")];
        QVERIFY(std::abs(*exact.placement->costUsd - 2 * 208.01299947) < 1e-6);
        QCOMPARE(setup.session.selected(), std::optional(setup.indexOf("greedy")));
        QCOMPARE(lists.size(), 0);
        setup.session.resetScenario();
        setup.waitForAll();
        QVERIFY(!setup.session.isEdited());
        QVERIFY(std::abs(*setup.session.entries()[setup.indexOf("exact")].placement->costUsd -
                         208.01299947) < 1e-6);
    }

    void oldResultsShowUntilNewOnesArrive()
    {
        Setup setup;
        setup.open();
        bool wasEverEmpty = false;
        connect(&setup.session, &ScheduleSession::scenarioChanged, this, [&] {
            wasEverEmpty = !setup.session.entries()[setup.indexOf("exact")].hasSchedule();
        });
        setup.session.setFloor(20'000);
        QVERIFY(!wasEverEmpty);
        QVERIFY(setup.session.entries()[setup.indexOf("exact")].isStale);
        QVERIFY(setup.session.problem() != nullptr);
        setup.waitForAll();
        QVERIFY(std::ranges::none_of(setup.session.entries(), &ScheduleEntry::isStale));
    }

    void anEditedWorkloadBringsItsFloor()
    {
        Setup setup;
        setup.open();
        setup.session.setFloor(20'000);
        sim::Workload workload = heavyWorkload();
        workload.epochs = 2;
        setup.session.setWorkload(std::make_shared<const sim::Workload>(workload));
        QCOMPARE(setup.session.scenario().floor, 20'000.0); // Its own did not change.
        workload.throughputLimit = 30'000;
        setup.session.setWorkload(std::make_shared<const sim::Workload>(workload));
        QCOMPARE(setup.session.scenario().floor, 30'000.0);
        setup.waitForAll();
    }

    void anImpossibleScenarioSaysSoAndCanBeLeft()
    {
        Setup setup;
        setup.open();
        setup.session.moveLayers(setup.indexOf("exact"), {7, 7}, 0);
        sim::Cluster cluster = paperCluster();
        cluster.resourceTypes[0].nicGbPerSecond.reset(); // Boundary traffic needs it.
        setup.session.setCluster(std::make_shared<const sim::Cluster>(cluster));
        QTRY_VERIFY(!setup.session.isRunning());
        const std::size_t hand = setup.indexOf("by hand");
        for (const ScheduleEntry& entry : setup.session.entries()) {
            QCOMPARE(entry.state, ScheduleEntry::State::Failed);
            QVERIFY(!entry.reason.isEmpty());
            QVERIFY(!entry.hasSchedule());
        }
        setup.session.resetScenario();
        setup.waitForAll();
        QVERIFY(setup.session.entries()[setup.indexOf("exact")].hasSchedule());
        QVERIFY(setup.session.entries()[hand].hasSchedule());
    }

    void layersAreMovedByHand()
    {
        Setup setup;
        setup.open();
        const std::size_t exact = setup.indexOf("exact");
        const auto before = setup.session.entries().size();
        setup.session.moveLayers(exact, {6, 6}, 0); // It is there already.
        QCOMPARE(setup.session.entries().size(), before);
        setup.session.moveLayers(exact, {6, 6}, 1);
        QCOMPARE(setup.session.entries().size(), before + 1);
        const std::size_t hand = setup.indexOf("by hand");
        QCOMPARE(setup.session.selected(), std::optional(hand));
        const ScheduleEntry& moved = setup.session.entries()[hand];
        QVERIFY(moved.hasSchedule());
        QCOMPARE(moved.placement->stages.size(), std::size_t{2});
        QVERIFY(*moved.placement->costUsd > 208.02); // The optimum is the optimum.
        // Units are those of least cost: moving it back gives the optimum itself.
        setup.session.moveLayers(hand, {6, 6}, 0);
        const ScheduleEntry& back = setup.session.entries()[hand];
        QCOMPARE(back.placement->stages, setup.session.entries()[exact].placement->stages);
        // It follows the scenario.
        setup.session.setFloor(20'000);
        setup.waitForAll();
        QVERIFY(*setup.session.entries()[hand].placement->costUsd < 208);
        setup.session.resetByHand();
        QCOMPARE(setup.session.entries().size(), before);
        QCOMPARE(setup.session.selected(), std::optional<std::size_t>(0));
    }

    void anOpenedPlacementKeepsItsUnits()
    {
        Setup setup;
        setup.session.open(
            setup.folder.write("plan.json", sim::toJson(*heavyEntries()[2].placement)));
        QTRY_COMPARE(setup.session.state(), State::Ready);
        setup.waitForAll();
        sim::Cluster cluster = paperCluster();
        cluster.resourceTypes[1].priceUsdPerHour /= 2;
        setup.session.setCluster(std::make_shared<const sim::Cluster>(cluster));
        setup.waitForAll();
        const auto& opened = setup.session.entries()[0].placement;
        QCOMPARE(opened->stages[0].units, 21);
        QVERIFY(std::abs(*opened->costUsd - 273.728905671 / 2) < 1e-6);
        setup.session.setFloor(60'000); // It reaches 51 572.
        setup.waitForAll();
        QCOMPARE(setup.session.entries()[0].state, ScheduleEntry::State::Infeasible);
        setup.session.resetScenario();
        setup.waitForAll();
        QCOMPARE(setup.session.entries()[0].placement->costUsd, std::optional(273.728905671));
    }

    void brokenDocumentsLeaveWhatWasOpen()
    {
        Setup setup;
        setup.open();
        const QString title = setup.session.title();
        setup.session.open(setup.folder.write("bad.json", "{\"format\": \"heteroscope-cluster\""));
        QTRY_COMPARE(setup.session.state(), State::Failed);
        QVERIFY2(setup.session.errorText().contains(QStringLiteral("bad.json")),
                 qPrintable(setup.session.errorText()));
        setup.session.dismiss();
        QCOMPARE(setup.session.state(), State::Ready);
        QCOMPARE(setup.session.title(), title);
        QVERIFY(setup.session.entries()[0].hasSchedule());
    }

    void aPlacementIsTheFirstEntry()
    {
        Setup setup;
        const auto file =
            setup.folder.write("plan.json", sim::toJson(*heavyEntries()[2].placement));
        setup.session.open(file);
        QTRY_COMPARE(setup.session.state(), State::Ready);
        setup.waitForAll();
        QCOMPARE(setup.session.entries()[0].scheduler, QStringLiteral("gpu-only (opened)"));
        QCOMPARE(setup.session.entries()[0].placement->costUsd, std::optional(273.728905671));
        QVERIFY(setup.indexOf("exact") > 0);
    }

    void asksForWhatIsMissing()
    {
        Setup setup;
        std::filesystem::remove(setup.cluster);
        setup.session.open(setup.workload);
        QTRY_COMPARE(setup.session.state(), State::Incomplete);
        QCOMPARE(setup.session.missing()->kind, sim::DocumentKind::Cluster);
        const TempFolder elsewhere;
        setup.session.supply(elsewhere.write("c.json", sim::toJson(paperCluster())));
        QTRY_COMPARE(setup.session.state(), State::Ready);
        setup.session.close();
        QCOMPARE(setup.session.state(), State::Empty);
        QVERIFY(setup.session.entries().empty());
    }

    void showsTheSelectedScheduleAndTheFirstAsTimelines()
    {
        Setup setup;
        ScheduleTimeline timeline(setup.session);
        QVERIFY(!timeline.message().isEmpty());
        setup.open();
        QTRY_VERIFY(timeline.document().store() != nullptr && !timeline.isRunning());
        QCOMPARE(timeline.document().store()->processes().size(), std::size_t{1});
        setup.session.select(setup.indexOf("greedy"));
        QCOMPARE(timeline.others(), std::vector<std::size_t>{setup.indexOf("exact")});
        QTRY_VERIFY(timeline.document().store()->processes().size() == 2);
        const auto looks = timeline.document().looks();
        QVERIFY(looks != nullptr);
        QCOMPARE(looks->captions.size(), std::size_t{2});
        // At most three replicas of each stage, thin and joined.
        const auto tracks = timeline.document().store()->tracks().size();
        QCOMPARE(looks->tracks.size(), tracks);
        TimelineOptions options;
        options.replicas = 1;
        timeline.setOptions(options);
        QTRY_VERIFY(timeline.document().store()->tracks().size() < tracks);
        timeline.setOthers({});
        QTRY_VERIFY(timeline.document().store()->processes().size() == 1);
        setup.session.select(setup.indexOf("cpu-only"));
        QTRY_VERIFY(timeline.document().store() == nullptr);
        QVERIFY2(timeline.message().contains(QStringLiteral("infeasible")),
                 qPrintable(timeline.message()));
    }
};

QTEST_GUILESS_MAIN(tst_ScheduleSession)
#include "tst_schedule_session.moc"
