// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What selecting and playing do between the timelines, the drawing of the cluster and its table.
#include "app/models/device_replay.h"
#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/timeline/timeline_geometry.h"
#include "app/widgets/devices_panel.h"
#include "app/widgets/devices_view.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/playback_bar.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_ruler.h"
#include "app/widgets/timeline_view.h"
#include "tests/app/schedule_fixture.h"
#include "tests/support/qtest_printers.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace core = hscope::core;
namespace sim = hscope::sim;

/// The cluster of the fixture with its devices drawn: ten servers of 48 cores in one, four of 8
/// V100.
sim::Cluster drawnPaperCluster()
{
    sim::Cluster cluster = paperCluster();
    sim::Node cores;
    cores.id = "cpu";
    cores.count = 10;
    cores.devices = {{cluster.resourceTypes[0].id, 48, 1}};
    cluster.nodes.push_back(cores);
    for (const char* id : {"gpu-1", "gpu-2", "gpu-3", "gpu-4"}) {
        sim::Node server;
        server.id = id;
        server.devices = {{cluster.resourceTypes[1].id, 8, 1}};
        cluster.nodes.push_back(server);
    }
    return cluster;
}

struct Setup
{
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    ScheduleSession session;
    SchedulesPage page{session, theme, settings};
    SchedulesTimeline* timeline = page.timeline();
    DeviceReplay& replay = timeline->replay();
    DevicesPanel* devices = timeline->devices();

    explicit Setup(const sim::Cluster& cluster = drawnPaperCluster())
    {
        page.resize(1376, 824);
        page.show();
        session.openEdited(std::make_shared<const sim::Workload>(heavyWorkload()),
                           std::make_shared<const sim::Cluster>(cluster));
    }

    /// Waits until greedy shows above exact.
    [[nodiscard]] bool isReady()
    {
        const auto settled = [&] {
            return session.state() == ScheduleSession::State::Ready && session.problem() &&
                   !session.isRunning();
        };
        if (!QTest::qWaitFor(settled, 60000)) {
            return false;
        }
        session.select(indexOf("greedy"));
        return QTest::qWaitFor(
            [&] { return timeline->model().replays().size() == 2 && !replay.lights().isEmpty(); },
            60000);
    }

    [[nodiscard]] std::size_t indexOf(const char* scheduler) const
    {
        return session.findEntry(QString::fromLatin1(scheduler)).value();
    }

    [[nodiscard]] TimelineCanvas& canvas() const { return timeline->view()->canvas(); }

    /// The first slice of a stage of a shown schedule.
    [[nodiscard]] core::SliceId sliceOf(std::size_t entry, std::size_t layer) const
    {
        const auto tracks = timeline->model().tracksOf(entry, layer);
        return core::SliceId(
            timeline->model().document().store()->track(tracks.front()).firstSlice);
    }

    [[nodiscard]] QString state(std::size_t device) const
    {
        const QAbstractItemModel* model = devices->table()->view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex index = model->index(row, DeviceTableModel::Device);
            if (index.data() == replay.deviceName(device)) {
                return model->index(row, DeviceTableModel::State).data().toString();
            }
        }
        return {};
    }
};

} // namespace

