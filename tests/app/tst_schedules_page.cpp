// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/widgets/cost_chart.h"
#include "app/widgets/floor_spin_box.h"
#include "app/widgets/main_window.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/scheduler_panel.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/table_panel.h"
#include "core/export/database_writer.h"
#include "simulator/io/simulation_trace.h"
#include "tests/app/schedule_fixture.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include <algorithm>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace core = hscope::core;
namespace sim = hscope::sim;
using State = ScheduleSession::State;

struct Setup
{
    TempFolder folder;
    QString workload = toPathText(folder.write("w.json", sim::toJson(heavyWorkload())));
    QString cluster = toPathText(folder.write("c.json", sim::toJson(paperCluster())));
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};

    void open()
    {
        window.show();
        window.openFile(workload);
        QTRY_COMPARE(window.session().state(), State::Ready);
        QTRY_VERIFY_WITH_TIMEOUT(window.session().problem() && !window.session().isRunning(),
                                 60000);
    }

    [[nodiscard]] std::size_t indexOf(const char* scheduler)
    {
        const auto& entries = window.session().entries();
        return static_cast<std::size_t>(
            std::ranges::find(entries, QString::fromLatin1(scheduler), &ScheduleEntry::scheduler) -
            entries.begin());
    }
};

/// A simulation of the exact schedule, as `hscope simulate` writes it.
QString writeSimulation(const TempFolder& folder)
{
    const auto problem = sim::Problem::create(heavyWorkload(), paperCluster());
    const sim::Placement placement = *heavyEntries()[0].placement;
    sim::SimulationOptions options;
    options.microbatches = 300;
    core::NullProgress progress;
    const auto trace = sim::simulateToTrace(*problem, placement, options, progress, {});
    const auto tables = sim::simulationTables(*problem, placement, options, trace->result, {});
    const auto path = folder.path("run.hscope");
    const auto written = core::writeDatabase({*trace->store, trace->arguments.get(), &tables}, path,
                                             core::Overwrite::No, progress, {});
    return written ? toPathText(path) : QString();
}

} // namespace

