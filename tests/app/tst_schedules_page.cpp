// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/widgets/cost_chart.h"
#include "app/widgets/export_button.h"
#include "app/widgets/floor_spin_box.h"
#include "app/widgets/main_window.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedule_details.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/scheduler_panel.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/what_if_panel.h"
#include "core/export/database_writer.h"
#include "simulator/io/simulation_trace.h"
#include "tests/app/schedule_fixture.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QImage>
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
        window.showPage(MainWindow::Page::Schedules);
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

    void whatIfFieldsEditTheScenario()
    {
        Setup setup;
        setup.open();
        ScheduleSession& session = setup.window.session();
        SchedulesToolBar* bar = setup.window.schedulesToolBar();
        QTest::mouseClick(bar->whatIfButton(), Qt::LeftButton);
        WhatIfPanel* panel = bar->whatIfPanel();
        QVERIFY(panel->isVisible());
        QCOMPARE(panel->rows().size(), std::size_t{2});
        QVERIFY(!panel->resetButton()->isEnabled());
        panel->rows()[1].price->setValue(1.21);
        QCOMPARE(session.scenario().cluster->resourceTypes[1].priceUsdPerHour, 1.21);
        QCOMPARE(session.scenario().cluster->resourceTypes[1].nicGbPerSecond, std::optional(1.56));
        panel->rows()[0].limit->setValue(panel->rows()[0].limit->minimum());
        QVERIFY(!session.scenario().cluster->resourceTypes[0].limit);
        QVERIFY(bar->whatIfButton()->text().contains(QStringLiteral("changed")));
        QVERIFY(!panel->rows()[0].limit->accessibleName().isEmpty());
        QTest::mouseClick(panel->resetButton(), Qt::LeftButton);
        QVERIFY(!session.isEdited());
        QCOMPARE(panel->rows()[1].price->value(), 2.42);
        QTRY_VERIFY_WITH_TIMEOUT(!session.isRunning(), 60000);
    }

    void aLayerIsDraggedOntoAnotherType()
    {
        Setup setup;
        setup.open();
        ScheduleSession& session = setup.window.session();
        PlacementStrips* strips = setup.window.schedulesPage()->strips();
        const std::size_t exact = setup.indexOf("exact");
        const QPoint from = strips->stripsLayout().cellRect(exact, 6).center();
        QTest::mousePress(strips, Qt::LeftButton, {}, from);
        QCOMPARE(session.selectedLayer(), std::optional<std::size_t>(6));
        QTest::mouseMove(strips, from + QPoint(12, 0));
        QVERIFY(strips->choices());
        QCOMPARE(strips->choices()->count(), std::size_t{2});
        QTest::mouseRelease(strips, Qt::LeftButton, {}, strips->choices()->itemRect(1).center());
        QVERIFY(!strips->choices());
        const std::size_t hand = setup.indexOf("by hand");
        QCOMPARE(session.selected(), std::optional(hand));
        QCOMPARE(session.entries()[hand].placement->stages.size(), std::size_t{2});
        // Dropped anywhere else, nothing moves.
        QTRY_COMPARE(strips->data().rows.size(), session.entries().size());
        QTest::mousePress(strips, Qt::LeftButton, {}, from);
        QTest::mouseMove(strips, from + QPoint(12, 0));
        QTest::keyClick(strips, Qt::Key_Escape);
        QVERIFY(!strips->choices());
        QTest::mouseRelease(strips, Qt::LeftButton, {}, from);
    }

    void theKeyboardMovesALayerToo()
    {
        Setup setup;
        setup.open();
        ScheduleSession& session = setup.window.session();
        PlacementStrips* strips = setup.window.schedulesPage()->strips();
        QTRY_COMPARE(strips->data().rows.size(), session.entries().size());
        session.select(setup.indexOf("exact"));
        strips->setFocus();
        QTest::keyClick(strips, Qt::Key_Right);
        QTest::keyClick(strips, Qt::Key_Right);
        QCOMPARE(session.selectedLayer(), std::optional<std::size_t>(1));
        QTest::keyClick(strips, Qt::Key_Left);
        QTest::keyClick(strips, Qt::Key_Left);
        QCOMPARE(session.selectedLayer(), std::optional<std::size_t>(0));
        QTest::keyClick(strips, Qt::Key_Return);
        auto* menu = strips->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(menu != nullptr && menu->isVisible());
        const QList<QAction*> moves = menu->actions()[0]->menu()->actions();
        QCOMPARE(moves.size(), 2);
        QVERIFY(moves[0]->isChecked());
        moves[1]->trigger();
        menu->close();
        const std::size_t hand = setup.indexOf("by hand");
        QCOMPARE(session.selected(), std::optional(hand));
        QCOMPARE(session.entries()[hand].placement->stages[0].type, std::string("v100"));
    }

    void theRunPanelSaysWhatItRuns()
    {
        Setup setup;
        setup.open();
        SchedulerPanel* panel = setup.window.schedulesPage()->schedulers();
        QCOMPARE(panel->choice().chosen(), QStringList{QStringLiteral("rl-lstm")});
        QVERIFY(panel->runButton()->isEnabled());
        QVERIFY(!panel->cancelButton()->isEnabled());
        // The keyboard checks a scheduler.
        setup.window.session().select(setup.indexOf("random"));
        panel->list()->setFocus();
        QTest::keyClick(panel->list(), Qt::Key_Space);
        QCOMPARE(panel->choice().chosen(),
                 (QStringList{QStringLiteral("rl-lstm"), QStringLiteral("random")}));
        panel->choice().chooseAll(false);
        QVERIFY(!panel->runButton()->isEnabled());
        // Each unit keeps its own number.
        QCOMPARE(panel->budgetBox()->value(), 16'000.0);
        panel->unitBox()->setCurrentIndex(1);
        QCOMPARE(panel->budgetBox()->value(), 10.0);
        panel->unitBox()->setCurrentIndex(0);
        QCOMPARE(panel->budgetBox()->value(), 16'000.0);
    }

    void theSelectedLayerIsExplained()
    {
        Setup setup;
        setup.open();
        ScheduleSession& session = setup.window.session();
        const ScheduleDetails* details = setup.window.schedulesPage()->details();
        QCOMPARE(details->facts().rowCount(), 0);
        session.select(setup.indexOf("exact"));
        Q_EMIT setup.window.schedulesPage()->strips()->layerClicked(6);
        QTRY_VERIFY(details->facts().rowCount() > 0);
        QVERIFY(details->facts().index(0, 1).data().toString().startsWith(
            QStringLiteral("cpu-core ×160")));
        QCOMPARE(details->stages().rowCount(), 4);
        session.select(setup.indexOf("cpu-only"));
        QCOMPARE(details->facts().rowCount(), 0);
        QVERIFY(!details->factsText().isEmpty());
    }

    void viewsAreWrittenAsPictures()
    {
        Setup setup;
        setup.open();
        SchedulesPage* page = setup.window.schedulesPage();
        QTRY_VERIFY(!page->strips()->data().rows.empty());
        const QString svg = toPathText(setup.folder.path("view.svg"));
        QVERIFY(saveView(*page->strips(), svg));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<svg"));
        const QString png = toPathText(setup.folder.path("view.png"));
        QVERIFY(saveView(*page->chart(), png));
        QVERIFY(QImage(png).width() == page->chart()->width());
        QVERIFY(!saveText(QStringLiteral("x"), QStringLiteral("/nowhere/x.csv")));
        const QStringList lines = stripsCsv(page->strips()->data()).split(QStringLiteral("\r\n"));
        QVERIFY(lines[0].startsWith(QStringLiteral("Layer,Name,exact,")));
        QVERIFY(lines[7].startsWith(QStringLiteral("6,fc2,cpu-core 160,")));
        QVERIFY(costChartCsv(page->chart()->data()).contains(QStringLiteral("exact,")));
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
        setup.window.showPage(MainWindow::Page::Schedules);
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
        QCOMPARE(timeline->tabs()->currentIndex(), int{SchedulesTimeline::Devices});
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
