// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline costs: a frame while panning and zooming, opening a large file, starting the
// program.
//
//   bench_timeline             all of it, at ten million slices; ends with the BUDGET lines
//   bench_timeline --budget-factor=2
//                              fails if a result is worse than twice its budget
//   bench_timeline --quick     at a hundred thousand, to see that it runs
//   bench_timeline --open F    opens F and prints times; what the first form runs as a process of
//   its own
#include "app/models/trace_document.h"
#include "app/timeline/draw_list.h"
#include "app/timeline/timeline_geometry.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_painter.h"
#include "app/widgets/timeline_view.h"
#include "core/export/database_writer.h"
#include "tests/app/random_trace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

using namespace hscope;
using namespace hscope::app;

namespace {

constexpr int kWidth = 1920;
constexpr int kHeight = 1080;
constexpr double kNarrowestNs = 20'000;

struct Budget
{
    const char* id;
    double limit;
    const char* unit;
};

constexpr Budget kFrame{"frame_p95_ms", 16, "ms"};
constexpr Budget kFrameCost{"frame_cost_ratio", 4, "x"};
constexpr Budget kFirstPaint{"open_first_paint_s", 2, "s"};
constexpr Budget kFull{"open_full_s", 10, "s"};
constexpr Budget kBytes{"open_bytes", 100, "B"};
constexpr Budget kStart{"start_s", 0.5, "s"};

/// Prints the results and remembers whether one is worse than `factor` times its limit.
class Report
{
public:
    explicit Report(double factor)
        : m_factor(factor)
    {
    }

    void add(const Budget& budget, double value)
    {
        std::printf("BUDGET %s %.3f %g %s %s\n", budget.id, value, budget.limit, budget.unit,
                    value <= budget.limit ? "pass" : "fail");
        m_failed = m_failed || value > budget.limit * m_factor;
    }

    void skip(const Budget& budget, const char* why) const
    {
        std::printf("BUDGET %s - %g %s skipped: %s\n", budget.id, budget.limit, budget.unit, why);
    }

    [[nodiscard]] bool hasFailed() const { return m_failed; }

private:
    double m_factor;
    bool m_failed = false;
};

double percentile(std::vector<double> values, double ratio)
{
    std::sort(values.begin(), values.end());
    const auto position =
        static_cast<std::size_t>(ratio * static_cast<double>(values.size() - 1) + 0.5);
    return values.empty() ? 0.0 : values[position];
}

/// A value of /proc/self/status in bytes.
double memoryBytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key)) {
            return std::stod(line.substr(key.size() + 1)) * 1024.0;
        }
    }
    return 0.0;
}

/// What somebody does who looks for something: from `widestNs` down to microseconds in three
/// places, panning on the way.
std::vector<core::TimeRange> script(core::TimeRange all, double widestNs)
{
    constexpr int kSteps = 30;
    std::vector<core::TimeRange> ranges;
    const double length = nsBetween(core::toNs(all.start), core::toNs(all.end));
    const auto add = [&](double centerNs, double viewNs) {
        const double middle = std::clamp(centerNs, viewNs / 2, length - viewNs / 2);
        ranges.push_back({core::traceTime(nsPlus(core::toNs(all.start), middle - viewNs / 2)),
                          core::traceTime(nsPlus(core::toNs(all.start), middle + viewNs / 2))});
    };
    const double deepest = std::min(0.5, kNarrowestNs / widestNs);
    for (const double center : {0.21, 0.5, 0.83}) {
        for (int i = 0; i <= kSteps; ++i) {
            const double viewNs = widestNs * std::pow(deepest, static_cast<double>(i) / kSteps);
            add(center * length, viewNs);
            for (int pan = 1; i % 6 == 0 && pan <= 5; ++pan) {
                add(center * length + viewNs * 0.07 * pan, viewNs);
            }
        }
    }
    return ranges;
}

double lengthNs(const core::TraceStore& store)
{
    return nsBetween(core::toNs(store.wallRange().start), core::toNs(store.wallRange().end));
}

struct FrameCosts
{
    std::vector<double> listMs;
    std::vector<double> paintMs;
    std::vector<double> totalMs;
    std::vector<double> perPixel; ///< Operations per pixel and row.
};

TimelineViewport viewportOf(core::TimeRange range)
{
    return {range, kWidth - measure::kHead, 0, kHeight};
}