class tst_SchedulesPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aWorkloadOpensInTheSchedulesWorkspace()
    {
        Setup setup;
        setup.open();
        QCOMPARE(setup.window.page(), MainWindow::Page::Schedules);
        QVERIFY(
            setup.window.windowTitle().startsWith(QStringLiteral("CTRDNN_heavy on paper-like")));
        QVERIFY(setup.window.schedulesToolBar()->isVisible());
        QCOMPARE(setup.window.recentFiles().files(), QStringList{setup.workload});
        QCOMPARE(setup.window.schedulesToolBar()->floorBox()->value(), 50'000.0);
        QVERIFY(setup.window.schedulesToolBar()->chargeBox()->isChecked());
        QCOMPARE(setup.window.schedulesPage()->results()->view()->model()->rowCount(),
                 static_cast<int>(setup.window.session().entries().size()));
    }

    void selectingAnywhereSelectsEverywhere()
    {
        Setup setup;
        setup.open();
        SchedulesPage* page = setup.window.schedulesPage();
        const std::size_t greedy = setup.indexOf("greedy");
        Q_EMIT page->strips()->rowClicked(greedy);
        QCOMPARE(setup.window.session().selected(), std::optional(greedy));
        QCOMPARE(page->results()->selectedRow(), static_cast<int>(greedy));
        QCOMPARE(page->schedulers()->list()->currentIndex().row(), static_cast<int>(greedy));
        const std::size_t gpus = setup.indexOf("gpu-only");
        page->results()->selectRow(static_cast<int>(gpus));
        QCOMPARE(setup.window.session().selected(), std::optional(gpus));
        Q_EMIT page->chart()->entryClicked(greedy);
        QCOMPARE(page->results()->selectedRow(), static_cast<int>(greedy));
        // The keyboard does it too.
        page->strips()->setFocus();
        QTest::keyClick(page->strips(), Qt::Key_Down);
        QCOMPARE(setup.window.session().selected(), std::optional(greedy + 1));
    }

    void theFloorRunsAllAnew()
    {
        Setup setup;
        setup.open();
        FloorSpinBox* floor = setup.window.schedulesToolBar()->floorBox();
        floor->setValue(20'000);
        QCOMPARE(setup.window.session().scenario().floor, 20'000.0);
        QCOMPARE(floor->valueFromText(QStringLiteral("12 500 samples/s")), 12'500.0);
        floor->stepUp();
        QCOMPARE(floor->value(), 21'000.0);
        QTRY_VERIFY_WITH_TIMEOUT(
            setup.window.session().problem() && !setup.window.session().isRunning(), 60000);
    }

    void brokenAndIncompleteDocumentsSaySo()
    {
        Setup setup;
        setup.window.show();
        ScheduleNotice* notice = setup.window.schedulesPage()->notice();
        setup.window.openFile(
            toPathText(setup.folder.write("bad.json", "{\"format\": \"heteroscope-cluster\",")));
        QTRY_COMPARE(setup.window.session().state(), State::Failed);
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->sentence().contains(QStringLiteral("bad.json")),
                 qPrintable(notice->sentence()));
        const TempFolder elsewhere;
        setup.window.openFile(toPathText(elsewhere.write("w.json", sim::toJson(heavyWorkload()))));
        QTRY_COMPARE(setup.window.session().state(), State::Incomplete);
        QVERIFY(notice->primaryButton()->isVisible());
        QVERIFY2(notice->primaryButton()->text().contains(QStringLiteral("cluster")),
                 qPrintable(notice->primaryButton()->text()));
    }

    void aTraceStillOpensInTheTraceWorkspace()
    {
        Setup setup;
        setup.open();
        setup.window.openFile(toPathText(setup.folder.write("tiny.json", kTinyTrace)));
        QTRY_COMPARE(setup.window.document().state(), TraceDocument::State::Ready);
        QCOMPARE(setup.window.page(), MainWindow::Page::Trace);
        // What was open in the other workspace is still there.
        setup.window.showPage(MainWindow::Page::Schedules);
        QVERIFY(!setup.window.session().scenario().isEmpty());
    }

    void schedulesAreComparedByKeyboard()
    {
        Setup setup;
        setup.open();
        SchedulesTimeline* timeline = setup.window.schedulesPage()->timeline();
        ScheduleTimeline& model = timeline->model();
        setup.window.session().select(setup.indexOf("greedy"));
        QTRY_VERIFY_WITH_TIMEOUT(model.replays().size() == 2, 60000);
        // A second one to compare with, from the menu.
        QMenu* menu = timeline->againstMenu();
        const auto actions = menu->actions();
        const auto found = std::ranges::find(actions, QStringLiteral("gpu-only"), &QAction::text);
        QVERIFY(found != actions.end() && (*found)->isCheckable() && !(*found)->isChecked());
        (*found)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(model.replays().size() == 3, 60000);
        // What differs, chosen with the keyboard.
        QVERIFY(model.document().looks()->change(0).kind == SliceChange::Kind::None);
        QVERIFY(!timeline->thresholdSlider()->isEnabled());
        timeline->differencesBox()->setFocus();
        QTest::keyClick(timeline->differencesBox(), Qt::Key_Down);
        QCOMPARE(model.options().changes, std::optional(ChangeMeasure::Completion));
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(model.document().looks()->changes,
                                                     [](const SliceChange& change) {
                                                         return change.kind !=
                                                                SliceChange::Kind::None;
                                                     }),
                                 60000);
        QVERIFY(timeline->thresholdSlider()->isEnabled());
        QTest::keyClick(timeline->thresholdSlider(), Qt::Key_Right);
        QVERIFY(model.options().threshold > core::Duration{});
        // Where the time goes: each device's parts sum to the simulated span.
        timeline->tabs()->setFocus();
        QTest::keyClick(timeline->tabs(), Qt::Key_Right);
        QCOMPARE(timeline->tabs()->currentIndex(), int{SchedulesTimeline::TimeSplit});
        QTRY_VERIFY_WITH_TIMEOUT(!model.isRunning(), 60000);
        QVERIFY(timeline->timeSplit().rowCount() > 3);
        for (const TimeSplitRow& row : timeline->timeSplit().splits()) {
            QCOMPARE(row.span(), model.replays()[row.schedule].result->simulatedSpan);
        }
    }

    void aSimulationShowsInBoth()
    {
        Setup setup;
        const QString path = writeSimulation(setup.folder);
        QVERIFY(!path.isEmpty());
        setup.window.show();
        setup.window.openFile(path);
        QTRY_COMPARE(setup.window.document().state(), TraceDocument::State::Ready);
        QTRY_COMPARE(setup.window.session().state(), State::Ready);
        QCOMPARE(setup.window.page(), MainWindow::Page::Schedules);
        QCOMPARE(setup.window.session().entries()[0].scheduler, QStringLiteral("exact (opened)"));
        QCOMPARE(setup.window.session().openedTrace(0), setup.window.document().store());
        SchedulesTimeline* timeline = setup.window.schedulesPage()->timeline();
        QTRY_VERIFY_WITH_TIMEOUT(timeline->model().document().store() != nullptr, 60000);
    }
};

QTEST_MAIN(tst_SchedulesPage)
#include "tst_schedules_page.moc"
