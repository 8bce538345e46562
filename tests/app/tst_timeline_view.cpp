// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_index.h"
#include "app/widgets/overview_strip.h"
#include "app/widgets/slice_tool_tip.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/track_heads.h"
#include "core/export/database_writer.h"
#include "core/store/trace_builder.h"
#include "tests/app/random_trace.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace hscope;
using namespace hscope::app;

namespace {

/// A view of a trace that went through a file, as the user's does.
class Fixture
{
public:
    explicit Fixture(const core::TraceStore& trace)
    {
        core::NullProgress progress;
        const QString path = m_folder.filePath(QStringLiteral("trace.hscope"));
        const auto written = core::writeDatabase(trace, nullptr, path.toStdString(),
                                                 core::Overwrite::No, progress, {});
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        document.open(path.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(
            document.state() == TraceDocument::State::Ready && document.timelineIndex(), 20'000);
        view.resize(1000, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        document.fitTrace();
        QCoreApplication::processEvents();
    }

    TraceDocument document;
    TimelineView view{&document, Palette::darkPalette()};

    [[nodiscard]] TimelineCanvas& canvas() { return view.canvas(); }

    /// The middle of a slice in the canvas.
    [[nodiscard]] QPoint centerOf(core::SliceId slice)
    {
        const TimeScale scale(document.visibleRange(), canvas().tracksWidth());
        const core::TimeRange range = document.store()->rangeOf(slice);
        const double x = (scale.xOf(range.start) + scale.xOf(range.end)) / 2;
        const auto row = canvas().trackLayout().rowOf(*document.store(), slice);
        return {measure::kHead + static_cast<int>(x),
                row->y + 8 - canvas().verticalScrollBar()->value()};
    }

    void wheel(QPointF position, QPoint notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(position, canvas().viewport()->mapToGlobal(position), QPoint(),
                          notches * 120, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas().viewport(), &event);
    }

private:
    QTemporaryDir m_folder;
};

/// Two nested slices and a kernel with a launch link.
std::shared_ptr<const core::TraceStore> smallTrace()
{
    core::TraceBuilder builder;
    core::Process process;
    process.name = builder.strings().intern("trainer");
    core::Track track;
    track.process = builder.addProcess(process);
    track.name = builder.strings().intern("main thread");
    const core::TrackId thread = builder.addTrack(track);
    track.kind = core::TrackKind::GpuStream;
    track.device = 0;
    track.stream = 7;
    const core::TrackId stream = builder.addTrack(track);
    const auto slice = [&](core::TrackId id, std::int64_t start, std::int64_t end, const char* name,
                           core::Category category) {
        return builder.addSlice(id, {start, end, builder.strings().intern(name), category, 0, 0});
    };
    slice(thread, 0, 1'000'000, "step", core::Category::Python);
    const auto launch = slice(thread, 200'000, 400'000, "<b>launch</b>", core::Category::GpuApi);
    slice(thread, 600'000, 700'000, "cudaFree", core::Category::GpuApi);
    const auto kernel = slice(stream, 450'000, 900'000, "kernel", core::Category::GpuKernel);
    builder.addLink(core::LinkKind::Launch, launch, kernel, 1);
    builder.addOperation(thread, {0, 1'000'000, builder.strings().intern("update"),
                                  core::Category::Annotation, 0, 0});
    return builder.finish();
}

core::SliceId sliceNamed(const core::TraceStore& store, std::string_view name)
{
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        if (store.nameOf(core::SliceId(i)) == name) {
            return core::SliceId(i);
        }
    }
    return {};
}

} // namespace

class tst_TimelineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void operationsWithoutAThreadBelowNameIt()
    {
        core::TraceBuilder builder;
        core::Track track;
        track.process = builder.addProcess({});
        track.name = builder.strings().intern("busy");
        const core::TrackId busy = builder.addTrack(track);
        track.name = builder.strings().intern("quiet");
        const core::TrackId quiet = builder.addTrack(track);
        const core::SliceRow slice{10, 90, track.name, core::Category::Python, 0, 0};
        builder.addSlice(busy, slice);
        builder.addOperation(busy, slice);
        builder.addOperation(quiet, slice);
        const auto store = builder.finish();
        QStringList names;
        const auto index = TimelineIndex::build(store, {});
        const TimelineLayout layout(*store, *index, {});
        for (const TrackHead& head : layout.headsBetween(0, layout.height())) {
            if (head.kind == RowKind::Operations) {
                names << trackHeadText(*store, *index, head).name;
            }
        }
        QCOMPARE(names, QStringList({QStringLiteral("Operations"), QStringLiteral("quiet")}));
    }

