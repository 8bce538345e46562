// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle_split.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::traceFromLiteral;

namespace {

std::vector<BusyRange> busyOf(const TraceStore& trace)
{
    std::vector<std::vector<BusyRange>> streams;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::GpuStream) {
            streams.push_back(busyRanges(trace, track));
        }
    }
    return busyRanges(std::move(streams));
}

IdleSplit splitOf(std::string_view literal, Duration below = kKernelWaitBelow)
{
    return splitIdle(busyOf(*traceFromLiteral(literal)), below);
}

TimeRange range(std::int64_t start, std::int64_t end)
{
    return {traceTime(start), traceTime(end)};
}

} // namespace

class tst_IdleSplit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhyAStreamPaused();
    void waitsForTheHostOnlyIfLaunchedLater();
    void callsShortPausesTheKernels();
    void countsPausesWithoutALaunch();
    void takesStreamsTogether();
    void looksAtAllThatBeginsTogether();
    void ignoresWhatTakesNoTime();
    void isEmptyWithoutWork();
};

void tst_IdleSplit::tellsWhyAStreamPaused()
{
    // Pauses: [50,100) launched at 60; [200,210) queued, 10 ns; [300,400) queued, 100 ns;
    // [410,450) without a launch.
    const auto trace = traceFromLiteral(
        "thread main: gpu_api[0,5)#1 gpu_api[60,65)#2 gpu_api[70,75)#3 gpu_api[80,85)#4\n"
        "gpu 0/7: gpu_kernel[10,50)@1 gpu_kernel[100,200)@2 gpu_memcpy[210,300)@3 "
        "gpu_kernel[400,410)@4 gpu_memset[450,460)");
    const std::vector<BusyRange> busy = busyOf(*trace);
    QCOMPARE(busy.size(), std::size_t{5});
    QVERIFY(activeRange(busy) == range(10, 460));
    const IdleSplit split = splitIdle(busy);
    QCOMPARE(split.hostWait, Duration(50));
    QCOMPARE(split.kernelWait, Duration(10));
    QCOMPARE(split.other, Duration(140));
    QCOMPARE(split.total(), Duration(200));
    QCOMPARE(split.hostWaits, std::uint64_t{1});
    QCOMPARE(split.kernelWaits, std::uint64_t{1});
    QCOMPARE(split.others, std::uint64_t{2});
    QCOMPARE(split.withoutLaunch, std::uint64_t{1});
    QVERIFY(split.longest == range(300, 400));
}

void tst_IdleSplit::waitsForTheHostOnlyIfLaunchedLater()
{
    // The start of the launch counts. At the very end of the last work, it was queued in time.
    QCOMPARE(splitOf("thread main: gpu_api[50,55)#1\ngpu 0/7: gpu_kernel[0,50) gpu_kernel[90,99)@1")
                 .other,
             Duration(40));
    QCOMPARE(splitOf("thread main: gpu_api[51,55)#1\ngpu 0/7: gpu_kernel[0,50) gpu_kernel[90,99)@1")
                 .hostWait,
             Duration(40));
    // Even a short pause is the host's if the launch came late.
    QCOMPARE(splitOf("thread main: gpu_api[51,52)#1\ngpu 0/7: gpu_kernel[0,50) gpu_kernel[52,99)@1")
                 .hostWait,
             Duration(2));
}

void tst_IdleSplit::callsShortPausesTheKernels()
{
    const char* below =
        "thread main: gpu_api[0,5)#1\ngpu 0/7: gpu_kernel[5,50) gpu_kernel[79,99)@1";
    QCOMPARE(splitOf(below).kernelWait, Duration(29));
    QCOMPARE(splitOf(below, Duration(29)).other, Duration(29));
    QCOMPARE(
        splitOf("thread main: gpu_api[0,5)#1\ngpu 0/7: gpu_kernel[5,50) gpu_kernel[80,99)@1").other,
        Duration(30));
}

void tst_IdleSplit::countsPausesWithoutALaunch()
{
    const IdleSplit split =
        splitOf("gpu 0/7: gpu_kernel[0,10) gpu_kernel[15,20) gpu_kernel[120,130)");
    QCOMPARE(split.other, Duration(105));
    QCOMPARE(split.others, std::uint64_t{2});
    QCOMPARE(split.withoutLaunch, std::uint64_t{2});
}

void tst_IdleSplit::takesStreamsTogether()
{
    // Stream 1 pauses in [10,50) and stream 2 in [20,60); together only in [20,50), which ends with
    // the kernel that was launched at 30.
    const auto trace =
        traceFromLiteral("thread main: gpu_api[30,31)#1 gpu_api[12,13)#2\n"
                         "gpu 0/1: gpu_kernel[0,10) gpu_kernel[50,70)@1\ngpu 0/2: gpu_kernel[5,20) "
                         "gpu_kernel[60,80)@2");
    QCOMPARE(splitIdle(busyRanges(*trace, trace->track(TrackId(1)))).hostWait, Duration(40));
    QCOMPARE(splitIdle(busyRanges(*trace, trace->track(TrackId(2)))).other, Duration(40));
    const IdleSplit device = splitIdle(busyOf(*trace));
    QCOMPARE(device.hostWait, Duration(30));
    QCOMPARE(device.total(), Duration(30));
}

void tst_IdleSplit::looksAtAllThatBeginsTogether()
{
    // One of two was queued in time.
    QCOMPARE(splitOf("thread main: gpu_api[2,3)#1 gpu_api[60,61)#2\ngpu 0/1: gpu_kernel[0,10) "
                     "gpu_kernel[99,110)@2\ngpu 0/2: gpu_kernel[99,105)@1")
                 .other,
             Duration(89));
    // Of one nobody knows; the other one was late.
    const IdleSplit split = splitOf("thread main: gpu_api[60,61)#2\ngpu 0/1: gpu_kernel[0,10) "
                                    "gpu_kernel[99,110)@2\ngpu 0/2: gpu_kernel[99,105)");
    QCOMPARE(split.other, Duration(89));
    QCOMPARE(split.withoutLaunch, std::uint64_t{1});
}

void tst_IdleSplit::ignoresWhatTakesNoTime()
{
    const IdleSplit split = splitOf("gpu 0/1: gpu_kernel[0,10) gpu_kernel[40,40) "
                                    "annotation[10,100) gpu_kernel[100,110)");
    QCOMPARE(split.others, std::uint64_t{1});
    QCOMPARE(split.other, Duration(90));
}

void tst_IdleSplit::isEmptyWithoutWork()
{
    QVERIFY(splitIdle({}) == IdleSplit{});
    QVERIFY(activeRange({}).isEmpty());
    QVERIFY(splitOf("gpu 0/1: gpu_kernel[0,10)") == IdleSplit{});
}

QTEST_APPLESS_MAIN(tst_IdleSplit)
#include "tst_idle_split.moc"
