// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_layout.h"
#include "app/timeline/timeline_looks.h"
#include "core/store/trace_builder.h"

#include <QTest>

using namespace hscope;
using namespace hscope::app;

namespace {

QString kindName(RowKind kind)
{
    switch (kind) {
    case RowKind::ProcessHeader:
        return QStringLiteral("header");
    case RowKind::Iterations:
        return QStringLiteral("iterations");
    case RowKind::Operations:
        return QStringLiteral("operations");
    case RowKind::Slices:
        return QStringLiteral("slices");
    case RowKind::Counter:
        return QStringLiteral("counter");
    case RowKind::DeviceBusy:
        return QStringLiteral("busy");
    case RowKind::Markers:
        return QStringLiteral("markers");
    }
    return {};
}

/// Rows as `kind y+height`, slices with their track and depth.
QStringList rowsOf(const TimelineLayout& layout)
{
    QStringList result;
    for (const LayoutRow& row : layout.rows()) {
        const bool isTrack = row.kind == RowKind::Operations || row.kind == RowKind::Slices ||
                             row.kind == RowKind::Markers || row.kind == RowKind::Counter;
        result << kindName(row.kind) +
                      (isTrack ? QStringLiteral(" %1/%2").arg(row.track.value()).arg(row.depth)
                               : QString()) +
                      QStringLiteral(" %1+%2").arg(row.y).arg(row.height);
    }
    return result;
}

struct Scene
{
    core::TraceBuilder builder;
    core::ProcessId process = builder.addProcess({});
    std::shared_ptr<const core::TraceStore> store;
    std::shared_ptr<const TimelineIndex> index;

    core::TrackId add(core::TrackKind kind, std::optional<std::int64_t> stream = {})
    {
        core::Track track;
        track.process = process;
        track.kind = kind;
        track.stream = stream;
        if (stream) {
            track.device = 0;
        }
        return builder.addTrack(track);
    }

    void slice(core::TrackId track, std::int64_t start, std::int64_t end)
    {
        builder.addSlice(track, {start, end, core::StringId(), core::Category::Native, 0, 0});
    }

    void finish()
    {
        store = builder.finish();
        index = TimelineIndex::build(store, {});
    }

    [[nodiscard]] TimelineLayout layout(const CollapseState& collapse = {}) const
    {
        return {*store, *index, collapse};
    }
};

} // namespace

