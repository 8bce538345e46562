// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/screenshots.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/models/slice_details.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/correction_button.h"
#include "app/widgets/correction_panel.h"
#include "app/widgets/details_panel.h"
#include "app/widgets/gpu_truth_panel.h"
#include "app/widgets/main_window.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/trace_tool_bar.h"
#include "app/widgets/what_if_panel.h"
#include "app/widgets/workload_import_bar.h"
#include "app/widgets/workload_page.h"
#include "app/widgets/workload_workspace.h"
#include "simulator/io/documents.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTimer>

#include <functional>

namespace hscope::app {

namespace {

constexpr qint64 kLoadMs = 600000;
constexpr qint64 kSettleMs = 3000;
constexpr qint64 kRunMs = 60000; ///< For all schedulers.

/// Runs the event loop until `done` holds; false if that takes longer than `limitMs`.
bool waitUntil(const std::function<bool()>& done, qint64 limitMs)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > limitMs) {
            return false;
        }
        QEventLoop loop;
        QTimer::singleShot(10, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

void runEvents(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Shows one iteration in the middle of the trace and selects something in it that launches work on
/// a GPU.
void showSomethingTelling(TraceDocument& document)
{
    const auto store = document.store();
    const auto iterations = mainIterations(*store);
    if (!iterations.empty()) {
        const core::TimeRange range = iterations[iterations.size() / 2].range;
        document.jumpTo({range.start - range.length() / 20, range.end + range.length() / 20});
    }
    const core::TimeRange visible = document.visibleRange();
    const core::TraceTime middle = visible.start + visible.length() / 2;
    for (const core::Link& link : store->links()) {
        const core::TraceTime start = store->rangeOf(link.from).start;
        if (link.kind == core::LinkKind::Launch && start >= middle && visible.contains(start)) {
            document.select(link.from);
            return;
        }
    }
    if (store->slices().size() > 0) {
        document.select(core::SliceId(static_cast<std::uint32_t>(store->slices().size() / 2)));
    }
}

class Camera
{
public:
    Camera(MainWindow& window, Theme& theme, QString folder)
        : m_window(window)
        , m_theme(theme)
        , m_folder(std::move(folder))
    {
    }

    /// One picture per size and theme; false if one cannot be written.
    bool take(const QString& name, ScreenshotResult& result)
    {
        for (const QSize& size : {QSize(1280, 800), QSize(1440, 900), QSize(2560, 1440)}) {
            for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
                m_theme.overrideMode(mode);
                m_window.resize(size);
                m_window.arrangeDocks();
                runEvents(50);
                // The row that is selected shows in a small window as well as in a large one.
                TimelineCanvas& canvas = m_window.timeline()->canvas();
                canvas.verticalScrollBar()->setValue(0);
                if (const auto slice = m_window.document().selection()) {
                    canvas.ensureVisible(*slice);
                }
                runEvents(150);
                const QString file = QStringLiteral("%1/%2-%3-%4x%5.png")
                                         .arg(m_folder, name,
                                              mode == Theme::Mode::Dark ? QStringLiteral("dark")
                                                                        : QStringLiteral("light"))
                                         .arg(size.width())
                                         .arg(size.height());
                if (!m_window.grab().save(file, "PNG")) {
                    result.error = MainWindow::tr("%1 could not be written: choose a folder that "
                                                  "may be written to.")
                                       .arg(file);
                    return false;
                }
                result.files.append(file);
            }
        }
        return true;
    }

    /// One picture of `widget` per theme, as large as it is.
    void takeWidget(QWidget& widget, const QString& name, ScreenshotResult& result)
    {
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            m_theme.overrideMode(mode);
            runEvents(50);
            const QString file = QStringLiteral("%1/%2-%3.png")
                                     .arg(m_folder, name,
                                          mode == Theme::Mode::Dark ? QStringLiteral("dark")
                                                                    : QStringLiteral("light"));
            if (widget.grab().save(file, "PNG")) {
                result.files.append(file);
            }
        }
    }

private:
    MainWindow& m_window;
    Theme& m_theme;
    QString m_folder;
};

} // namespace