/// Draws every frame of the script over the whole trace the way TimelineCanvas does.
FrameCosts drawFrames(const core::TraceStore& store, const TimelineIndex& index)
{
    FrameCosts costs;
    const TimelineLayout layout(store, index, {});
    QFont font = QApplication::font();
    font.setPixelSize(11);
    TimelinePainter painter(Palette::darkPalette(), font);
    DrawList list;
    QImage picture;
    for (const core::TimeRange range : script(store.wallRange(), lengthNs(store))) {
        const TimelineViewport viewport = viewportOf(range);
        QElapsedTimer clock;
        clock.start();
        list = buildDrawList(store, index, layout, viewport, 1.0, std::move(list));
        costs.listMs.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        const RulerTicks ticks = rulerTicks(range, viewport.width, store.wallRange().start, 96);
        painter.paint({store, index, layout, list, ticks, {}, viewport, 1.0}, picture);
        costs.totalMs.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        costs.paintMs.push_back(costs.totalMs.back() - costs.listMs.back());
        const double pixels =
            viewport.width * static_cast<double>(std::max<std::size_t>(1, list.rows.size()));
        costs.perPixel.push_back(static_cast<double>(list.operations) / pixels);
    }
    return costs;
}

/// Operations per frame over stretches of time that every size has, so that only the trace around
/// them differs.
std::vector<double> countOperations(const core::TraceStore& store, const TimelineIndex& index,
                                    double widestNs)
{
    const TimelineLayout layout(store, index, {});
    std::vector<double> operations;
    for (const core::TimeRange range : script(store.wallRange(), widestNs)) {
        operations.push_back(
            static_cast<double>(buildDrawList(store, index, layout, viewportOf(range)).operations));
    }
    return operations;
}

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(1, values.size()));
}

std::shared_ptr<const core::TraceStore> makeTrace(std::size_t slices)
{
    return testing::makeRandomTrace(
        {.slices = slices, .threads = 6, .streams = 4, .depth = 6, .seed = 7});
}

/// What the index holds per slice, without the rows of devices.
double bytesPerSlice(const core::TraceStore& store, const TimelineIndex& index)
{
    std::size_t bytes = 0;
    for (std::uint32_t track = 0; track < store.tracks().size(); ++track) {
        for (std::uint32_t depth = 0; depth < index.depthCount(core::TrackId(track)); ++depth) {
            const TimelineRow row = index.row(core::TrackId(track), depth);
            bytes += row.order.size_bytes() + row.blocks.size_bytes();
        }
    }
    return static_cast<double>(bytes) / static_cast<double>(store.slices().size());
}

struct SizeResult
{
    double p95Ms = 0;
    double operations = 0; ///< Mean per frame over stretches that every size has.
    double lengthNs = 0;
};

/// `sharedNs` is the length of the smallest trace; 0 for that one itself.
SizeResult measureSize(std::size_t slices, double sharedNs)
{
    const auto store = makeTrace(slices);
    QElapsedTimer clock;
    clock.start();
    const auto index = TimelineIndex::build(store, {});
    const double buildMs = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    const double bytes = bytesPerSlice(*store, *index);
    const FrameCosts costs = drawFrames(*store, *index);
    const double length = lengthNs(*store);
    const std::vector<double> operations =
        countOperations(*store, *index, sharedNs > 0 ? sharedNs : length);
    const SizeResult result{percentile(costs.totalMs, 0.95), mean(operations), length};
    std::printf("%9zu slices: index %.0f ms, %.1f B/slice; frame p50 %.2f p95 %.2f max %.2f ms "
                "(list p95 %.2f, paint "
                "p95 %.2f); operations per pixel and row at most %.1f; per frame of the shared "
                "script %.0f\n",
                store->slices().size(), buildMs, bytes, percentile(costs.totalMs, 0.5),
                result.p95Ms, percentile(costs.totalMs, 1.0), percentile(costs.listMs, 0.95),
                percentile(costs.paintMs, 0.95), percentile(costs.perPixel, 1.0),
                result.operations);
    std::fflush(stdout);
    return result;
}

/// Notes when the tracks were painted with something in them.
class PaintWatch : public QObject
{
public:
    PaintWatch(const TraceDocument& document, const QElapsedTimer& clock)
        : m_document(document)
        , m_clock(clock)
    {
    }

    void callWhenFull(std::function<void()> function) { m_whenFull = std::move(function); }

    [[nodiscard]] double firstSeconds() const { return m_first; }