class tst_TimelineLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void tracksWithALookAreThinAndMayJoin()
    {
        Scene scene;
        for (int replica = 0; replica < 3; ++replica) {
            const core::TrackId track = scene.add(core::TrackKind::Thread);
            scene.slice(track, 0, 10);
        }
        scene.finish();
        TimelineLooks looks;
        looks.tracks.resize(3);
        looks.tracks[1].continues = true;
        const TimelineLayout layout(*scene.store, *scene.index, {}, &looks);
        QCOMPARE(
            rowsOf(layout),
            (QStringList{QStringLiteral("header 0+24"), QStringLiteral("slices 0/0 28+8"),
                         QStringLiteral("slices 1/0 36+8"), QStringLiteral("slices 2/0 53+8")}));
        // The second track has no head of its own.
        QCOMPARE(layout.heads().size(), std::size_t{3});
        QCOMPARE(layout.heads()[1].bottom(), 49);
        QCOMPARE(layout.heads()[2].track, core::TrackId(2));
        QCOMPARE(layout.height(), 66);
    }

    void stacksTheTracksOfAProcess()
    {
        Scene scene;
        const core::TrackId marker = scene.add(core::TrackKind::Marker);
        scene.builder.track(marker).device = 0; // comes after the device's own row all the same
        const core::TrackId stream = scene.add(core::TrackKind::GpuStream, 7);
        const core::TrackId counter = scene.add(core::TrackKind::Counter);
        const core::TrackId thread = scene.add(core::TrackKind::Thread);
        scene.slice(marker, 0, 100);
        scene.slice(stream, 20, 60);
        scene.slice(stream, 40, 80); // overlaps: a second lane
        scene.slice(thread, 0, 90);
        scene.slice(thread, 10, 50);
        scene.builder.addOperation(thread,
                                   {0, 95, core::StringId(), core::Category::Annotation, 0, 0});
        scene.builder.addIteration(
            {scene.process, 1, {core::traceTime(0), core::traceTime(100)}, {}});
        scene.builder.addCounterSample({counter, core::traceTime(5), 1.0, {}});
        scene.finish();
        QCOMPARE(
            rowsOf(scene.layout()),
            QStringList({QStringLiteral("header 0+24"), QStringLiteral("iterations 28+16"),
                         QStringLiteral("operations 4/0 53+18"), QStringLiteral("slices 3/0 75+18"),
                         QStringLiteral("slices 3/1 93+18"), QStringLiteral("counter 2/0 120+36"),
                         QStringLiteral("slices 1/0 165+18"), QStringLiteral("slices 1/1 183+18"),
                         QStringLiteral("busy 210+31"), QStringLiteral("markers 0/0 250+18")}));
        QCOMPARE(scene.layout().height(), 273);
    }

    void leavesOutWhatIsEmpty()
    {
        Scene scene;
        scene.add(core::TrackKind::Thread);
        scene.add(core::TrackKind::GpuStream, 1);
        scene.finish();
        QVERIFY(scene.layout().rows().empty());
        QCOMPARE(scene.layout().height(), 0);
    }

    void collapsesProcessesAndTracks()
    {
        Scene scene;
        const core::TrackId thread = scene.add(core::TrackKind::Thread);
        scene.slice(thread, 0, 90);
        scene.slice(thread, 10, 50);
        scene.finish();
        CollapseState collapse;
        collapse.toggle(thread);
        QCOMPARE(rowsOf(scene.layout(collapse)),
                 QStringList({QStringLiteral("header 0+24"), QStringLiteral("slices 0/0 28+18")}));
        QVERIFY(!scene.layout(collapse).rowOf(*scene.store, core::SliceId(1)));
        collapse.toggle(scene.process);
        QCOMPARE(rowsOf(scene.layout(collapse)), QStringList(QStringLiteral("header 0+24")));
        collapse.toggle(scene.process);
        collapse.toggle(thread);
        QCOMPARE(rowsOf(scene.layout(collapse)), rowsOf(scene.layout()));
    }

    void findsRowsByPosition()
    {
        Scene scene;
        const core::TrackId thread = scene.add(core::TrackKind::Thread);
        scene.slice(thread, 0, 90);
        scene.slice(thread, 10, 50);
        scene.finish();
        const TimelineLayout layout = scene.layout();
        QVERIFY(!layout.rowAt(-1));
        QCOMPARE(layout.rowAt(0)->kind, RowKind::ProcessHeader);
        QVERIFY2(!layout.rowAt(25), "padding belongs to no row");
        QCOMPARE(layout.rowAt(28)->depth, 0U);
        QCOMPARE(layout.rowAt(46)->depth, 1U);
        QVERIFY(!layout.rowAt(layout.height()));
        QCOMPARE(layout.headAt(25)->track, thread);
        QCOMPARE(layout.rowsBetween(30, 47).size(), std::size_t{2});
        QCOMPARE(layout.rowOf(*scene.store, core::SliceId(1))->y, 46);
    }

    void ordersProcessesBySortIndex()
    {
        core::TraceBuilder builder;
        core::Process late;
        late.sortIndex = 5;
        const core::ProcessId first = builder.addProcess(late);
        const core::ProcessId second = builder.addProcess({});
        for (const core::ProcessId process : {first, second}) {
            core::Track track;
            track.process = process;
            builder.addSlice(builder.addTrack(track),
                             {0, 1, core::StringId(), core::Category::Native, 0, 0});
        }
        const auto store = builder.finish();
        const TimelineLayout layout(*store, *TimelineIndex::build(store, {}), {});
        QCOMPARE(layout.rows().front().process, second);
    }
};

QTEST_APPLESS_MAIN(tst_TimelineLayout)
#include "tst_timeline_layout.moc"
