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