    [[nodiscard]] double fullSeconds() const { return m_full; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_document.timelineIndex()) {
            // The paint itself follows; the next event of the loop comes after it.
            QMetaObject::invokeMethod(
                this,
                [this] {
                    const double now = static_cast<double>(m_clock.nsecsElapsed()) / 1e9;
                    m_first = m_first < 0 ? now : m_first;
                    if (m_full < 0 && !m_document.isPreview()) {
                        m_full = now;
                        m_whenFull();
                    }
                },
                Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    const TraceDocument& m_document;
    const QElapsedTimer& m_clock;
    std::function<void()> m_whenFull = [] {};
    double m_first = -1;
    double m_full = -1;
};

/// The child process: prints `first full bytes-per-slice slices`.
int openFile(const QString& path)
{
    TraceDocument document;
    TimelineView view(&document, Palette::darkPalette());
    view.resize(kWidth, kHeight);
    view.show();
    QCoreApplication::processEvents();
    const double before = memoryBytes("VmRSS:");
    QElapsedTimer clock;
    clock.start();
    PaintWatch watch(document, clock);
    view.canvas().viewport()->installEventFilter(&watch);
    document.open(path.toStdString());
    // An event loop sleeps between events; polling would take a core from the loader.
    QEventLoop loop;
    QObject::connect(&document, &TraceDocument::stateChanged, &loop, [&] {
        if (document.state() == TraceDocument::State::Failed) {
            loop.quit();
        }
    });
    watch.callWhenFull([&loop] { loop.quit(); });
    QTimer::singleShot(120'000, &loop, &QEventLoop::quit);
    loop.exec();
    if (watch.fullSeconds() < 0) {
        std::fprintf(stderr, "%s could not be opened\n", qPrintable(path));
        return 1;
    }
    const auto slices = static_cast<double>(document.store()->slices().size());
    std::printf("%.4f %.4f %.2f %.0f\n", watch.firstSeconds(), watch.fullSeconds(),
                (memoryBytes("VmHWM:") - before) / slices, slices);
    return 0;
}

void skipOpen(const Report& report, const char* why)
{
    report.skip(kFirstPaint, why);
    report.skip(kFull, why);
    report.skip(kBytes, why);
}

void measureOpen(Report& report, std::size_t slices)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("large.hscope"));
    core::NullProgress progress;
    const auto written = core::writeDatabase(*makeTrace(slices), nullptr, path.toStdString(),
                                             core::Overwrite::No, progress, {});
    if (!written) {
        skipOpen(report, written.error().message.c_str());
        return;
    }
    std::printf("opening %.0f MB\n", static_cast<double>(QFileInfo(path).size()) / 1e6);
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--open"), path});
    child.waitForFinished(180'000);
    double first = 0;
    double full = 0;
    double bytes = 0;
    double count = 0;
    const QByteArray output = child.readAllStandardOutput();
    if (std::sscanf(output.constData(), "%lf %lf %lf %lf", &first, &full, &bytes, &count) != 4) {
        skipOpen(report, "the process that opens the file failed");
        return;
    }
    report.add(kFirstPaint, first);
    report.add(kFull, full);
    report.add(kBytes, bytes);
}

void measureStart(Report& report)
{
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/heteroscope");
    if (!QFileInfo::exists(program)) {
        report.skip(kStart, "heteroscope is not beside this program");
        return;
    }
    std::vector<double> seconds;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer clock;
        clock.start();
        QProcess child;
        child.start(program, {QStringLiteral("--quit-after-paint")});
        if (!child.waitForFinished(30'000) || child.exitCode() != 0) {
            report.skip(kStart, "heteroscope --quit-after-paint failed");
            return;
        }
        seconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e9);
    }
    report.add(kStart, percentile(seconds, 0.5));
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == u"--open") {
        return openFile(arguments[2]);
    }
    double factor = std::numeric_limits<double>::infinity();
    for (const QString& argument : arguments) {
        if (argument.startsWith(u"--budget-factor=")) {
            factor = argument.section(u'=', 1).toDouble();
        }
    }
    Report report(factor);
    const bool quick = arguments.contains(QStringLiteral("--quick"));
    const std::size_t largest = quick ? 100'000 : 10'000'000;
    const SizeResult smallest = measureSize(10'000, 0);
    SizeResult result;
    for (std::size_t slices = 100'000; slices <= largest; slices *= 10) {
        result = measureSize(slices, smallest.lengthNs);
    }
    report.add(kFrame, result.p95Ms);
    report.add(kFrameCost, result.operations / smallest.operations);
    measureOpen(report, largest);
    measureStart(report);
    return report.hasFailed() ? 1 : 0;
}