    void isBlankWithoutATrace()
    {
        TraceDocument document;
        TimelineView view(&document, Palette::darkPalette());
        view.resize(800, 400);
        const QImage image = view.grab().toImage();
        QCOMPARE(image.pixelColor(400, 300), Palette::darkPalette().canvas);
        QTest::keyClick(&view.canvas(), Qt::Key_W);
        QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {}, {400, 100});
    }

    void wheelZoomsAtTheCursor()
    {
        Fixture fixture(*smallTrace());
        const QPointF position(500, 100);
        const double x = position.x() - measure::kHead;
        const auto timeUnder = [&] {
            return core::toNs(
                TimeScale(fixture.document.visibleRange(), fixture.canvas().tracksWidth())
                    .timeAt(x));
        };
        const std::int64_t before = timeUnder();
        const auto length = fixture.document.visibleRange().length();
        fixture.wheel(position, {0, 1});
        QVERIFY(fixture.document.visibleRange().length() < length);
        QVERIFY(std::abs(timeUnder() - before) <= 2000);
        fixture.wheel(position, {0, -20});
        QCOMPARE(fixture.document.visibleRange(), fixture.document.traceRange());
    }

    void shiftWheelPans()
    {
        Fixture fixture(*smallTrace());
        fixture.wheel({500, 100}, {0, 4});
        const core::TimeRange before = fixture.document.visibleRange();
        fixture.wheel({500, 100}, {0, -1}, Qt::ShiftModifier);
        const core::TimeRange after = fixture.document.visibleRange();
        QVERIFY(after.start > before.start);
        QCOMPARE(after.length(), before.length());
    }