class tst_ScheduleDevices : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aSliceSelectsItsScheduleAndLayer()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        const std::size_t exact = setup.indexOf("exact");
        const std::size_t greedy = setup.indexOf("greedy");
        ScheduleTimeline& model = setup.timeline->model();
        const auto store = model.document().store();
        const core::TimeRange range = model.document().visibleRange();
        // The last stage of the lower schedule, by the mouse.
        const core::SliceId slice = setup.sliceOf(exact, 15);
        const auto row = setup.canvas().trackLayout().rowOf(*store, slice);
        QVERIFY(row);
        const TimeScale scale(range, setup.canvas().tracksWidth());
        setup.canvas().ensureVisible(slice);
        const int y = row->y - setup.canvas().verticalScrollBar()->value() + 3;
        const double x = measure::kHead + scale.xOf(store->rangeOf(slice).start) + 2;
        QTest::mouseClick(setup.canvas().viewport(), Qt::LeftButton, {},
                          QPoint(static_cast<int>(x), y));
        QVERIFY(model.document().selection());
        QCOMPARE(setup.session.selected(), std::optional(exact));
        const auto& stages = setup.session.entries()[exact].placement->stages;
        QCOMPARE(setup.session.selectedLayer(), std::optional(stages.back().firstLayer));
        // Nothing moves: the same trace, and the schedule stays below the other.
        QTest::qWait(0);
        QVERIFY(!model.isRunning());
        QVERIFY(model.document().store() == store);
        QVERIFY(model.document().visibleRange() == range);
        QCOMPARE(model.leading(), std::optional(greedy));
        QVERIFY(model.document().selection());
        // The same by the keyboard: the next slice of a row of the upper one.
        model.document().select(setup.sliceOf(greedy, 0));
        setup.canvas().setFocus();
        QTest::keyClick(&setup.canvas(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(setup.session.selected(), std::optional(greedy));
        QCOMPARE(setup.session.selectedLayer(), std::optional<std::size_t>(0));
        QVERIFY(model.document().selection() != setup.sliceOf(greedy, 0));
        // From row to row, and from nothing to the first row.
        model.document().select(std::nullopt);
        QTest::keyClick(&setup.canvas(), Qt::Key_Down, Qt::ControlModifier);
        QVERIFY(model.document().selection());
        QCOMPARE(setup.session.selectedLayer(), std::optional<std::size_t>(0));
        for (int step = 0; step < 40 && setup.session.selected() == greedy; ++step) {
            QTest::keyClick(&setup.canvas(), Qt::Key_Down, Qt::ControlModifier);
        }
        QCOMPARE(setup.session.selected(), std::optional(exact));
        QTest::keyClick(&setup.canvas(), Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(setup.session.selected(), std::optional(greedy));
        // From the table it comes to the top.
        setup.session.select(exact);
        QTRY_COMPARE(model.leading(), std::optional(exact));
    }

    void aLayerMarksItsRows()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        const std::size_t greedy = setup.indexOf("greedy");
        ScheduleTimeline& model = setup.timeline->model();
        Q_EMIT setup.page.strips()->layerClicked(6);
        QVERIFY(!model.tracksOf(greedy, 6).empty());
        QVERIFY(setup.canvas().emphasis().tracks == model.tracksOf(greedy, 6));
        QVERIFY(setup.canvas().emphasis().process == model.processOf(greedy));
        // A slice of another stage is no longer what is selected.
        model.document().select(setup.sliceOf(greedy, 0));
        QCOMPARE(setup.session.selectedLayer(), std::optional<std::size_t>(0));
        Q_EMIT setup.page.strips()->layerClicked(15);
        QVERIFY(!model.document().selection());
        QVERIFY(setup.canvas().emphasis().tracks == model.tracksOf(greedy, 15));
    }

    void aDeviceSelectsItsStage()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        setup.timeline->tabs()->setCurrentIndex(SchedulesTimeline::Devices);
        DevicesView* view = setup.devices->view();
        QVERIFY(view->isVisible());
        QTest::qWait(0);
        const DeviceLights& lights = setup.replay.lights();
        const std::size_t last = lights.stages().size() - 1;
        const std::size_t device = lights.firstOf(last);
        const auto rect = view->deviceRect(device);
        QVERIFY(rect && view->viewport()->rect().contains(rect->center()));
        QCOMPARE(view->deviceAt(rect->center()), std::optional(device));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, rect->center());
        QCOMPARE(setup.session.selectedLayer(), std::optional(lights.stages()[last].firstLayer));
        QCOMPARE(setup.replay.current(), std::optional(device));
        QCOMPARE(setup.devices->table()->selectedRow(), static_cast<int>(device));
        QVERIFY(setup.replay.deviceText(device).contains(layersText(lights.stages()[last])));
        // By the keyboard: the stage above, and the device after its first.
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(setup.replay.current(), std::optional(lights.firstOf(last - 1)));
        QTest::keyClick(view, Qt::Key_Right);
        QCOMPARE(setup.replay.current(), std::optional(lights.firstOf(last - 1) + 1));
        QCOMPARE(setup.replay.selectedStage(), std::optional(last - 1));
        // By the table.
        setup.devices->table()->selectRow(0);
        QCOMPARE(setup.session.selectedLayer(), std::optional<std::size_t>(0));
        // A layer selected elsewhere leaves no device.
        setup.session.selectLayer(lights.stages()[last].lastLayer);
        QVERIFY(!setup.replay.current());
        QCOMPARE(setup.devices->table()->selectedRow(), -1);
    }

    void scrubbingColoursTheDevices()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        setup.timeline->tabs()->setCurrentIndex(SchedulesTimeline::Devices);
        DevicesView* view = setup.devices->view();
        const QImage stages = view->grab().toImage();
        PlaybackBar* bar = setup.devices->playback();
        bar->slider()->setValue(PlaybackBar::kSliderSteps / 2);
        const core::Duration half = setup.replay.time();
        QCOMPARE(half, core::Duration(std::llround(
                           static_cast<double>(setup.replay.lights().span().count()) / 2)));
        QCOMPARE(setup.replay.colors(), DeviceReplay::Colors::Utilization);
        QCOMPARE(setup.devices->colorsBox()->currentIndex(), 1);
        QVERIFY(bar->timeLabel()->text().startsWith(formatDuration(half)));
        const QImage busy = view->grab().toImage();
        QVERIFY(busy != stages);
        const QString working = setup.state(0);
        bar->slider()->setValue(PlaybackBar::kSliderSteps);
        QVERIFY(view->grab().toImage() != busy);
        QCOMPARE(setup.state(0), QStringLiteral("idle"));
        QVERIFY(working != setup.state(0));
        // Back to the stages.
        setup.devices->colorsBox()->setCurrentIndex(0);
        QVERIFY(view->grab().toImage() == stages);
    }

    void playingGoesThroughAllInTenSeconds()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        setup.timeline->tabs()->setCurrentIndex(SchedulesTimeline::Devices);
        PlaybackBar* bar = setup.devices->playback();
        const auto span = setup.replay.lights().span();
        bar->advance(2.5);
        QVERIFY(std::abs((setup.replay.time() - span / 4).count()) <= 1);
        bar->speedBox()->setCurrentIndex(bar->speedBox()->findData(0.1));
        bar->advance(10);
        QVERIFY(std::abs((setup.replay.time() - span * 35 / 100).count()) <= 2);
        bar->advance(1000);
        QCOMPARE(setup.replay.time(), span);
        QVERIFY(!bar->isPlaying());
        // From the end it starts anew, and goes on only while it is seen.
        QTest::mouseClick(bar->playButton(), Qt::LeftButton);
        QVERIFY(bar->isPlaying());
        QVERIFY(setup.replay.time() < span);
        setup.timeline->tabs()->setCurrentIndex(SchedulesTimeline::Timelines);
        QVERIFY(!bar->isPlaying());
    }

    void theKeyboardPlays()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        setup.timeline->tabs()->setCurrentIndex(SchedulesTimeline::Devices);
        PlaybackBar* bar = setup.devices->playback();
        const auto& completions = setup.replay.lights().completions();
        bar->slider()->setFocus();
        QTest::keyClick(bar->slider(), Qt::Key_Right);
        QCOMPARE(setup.replay.time(), completions[0]);
        QTest::keyClick(bar->slider(), Qt::Key_Right);
        QCOMPARE(setup.replay.time(), completions[1]);
        QTest::keyClick(bar->slider(), Qt::Key_Left);
        QCOMPARE(setup.replay.time(), completions[0]);
        QTest::keyClick(bar->slider(), Qt::Key_End);
        QCOMPARE(setup.replay.time(), setup.replay.lights().span());
        QTest::keyClick(bar->slider(), Qt::Key_Home);
        QCOMPARE(setup.replay.time(), core::Duration{});
        // Space plays wherever the focus is in the panel.
        QTest::keyClick(setup.devices->view(), Qt::Key_Space);
        QVERIFY(bar->isPlaying());
        QTest::keyClick(bar->slider(), Qt::Key_Space);
        QVERIFY(!bar->isPlaying());
        for (const QWidget* control :
             {static_cast<QWidget*>(bar->slider()), static_cast<QWidget*>(bar->playButton()),
              static_cast<QWidget*>(bar->speedBox()),
              static_cast<QWidget*>(setup.devices->colorsBox()),
              static_cast<QWidget*>(setup.devices->view()),
              static_cast<QWidget*>(setup.devices->table()->view())}) {
            QVERIFY(!control->accessibleName().isEmpty());
            QVERIFY(control->focusPolicy() & Qt::TabFocus);
        }
    }

    void theTimeAxisSetsTheTime()
    {
        Setup setup;
        QVERIFY(setup.isReady());
        TimelineRuler& ruler = setup.timeline->view()->ruler();
        ScheduleTimeline& model = setup.timeline->model();
        const core::TimeRange range = model.document().visibleRange();
        QTest::mouseClick(&ruler, Qt::LeftButton, {}, QPoint(measure::kHead + 200, 10));
        const TimeScale scale(range, setup.canvas().tracksWidth());
        QCOMPARE(setup.replay.time(), scale.timeAt(200) - model.document().traceRange().start);
        QVERIFY(model.document().visibleRange() == range);
        // On a stretched axis it is the selected schedule's own time, and back.
        const std::size_t greedy = setup.indexOf("greedy");
        const auto axis = model.axisTimeOf(greedy, setup.replay.time());
        QVERIFY(axis);
        QCOMPARE(model.timeOf(greedy, *axis), std::optional(setup.replay.time()));
    }

    void aClusterWithoutServersIsDrawnToo()
    {
        Setup setup(paperCluster());
        QVERIFY(setup.isReady());
        setup.timeline->tabs()->setCurrentIndex(SchedulesTimeline::Devices);
        const DeviceLights& lights = setup.replay.lights();
        QVERIFY(lights.drawn().isMade);
        QVERIFY(std::ranges::all_of(
            lights.devices(), [](const LitDevice& device) { return device.place.has_value(); }));
        const auto rect = setup.devices->view()->deviceRect(0);
        QVERIFY(rect);
        QCOMPARE(setup.devices->view()->deviceAt(rect->center()), std::optional<std::size_t>(0));
    }
};

QTEST_MAIN(tst_ScheduleDevices)
#include "tst_schedule_devices.moc"
