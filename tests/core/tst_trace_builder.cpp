// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/trace_builder.h"
#include "tests/support/model_printer.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::printTrace;
using hscope::test::traceFromLiteral;

class tst_TraceBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sortsByStartThenLongestFirst();
    void keepsLinksThroughSorting();
    void givesCrossingSlicesARowOfTheirOwn();
    void putsOverlappingKernelsInLanes();
    void letsTouchingSlicesShareARow();
    void endsUnfinishedSlicesWithTheTrace();
    void findsTracksOfSlices();
    void findsTracksOfProcesses();
    void removesProcesses();
    void leavesPseudoRowsOutOfTheWallTime();
    void leavesOutliersOutOfTheUsualRange();
    void keepsLongSlicesInTheUsualRange();
    void putsOperationsOnTracksOfTheirOwn();
};

void tst_TraceBuilder::sortsByStartThenLongestFirst()
{
    const auto trace = traceFromLiteral(
        "thread t: native:c[20,30) native:inner[0,10) native:outer[0,40) native:same[0,40)");
    QCOMPARE(
        printTrace(*trace).filter(QStringLiteral("row")),
        QStringList({"track t of p kind 0 tid -1 device -1 stream -1 rows 3",
                     "  outer[0,40) native row 0 flags 0", "  same[0,40) native row 1 flags 0",
                     "  inner[0,10) native row 2 flags 0", "  c[20,30) native row 2 flags 0"}));
}

void tst_TraceBuilder::keepsLinksThroughSorting()
{
    const auto trace =
        traceFromLiteral("thread t: gpu_api:late[50,60)#1 gpu_api:early[10,20)#2\n"
                         "gpu 0/7: gpu_kernel:second[70,80)@1 gpu_kernel:first[30,40)@2");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("link")),
             QStringList({"link 0 t/early[10,20) -> 0/7/first[30,40) 2",
                          "link 0 t/late[50,60) -> 0/7/second[70,80) 1"}));
    const auto from = trace->linksFrom(SliceId(1));
    QCOMPARE(from.size(), std::size_t{1});
    QVERIFY(trace->nameOf(from[0].to) == "second");
    QCOMPARE(trace->linksTo(SliceId(2)).size(), std::size_t{1});
    QVERIFY(trace->linksTo(SliceId(0)).empty());
}

void tst_TraceBuilder::givesCrossingSlicesARowOfTheirOwn()
{
    const auto trace = traceFromLiteral(
        "thread t: native:outer[100,200) native:crossing[150,250) native:after[300,310)");
    const auto& depth = trace->slices().depth;
    QCOMPARE((std::vector<int>(depth.begin(), depth.end())), (std::vector<int>{0, 1, 0}));
    QCOMPARE(trace->diagnostics().countOf(DiagnosticId::SlicesCross), std::uint64_t{1});
}

void tst_TraceBuilder::putsOverlappingKernelsInLanes()
{
    const auto trace =
        traceFromLiteral("gpu 0/7: gpu_kernel[10,20) gpu_kernel[18,28) gpu_kernel[20,30)");
    const auto& depth = trace->slices().depth;
    QCOMPARE((std::vector<int>(depth.begin(), depth.end())), (std::vector<int>{0, 1, 0}));
    QCOMPARE(trace->diagnostics().countOf(DiagnosticId::SlicesCross), std::uint64_t{0});
}

void tst_TraceBuilder::letsTouchingSlicesShareARow()
{
    const auto trace =
        traceFromLiteral("thread t: native[0,10) native[10,20) native[20,20) native[20,30)");
    QCOMPARE(trace->tracks()[0].depthCount,
             std::uint16_t{2}); // the zero-length one lies in its neighbour
    QCOMPARE(trace->diagnostics().countOf(DiagnosticId::SlicesCross), std::uint64_t{0});
}

void tst_TraceBuilder::endsUnfinishedSlicesWithTheTrace()
{
    TraceBuilder builder;
    Track track;
    track.process = builder.addProcess({});
    const TrackId thread = builder.addTrack(track);
    builder.addSlice(thread, {5, 5, StringId(), Category::Python, kSliceUnfinished, 0});
    builder.addSlice(thread, {10, 90, StringId(), Category::Python, 0, 0});
    const auto trace = builder.finish();
    QCOMPARE(trace->slices().endNs[0], std::int64_t{90});
    QVERIFY(trace->wallRange() == (TimeRange{traceTime(5), traceTime(90)}));
}

void tst_TraceBuilder::findsTracksOfSlices()
{
    const auto trace = traceFromLiteral(
        "thread empty:\nthread a: native[0,1) native[2,3)\nthread none:\nthread b: native[0,1)");
    QCOMPARE(trace->tracks().size(), std::size_t{2}); // a line without slices makes no track
    QVERIFY(trace->trackOf(SliceId(1)) == TrackId(0));
    QVERIFY(trace->trackOf(SliceId(2)) == TrackId(1));
}

