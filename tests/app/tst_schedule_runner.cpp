// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_runner.h"
#include "app/models/schedule_session.h"
#include "simulator/io/documents.h"
#include "tests/app/schedule_fixture.h"
#include "tests/support/temp_folder.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <fstream>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace fs = std::filesystem;
namespace sim = hscope::sim;

constexpr int kPatience = 60000;

struct Setup
{
    TempFolder folder;
    fs::path workload = folder.write("w.json", sim::toJson(heavyWorkload()));
    fs::path cluster = folder.write("c.json", sim::toJson(paperCluster()));
    ScheduleSession session;
    ScheduleRunner runner{session};

    Setup() { session.setBundled({}, bundledFiles().policies); }

    void open()
    {
        session.open(workload);
        QTRY_COMPARE(session.state(), ScheduleSession::State::Ready);
        QTRY_VERIFY_WITH_TIMEOUT(session.problem() && !session.isRunning(), kPatience);
    }

    /// A program in place of hscope.
    void useScript(const char* text)
    {
        const fs::path script = folder.write("program.sh", std::string("#!/bin/sh\n") + text);
        fs::permissions(script, fs::perms::owner_all);
        runner.setProgram(QString::fromStdString(script.string()));
    }

    [[nodiscard]] const ScheduleEntry* entry(const QString& name) const
    {
        const auto index = session.findEntry(name);
        return index ? &session.entries()[*index] : nullptr;
    }
};

RunRequest requestFor(const char* scheduler)
{
    RunRequest request;
    request.schedulers = {QString::fromLatin1(scheduler)};
    return request;
}

} // namespace

class tst_ScheduleRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theCheapestOfTheSeedsCounts()
    {
        Setup setup;
        setup.open();
        QSignalSpy finished(&setup.runner, &ScheduleRunner::finished);
        RunRequest request = requestFor("random");
        request.firstSeed = 5;
        request.seeds = 3;
        request.evaluations = 60;
        setup.runner.start(request);
        QVERIFY(setup.runner.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QVERIFY2(setup.runner.errorText().isEmpty(), qPrintable(setup.runner.errorText()));
        const ScheduleEntry* entry = setup.entry(QStringLiteral("random"));
        QVERIFY(entry != nullptr && entry->seeds.size() == 3);
        double least = 1e300;
        for (const SeedResult& result : entry->seeds) {
            QVERIFY(result.seed >= 5 && result.seed < 8);
            least = std::min(least, result.costUsd.value_or(1e300));
        }
        QCOMPARE(*entry->placement->costUsd, least);
        QCOMPARE(setup.runner.statusText(), QStringLiteral("3 runs done"));
        QCOMPARE(setup.runner.progress(), 1.0);
    }

    void trainingIsFollowedAndItsResultStandsBesideTheOthers()
    {
        Setup setup;
        if (bundledFiles().policies.library.empty()) {
            QSKIP("rl-lstm needs its plugin");
        }
        setup.open();
        QSignalSpy finished(&setup.runner, &ScheduleRunner::finished);
        RunRequest request = requestFor("rl-lstm");
        request.evaluations = 5 * 64;
        setup.runner.start(request);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QVERIFY2(setup.runner.errorText().isEmpty(), qPrintable(setup.runner.errorText()));
        QCOMPARE(setup.runner.curves().size(), std::size_t{1});
        const auto& points = setup.runner.curves()[0].points;
        QCOMPARE(points.size(), std::size_t{5});
        QCOMPARE(points.back().round, 5);
        QVERIFY(!setup.runner.curves()[0].isRunning);
        const ScheduleEntry* trained =
            setup.entry(ScheduleRunner::trainedName(QStringLiteral("rl-lstm")));
        QVERIFY(trained != nullptr && trained->hasSchedule());
        QCOMPARE(trained->origin, ScheduleEntry::Origin::Trained);
        QVERIFY(trained->trainingSeconds.value_or(0) > 0);
        // The last decision is the result.
        QVERIFY(std::abs(*points.back().decisionCostUsd - *trained->placement->costUsd) < 1e-6);
        QVERIFY(setup.entry(QStringLiteral("rl-lstm"))->seeds.empty());
        // It follows the scenario, its layers where they were.
        const auto stages = trained->placement->stages.size();
        setup.session.setFloor(20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!setup.session.isRunning(), kPatience);
        trained = setup.entry(ScheduleRunner::trainedName(QStringLiteral("rl-lstm")));
        QCOMPARE(trained->placement->stages.size(), stages);
    }

    void whatFailsSaysWhyAndLosesNothing()
    {
        Setup setup;
        setup.open();
        setup.useScript("echo 'hscope: the disk is full.' >&2; exit 1\n");
        QSignalSpy finished(&setup.runner, &ScheduleRunner::finished);
        const sim::Placement before = *setup.entry(QStringLiteral("random"))->placement;
        setup.runner.start(requestFor("random"));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QCOMPARE(setup.runner.errorText(), QStringLiteral("random failed: the disk is full."));
        QCOMPARE(*setup.entry(QStringLiteral("random"))->placement, before);
        setup.useScript("kill -9 $$\n");
        setup.runner.start(requestFor("random"));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, kPatience);
        QCOMPARE(setup.runner.errorText(),
                 QStringLiteral("random, seed 1, ended before it had a result."));
        setup.runner.setProgram(QStringLiteral("/nowhere/hscope"));
        setup.runner.start(requestFor("random"));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 3, kPatience);
        QVERIFY2(setup.runner.errorText().contains(QStringLiteral("could not be started")),
                 qPrintable(setup.runner.errorText()));
        setup.runner.setProgram({});
        setup.runner.start(requestFor("random"));
        QCOMPARE(finished.size(), 4);
        QVERIFY(!setup.runner.errorText().isEmpty());
    }

    void cancellingEndsTheProcess()
    {
        Setup setup;
        setup.open();
        const fs::path mark = setup.folder.path("pid");
        setup.useScript(("echo $$ > " + mark.string() + "\nexec sleep 600\n").c_str());
        QSignalSpy finished(&setup.runner, &ScheduleRunner::finished);
        RunRequest request = requestFor("random");
        request.seeds = 3;
        setup.runner.start(request);
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(mark) && fs::file_size(mark) > 0, kPatience);
        setup.runner.cancel();
        QCOMPARE(finished.size(), 1);
        QVERIFY(!setup.runner.isRunning());
        QVERIFY(setup.runner.statusText().startsWith(QStringLiteral("Cancelled after 0 of 3")));
        std::string pid;
        std::ifstream(mark) >> pid;
        QVERIFY(!fs::exists("/proc/" + pid));
    }
};

QTEST_GUILESS_MAIN(tst_ScheduleRunner)
#include "tst_schedule_runner.moc"