    void dragPansAndDoesNotSelect()
    {
        Fixture fixture(*smallTrace());
        fixture.wheel({500, 100}, {0, 4});
        const core::TimeRange before = fixture.document.visibleRange();
        QWidget* viewport = fixture.canvas().viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, {600, 100});
        QTest::mouseMove(viewport, {550, 100});
        QTest::mouseMove(viewport, {500, 100});
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, {500, 100});
        QVERIFY(fixture.document.visibleRange().start > before.start);
        QVERIFY(!fixture.document.selection());
    }

    void clickSelectsAndEscapeClears()
    {
        Fixture fixture(*smallTrace());
        const core::SliceId launch = sliceNamed(*fixture.document.store(), "<b>launch</b>");
        QSignalSpy changes(&fixture.document, &TraceDocument::selectionChanged);
        QTest::mouseClick(fixture.canvas().viewport(), Qt::LeftButton, {},
                          fixture.centerOf(launch));
        QCOMPARE(fixture.document.selection(), launch);
        QCOMPARE(changes.size(), 1);
        QTest::keyClick(&fixture.canvas(), Qt::Key_Escape);
        QVERIFY(!fixture.document.selection());
    }

    void outlinesTheSelection()
    {
        Fixture fixture(*smallTrace());
        const core::SliceId launch = sliceNamed(*fixture.document.store(), "<b>launch</b>");
        fixture.document.select(launch);
        QCoreApplication::processEvents();
        const QImage image = fixture.canvas().viewport()->grab().toImage();
        const QPoint center = fixture.centerOf(launch);
        const auto row = fixture.canvas().trackLayout().rowOf(*fixture.document.store(), launch);
        QCOMPARE(image.pixelColor(center.x(), row->y), QColor(Qt::white));
    }

    void doubleClickZoomsToTheSlice()
    {
        Fixture fixture(*smallTrace());
        const core::SliceId slice = sliceNamed(*fixture.document.store(), "cudaFree");
        QTest::mouseDClick(fixture.canvas().viewport(), Qt::LeftButton, {},
                           fixture.centerOf(slice));
        const core::TimeRange visible = fixture.document.visibleRange();
        QCOMPARE(core::toNs(visible.start), 587'500);
        QCOMPARE(core::toNs(visible.end), 712'500);
        QTest::mouseDClick(fixture.canvas().viewport(), Qt::LeftButton, {},
                           {600, fixture.canvas().height() - 20});
        QCOMPARE(fixture.document.visibleRange(), fixture.document.traceRange());
    }

    void keysZoomPanAndStep()
    {
        Fixture fixture(*smallTrace());
        const core::TimeRange all = fixture.document.visibleRange();
        QTest::keyClick(&fixture.canvas(), Qt::Key_W);
        const core::TimeRange closer = fixture.document.visibleRange();
        QVERIFY(closer.length() < all.length());
        QTest::keyClick(&fixture.canvas(), Qt::Key_D);
        QVERIFY(fixture.document.visibleRange().start > closer.start);
        QTest::keyClick(&fixture.canvas(), Qt::Key_Left);
        QCOMPARE(fixture.document.visibleRange(), closer);
        QTest::keyClick(&fixture.canvas(), Qt::Key_Home);
        QCOMPARE(fixture.document.visibleRange(), all);
        fixture.document.select(sliceNamed(*fixture.document.store(), "<b>launch</b>"));
        QTest::keyClick(&fixture.canvas(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(fixture.document.selection(), sliceNamed(*fixture.document.store(), "cudaFree"));
        QTest::keyClick(&fixture.canvas(), Qt::Key_F);
        QVERIFY(fixture.document.visibleRange().length() < all.length());
    }

    void clickOnAProcessCollapsesIt()
    {
        Fixture fixture(*smallTrace());
        const int height = fixture.canvas().trackLayout().height();
        QTest::mouseClick(fixture.canvas().viewport(), Qt::LeftButton, {}, {60, 10});
        QCOMPARE(fixture.canvas().trackLayout().height(), measure::kHeader);
        QTest::mouseClick(fixture.canvas().viewport(), Qt::LeftButton, {}, {60, 10});
        QCOMPARE(fixture.canvas().trackLayout().height(), height);
    }

    void tellsTheTimeUnderTheMouse()
    {
        Fixture fixture(*smallTrace());
        std::optional<core::TraceTime> seen;
        connect(&fixture.view, &TimelineView::cursorTimeChanged, this,
                [&seen](std::optional<core::TraceTime> time) { seen = time; });
        QTest::mouseMove(fixture.canvas().viewport(),
                         {measure::kHead + fixture.canvas().tracksWidth() / 2, 60});
        QVERIFY(seen);
        QVERIFY(std::abs(core::toNs(*seen) - 500'000) < 2000);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(fixture.canvas().viewport(), &leave);
        QVERIFY(!seen);
    }

    void toolTipsEscapeNames()
    {
        const auto store = smallTrace();
        const auto index = TimelineIndex::build(store, {});
        const QString text =
            sliceToolTip(*store, *index, sliceNamed(*store, "<b>launch</b>"), core::traceTime(0));
        QVERIFY(text.contains(QStringLiteral("&lt;b&gt;launch&lt;/b&gt;")));
        QVERIFY(text.contains(QStringLiteral("in update")));
        QVERIFY(text.contains(QStringLiteral("200\u2009000")));
    }

    void overviewMovesTheWindow()
    {
        Fixture fixture(*smallTrace());
        fixture.wheel({500, 100}, {0, 8});
        auto* overview = fixture.view.findChild<OverviewStrip*>();
        QVERIFY(overview != nullptr);
        const auto length = fixture.document.visibleRange().length();
        QTest::mouseClick(overview, Qt::LeftButton, {},
                          {measure::kHead + fixture.canvas().tracksWidth() * 3 / 4, 30});
        const core::TimeRange visible = fixture.document.visibleRange();
        QCOMPARE(visible.length(), length);
        QVERIFY(visible.contains(core::traceTime(750'000)));
    }

    void paintsBothThemes()
    {
        Fixture fixture(*smallTrace());
        for (const Palette* palette : {&Palette::lightPalette(), &Palette::darkPalette()}) {
            fixture.view.setColors(*palette);
            QCoreApplication::processEvents();
            const QImage image = fixture.canvas().viewport()->grab().toImage();
            QCOMPARE(image.pixelColor(900, fixture.canvas().viewport()->height() - 3),
                     palette->canvas);
        }
    }

    void paintsExtremeTraces_data()
    {
        QTest::addColumn<int>("slices");
        QTest::addColumn<qint64>("length");
        QTest::addColumn<bool>("nested");
        QTest::newRow("no slices") << 0 << qint64{0} << false;
        QTest::newRow("one slice") << 1 << qint64{1000} << false;
        QTest::newRow("one empty slice") << 1 << qint64{0} << false;
        QTest::newRow("all in one pixel") << 1000 << qint64{1} << false;
        QTest::newRow("six hundred levels") << 600 << qint64{1'000'000} << true;
    }

    void paintsExtremeTraces()
    {
        QFETCH(const int, slices);
        QFETCH(const qint64, length);
        QFETCH(const bool, nested);
        core::TraceBuilder builder;
        core::Track track;
        track.process = builder.addProcess({});
        const core::TrackId thread = builder.addTrack(track);
        const core::StringId name = builder.strings().intern("slice");
        for (int i = 0; i < slices; ++i) {
            const std::int64_t start = nested ? i : i * length;
            const std::int64_t end = nested ? length - i : start + length;
            builder.addSlice(thread, {start, end, name, core::Category::Python, 0, 0});
        }
        Fixture fixture(*builder.finish());
        QVERIFY(!fixture.view.grab().isNull());
        QTest::keyClick(&fixture.canvas(), Qt::Key_W);
        fixture.canvas().verticalScrollBar()->setValue(
            fixture.canvas().verticalScrollBar()->maximum());
        QVERIFY(!fixture.view.grab().isNull());
    }
};

QTEST_MAIN(tst_TimelineView)
#include "tst_timeline_view.moc"