void tst_TraceBuilder::findsTracksOfProcesses()
{
    TraceBuilder builder;
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(builder.addProcess({}));
    }
    for (const std::uint32_t process : {2U, 0U, 2U}) {
        Track track;
        track.process = ProcessId(process);
        static_cast<void>(builder.addTrack(track));
    }
    const auto trace = builder.finish();
    const auto tracksOf = [&trace](std::uint32_t process) {
        const auto found = trace->tracksOf(ProcessId(process));
        return std::vector<TrackId>(found.begin(), found.end());
    };
    QVERIFY(tracksOf(0) == std::vector<TrackId>{TrackId(1)});
    QVERIFY(tracksOf(1).empty());
    QVERIFY((tracksOf(2) == std::vector<TrackId>{TrackId(0), TrackId(2)}));
}

void tst_TraceBuilder::removesProcesses()
{
    TraceBuilder builder;
    for (const std::int64_t pid : {10, 20, 30}) {
        Process process;
        process.pid = pid;
        static_cast<void>(builder.addProcess(process));
    }
    Track track;
    track.process = ProcessId(2);
    const TrackId thread = builder.addTrack(track);
    SliceRow step;
    step.endNs = 10;
    builder.addIterationSlice(thread, 7, step);
    builder.addPhase({ProcessId(2), StringId(), {traceTime(0), traceTime(5)}});
    const auto renamed = builder.removeProcesses({ProcessId(1)});
    QVERIFY((renamed ==
             std::vector<std::optional<ProcessId>>{ProcessId(0), std::nullopt, ProcessId(1)}));
    builder.addIterationSlice(thread, 8, step); // joins the track of the first
    const auto trace = builder.finish();
    QCOMPARE(trace->processes().size(), std::size_t{2});
    QVERIFY(trace->processes()[1].pid == 30);
    QVERIFY(trace->tracksOf(ProcessId(1)).size() == 2);
    QVERIFY(trace->iterations()[0].process == ProcessId(1));
    QVERIFY(trace->phases()[0].process == ProcessId(1));
}

void tst_TraceBuilder::leavesPseudoRowsOutOfTheWallTime()
{
    const auto trace =
        traceFromLiteral("thread a: native[100,200)\nmarker spans: annotation[0,5000)!");
    QVERIFY(trace->wallRange() == (TimeRange{traceTime(100), traceTime(200)}));
}

void tst_TraceBuilder::leavesOutliersOutOfTheUsualRange()
{
    TraceBuilder builder;
    Track track;
    track.process = builder.addProcess({});
    const TrackId thread = builder.addTrack(track);
    const std::int64_t epoch = 1'615'207'264'505'000'000;
    for (std::int64_t i = 0; i < 1000; ++i) {
        builder.addSlice(
            thread, {epoch + i * 1000, epoch + i * 1000 + 500, StringId(), Category::Python, 0, 0});
    }
    builder.addSlice(thread, {0, 0, StringId(), Category::GpuKernel, 0, 0});
    const auto trace = builder.finish();
    QCOMPARE(toNs(trace->wallRange().start), std::int64_t{0});
    QCOMPARE(toNs(trace->usualRange().start), epoch);
    QCOMPARE(trace->diagnostics().countOf(DiagnosticId::TimesFarOutside), std::uint64_t{1});
}

void tst_TraceBuilder::keepsLongSlicesInTheUsualRange()
{
    // All start within 100 ns, but last for seconds: none of them is an outlier.
    TraceBuilder builder;
    Track track;
    track.process = builder.addProcess({});
    const TrackId thread = builder.addTrack(track);
    for (std::int64_t i = 0; i < 100; ++i) {
        builder.addSlice(thread, {i, 2'000'000'000 - i, StringId(), Category::Python, 0, 0});
    }
    const auto trace = builder.finish();
    QVERIFY(trace->usualRange() == trace->wallRange());
}

void tst_TraceBuilder::putsOperationsOnTracksOfTheirOwn()
{
    const auto trace = traceFromLiteral(
        "thread a: native[0,10)\nops a: train[0,10) step[2,4)\niterations a: 3[0,10)");
    QCOMPARE(trace->tracks().size(), std::size_t{3});
    QVERIFY(trace->tracks()[1].kind == TrackKind::Operations);
    QVERIFY(trace->tracks()[1].thread == TrackId(0));
    QCOMPARE(trace->tracks()[1].depthCount, std::uint16_t{2});
    QVERIFY(trace->tracks()[2].kind == TrackKind::Iterations);
    QCOMPARE(trace->iterations()[0].number, std::int64_t{3});
    QVERIFY(trace->iterations()[0].slice == SliceId(3));
}

QTEST_APPLESS_MAIN(tst_TraceBuilder)
#include "tst_trace_builder.moc"