namespace {

/// Lets rl-lstm train a little, so that there is a learning curve.
void trainBriefly(MainWindow& window)
{
    ScheduleRunner& runner = window.schedulesPage()->runner();
    RunRequest request;
    request.schedulers = {QStringLiteral("rl-lstm")};
    request.seeds = 3;
    request.evaluations = 6400;
    runner.start(request);
    waitUntil([&] { return !runner.isRunning(); }, kRunMs);
}

/// The Schedules workspace for an opened document, or the state it is in without.
void takeSchedules(MainWindow& window, Camera& camera, ScreenshotResult& result)
{
    ScheduleSession& session = window.session();
    waitUntil([&] { return session.state() != ScheduleSession::State::Loading; }, kLoadMs);
    if (session.state() != ScheduleSession::State::Ready) {
        result.error = session.errorText().isEmpty() ? window.schedulesPage()->notice()->sentence()
                                                     : session.errorText();
        camera.take(QStringLiteral("schedules-notice"), result);
        return;
    }
    waitUntil([&] { return !session.isRunning() && !session.front().empty(); }, kRunMs);
    SchedulesTimeline* simulation = window.schedulesPage()->timeline();
    const ScheduleTimeline& timeline = simulation->model();
    // The second schedule shows what differs from the first.
    for (std::size_t i = 1; i < session.entries().size(); ++i) {
        if (session.entries()[i].hasSchedule()) {
            session.select(i);
            break;
        }
    }
    session.selectLayer(session.scenario().workload->layers.size() / 2);
    trainBriefly(window);
    waitUntil([&] { return !timeline.isRunning(); }, kRunMs);
    runEvents(200);
    if (!camera.take(QStringLiteral("schedules"), result)) {
        return;
    }
    const SchedulesToolBar& bar = *window.schedulesToolBar();
    bar.whatIfPanel()->popupBelow(*bar.whatIfButton());
    camera.takeWidget(*bar.whatIfPanel(), QStringLiteral("what-if"), result);
    bar.whatIfPanel()->hide();
    simulation->differencesBox()->setCurrentIndex(1);
    waitUntil([&] { return !timeline.isRunning(); }, kRunMs);
    runEvents(200);
    if (!camera.take(QStringLiteral("schedules-differences"), result)) {
        return;
    }
    simulation->tabs()->setCurrentIndex(SchedulesTimeline::Devices);
    runEvents(100);
    camera.take(QStringLiteral("schedules-devices"), result);
    DeviceReplay& replay = simulation->replay();
    replay.setTime(replay.lights().span() / 5);
    camera.take(QStringLiteral("schedules-playback"), result);
    replay.setColors(DeviceReplay::Colors::Stages);
    simulation->tabs()->setCurrentIndex(SchedulesTimeline::TimeSplit);
    camera.take(QStringLiteral("schedules-time"), result);
    simulation->tabs()->setCurrentIndex(SchedulesTimeline::Timelines);
}

/// The Cluster workspace with something selected, and with a card on its way to the canvas.
void takeCluster(MainWindow& window, const QString& path, Camera& camera, ScreenshotResult& result)
{
    if (!window.cluster().open(path)) {
        camera.take(QStringLiteral("cluster-notice"), result);
        return;
    }
    ClusterDocument& document = window.cluster().document();
    ClusterCanvas& canvas = *window.cluster().page()->canvas();
    camera.take(QStringLiteral("cluster-overview"), result);
    if (!document.cluster().nodes.empty()) {
        const std::size_t middle = document.cluster().nodes.size() / 2;
        document.select({nodeElement(document.cluster().nodes[middle].id)});
    }
    camera.take(QStringLiteral("cluster"), result);
    QMimeData data;
    data.setData(QLatin1String(kCardMime),
                 encoded({ClusterCard::Kind::Type, document.cluster().resourceTypes.back().id}));
    const QPoint point = canvas.viewport()->rect().center() + QPoint(0, 60);
    QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(canvas.viewport(), &enter);
    QDragMoveEvent move(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(canvas.viewport(), &move);
    camera.take(QStringLiteral("cluster-drag"), result);
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(canvas.viewport(), &leave);
}

} // namespace

namespace {

/// The Workload workspace with one layer selected, with several, and with a profile to import.
void takeWorkload(MainWindow& window, const QString& path, Camera& camera, ScreenshotResult& result)
{
    ScheduleSession& session = window.session();
    waitUntil([&] { return session.state() != ScheduleSession::State::Loading; }, kLoadMs);
    WorkloadDocument& document = window.workload().document();
    const std::size_t layers = document.workload().layers.size();
    document.select({layers / 2});
    camera.take(QStringLiteral("workload"), result);
    document.select({0, layers / 3, layers / 2});
    camera.take(QStringLiteral("workload-several"), result);
    document.select({});
    if (isPipedreamGraph(toPath(path))) {
        window.workload().page()->importBar()->importButton()->click();
        camera.take(QStringLiteral("workload-imported"), result);
    }
}

/// The same view with the overhead of recording shown, and taken out.
void takeCorrections(MainWindow& window, Camera& camera, ScreenshotResult& result)
{
    TraceDocument& document = window.document();
    TraceCorrection& correction = document.correction();
    const CorrectionButton& button = *window.toolBar()->correctionButton();
    button.panel()->popupBelow(button);
    camera.takeWidget(*button.panel(), QStringLiteral("correction-off"), result);
    button.panel()->hide();
    if (!correction.chosen()) {
        return;
    }
    const auto take = [&](CorrectionMode mode, const QString& name) {
        correction.setMode(mode);
        waitUntil([&] { return document.shownCorrection() == mode && document.breakdown(); },
                  kLoadMs);
        waitUntil([&] { return window.detailsPanel()->isComplete(); }, kSettleMs);
        camera.take(name, result);
    };
    take(CorrectionMode::Breakdown, QStringLiteral("trace-corrected-breakdown"));
    document.fitSelection();
    camera.take(QStringLiteral("trace-overhead"), result);
    document.goBack();
    window.analysisDock()->showGpuTruth();
    waitUntil([&] { return !window.analysisDock()->gpuTruthPanel()->message().endsWith(u'…'); },
              kLoadMs);
    camera.take(QStringLiteral("gpu-truth-corrected"), result);
    window.analysisDock()->showBreakdown();
    button.panel()->popupBelow(button);
    camera.takeWidget(*button.panel(), QStringLiteral("correction"), result);
    button.panel()->hide();
    take(CorrectionMode::Timeline, QStringLiteral("trace-corrected-timeline"));
    correction.setMode(CorrectionMode::Off);
}

/// What the analyses other than the breakdown show.
void takeAnalyses(MainWindow& window, Camera& camera, ScreenshotResult& result)
{
    AnalysisDock& dock = *window.analysisDock();
    dock.showGpuTruth();
    GpuTruthPanel& panel = *dock.gpuTruthPanel();
    waitUntil([&] { return !panel.message().endsWith(u'…'); }, kLoadMs);
    camera.take(QStringLiteral("gpu-truth"), result);
    panel.select(BarKey{DeviceTable, 0});
    camera.take(QStringLiteral("gpu-truth-devices"), result);
    dock.showTransitions();
    camera.take(QStringLiteral("transitions"), result);
}

} // namespace

ScreenshotResult takeScreenshots(MainWindow& window, Theme& theme, const QString& folder,
                                 const QString& path)
{
    ScreenshotResult result;
    if (!QDir().mkpath(folder)) {
        result.error = MainWindow::tr("%1 could not be made: choose another folder.").arg(folder);
        return result;
    }
    Camera camera(window, theme, QDir(folder).absolutePath());
    TraceDocument& document = window.document();
    window.show(); // Some parts are laid out only then.
    window.openFile(path);
    if (window.page() == MainWindow::Page::Cluster) {
        takeCluster(window, path, camera, result);
        window.showPage(MainWindow::Page::Schedules);
    }
    if (window.page() == MainWindow::Page::Workload) {
        takeWorkload(window, path, camera, result);
        if (isPipedreamGraph(toPath(path))) {
            return result; // There is nothing to schedule until it is imported.
        }
        window.showPage(MainWindow::Page::Schedules);
    }
    if (window.page() == MainWindow::Page::Schedules) {
        takeSchedules(window, camera, result);
        return result;
    }
    waitUntil([&] { return document.state() != TraceDocument::State::Loading; }, kLoadMs);
    if (document.state() != TraceDocument::State::Ready) {
        result.error = document.errorText().isEmpty()
                           ? MainWindow::tr("%1 took too long to load.").arg(path)
                           : document.errorText();
        camera.take(QStringLiteral("failure"), result);
        return result;
    }
    if (window.page() == MainWindow::Page::Schedules) { // A simulation: both workspaces have it.
        takeSchedules(window, camera, result);
        window.showPage(MainWindow::Page::Trace);
    }
    if (!waitUntil([&] { return document.breakdown() != nullptr; }, kLoadMs)) {
        result.error = MainWindow::tr("The breakdown of %1 took too long.").arg(path);
        return result;
    }
    showSomethingTelling(document);
    waitUntil([&] { return window.detailsPanel()->isComplete(); }, kSettleMs);
    if (!camera.take(QStringLiteral("trace"), result)) {
        return result;
    }
    takeCorrections(window, camera, result);
    takeAnalyses(window, camera, result);
    if (!document.loadedStore()->diagnostics().list().empty()) {
        window.analysisDock()->showDiagnostics();
        camera.take(QStringLiteral("diagnostics"), result);
    }
    window.showPage(MainWindow::Page::Loading);
    camera.take(QStringLiteral("loading"), result);
    window.showPage(MainWindow::Page::Start);
    camera.take(QStringLiteral("start"), result);
    return result;
}

} // namespace hscope::app
