// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using namespace hscope::test;

namespace {

/// Case X1 of the published facts on RL-Scope; the links are those of the product's definition.
constexpr std::string_view kX1 =
    "ops main: train[0,100) inference[10,40) backprop[40,90)\n"
    "thread main: python[0,15) backend[15,18) gpu_api[18,28)#1 backend[28,30) python[30,45) "
    "backend[45,50) gpu_api[50,65)#2 backend[65,70) python[70,100) python[105,110)\n"
    "gpu 0/7: gpu_kernel[25,44)@1 gpu_kernel[55,95)@2 gpu_kernel[98,108)\n";

Breakdown compute(const TraceStore& trace, Attribution attribution)
{
    NullProgress progress;
    return *computeBreakdown(trace, attribution, progress, {});
}

QStringList rowsOf(std::string_view literal, Attribution attribution = Attribution::Launch)
{
    const auto trace = traceFromLiteral(literal);
    return printBreakdown(*trace, compute(*trace, attribution));
}

} // namespace

class tst_Breakdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void attributesX1ByLaunch();
    void attributesX1ByTime();
    void takesTheInnermostSliceOfAThread();
    void joinsOperationsOfSeveralThreads();
    void prefersOperationsOverOutside();
    void lendsIdleTimeToTheRootThread();
    void countsOverlappingKernelsOnce();
    void keepsProcessesApart();
    void splitsByPhase();
    void ignoresMarkersAndZeroLength();
    void reportsAnEmptyTrace();
    void countsTransitions();
    void countsGpuEntriesPerLaunchingOperation();
    void stopsWhenAsked();
};

void tst_Breakdown::attributesX1ByLaunch()
{
    QCOMPARE(rowsOf(kX1), QStringList({
                              "async (no launch): gpu_kernel 10",
                              "(outside): idle 5",
                              "(outside): python 5",
                              "backprop: python 5",
                              "backprop: backend 5",
                              "backprop: gpu_api 5",
                              "backprop: python + gpu_kernel 20",
                              "backprop: backend + gpu_kernel 5",
                              "backprop: gpu_api + gpu_kernel 10",
                              "async backprop: gpu_kernel 5",
                              "inference: python 5",
                              "inference: backend 3",
                              "inference: gpu_api 7",
                              "inference: python + gpu_kernel 10",
                              "inference: backend + gpu_kernel 2",
                              "inference: gpu_api + gpu_kernel 3",
                              "async inference: gpu_kernel 4",
                              "train: python 20",
                          }));
}

void tst_Breakdown::attributesX1ByTime()
{
    QCOMPARE(rowsOf(kX1, Attribution::Time), QStringList({
                                                 "(outside): python 2",
                                                 "(outside): gpu_kernel 5",
                                                 "(outside): python + gpu_kernel 3",
                                                 "backprop: python 1",
                                                 "backprop: backend 5",
                                                 "backprop: gpu_api 5",
                                                 "backprop: python + gpu_kernel 24",
                                                 "backprop: backend + gpu_kernel 5",
                                                 "backprop: gpu_api + gpu_kernel 10",
                                                 "inference: python 5",
                                                 "inference: backend 3",
                                                 "inference: gpu_api 7",
                                                 "inference: python + gpu_kernel 10",
                                                 "inference: backend + gpu_kernel 2",
                                                 "inference: gpu_api + gpu_kernel 3",
                                                 "train: python 13",
                                                 "train: python + gpu_kernel 7",
                                             }));
}

void tst_Breakdown::takesTheInnermostSliceOfAThread()
{
    QCOMPARE(
        rowsOf("thread main: python[0,100) backend[10,60) gpu_api[20,30)"),
        QStringList({"(outside): python 50", "(outside): backend 40", "(outside): gpu_api 10"}));
    // Not nested: from 50 on the later started one holds, and it alone once the first has ended.
    QCOMPARE(rowsOf("thread main: python[0,60) backend[50,80)"),
             QStringList({"(outside): python 50", "(outside): backend 30"}));
}

void tst_Breakdown::joinsOperationsOfSeveralThreads()
{
    QCOMPARE(rowsOf("thread a: python[0,100)\nthread b: simulator[50,150)\nops a: "
                    "train[0,100)\nops b: simulation[50,150)"),
             QStringList({"simulation: simulator 50", "simulation + train: python + simulator 50",
                          "train: python 50"}));
}

void tst_Breakdown::prefersOperationsOverOutside()
{
    // Before the root's operation opens, thread b is in one of its own and a is outside.
    QCOMPARE(rowsOf("thread a: python[0,40)\nthread b: native[0,40)\nops b: load[0,20)\nops a: "
                    "train[30,40)"),
             QStringList({"(outside): python + native 10", "load: python + native 20",
                          "train: python + native 10"}));
}

void tst_Breakdown::lendsIdleTimeToTheRootThread()
{
    QCOMPARE(rowsOf("thread a: python[0,10) python[90,100)\nops a: train[5,95)"),
             QStringList({"(outside): python 10", "train: idle 80", "train: python 10"}));
}

void tst_Breakdown::countsOverlappingKernelsOnce()
{
    QCOMPARE(rowsOf("thread a: python[0,100)\ngpu 0/7: gpu_kernel[10,30) gpu_kernel[20,40)\ngpu "
                    "0/8: gpu_kernel[25,50) gpu_memcpy[45,60)",
                    Attribution::Time),
             QStringList({"(outside): python 50", "(outside): python + gpu_kernel 35",
                          "(outside): python + gpu_memcpy 10",
                          "(outside): python + gpu_kernel + gpu_memcpy 5"}));
}

void tst_Breakdown::keepsProcessesApart()
{
    QCOMPARE(rowsOf("process trainer\nthread main: python[0,60)\nops main: train[0,60)\n"
                    "process env\nthread main: simulator[20,100)\nops main: simulation[20,100)"),
             QStringList({"trainer| (outside): idle 40", "trainer| train: python 60",
                          "env| (outside): idle 20", "env| simulation: simulator 80"}));
}

void tst_Breakdown::splitsByPhase()
{
    QCOMPARE(rowsOf("thread main: python[0,100)\nphase warm_up[0,30)\nphase train[30,90)"),
             QStringList({"(outside): python 10", "warm_up/(outside): python 30",
                          "train/(outside): python 60"}));
    // Two stretches of one phase are one phase; rows keep the order in which phases begin.
    QCOMPARE(rowsOf("thread main: python[0,80) backend[80,100)\nphase selfplay[0,20)\n"
                    "phase train[20,50)\nphase selfplay[50,100)"),
             QStringList({"selfplay/(outside): python 50", "selfplay/(outside): backend 20",
                          "train/(outside): python 30"}));
}

void tst_Breakdown::ignoresMarkersAndZeroLength()
{
    QCOMPARE(rowsOf("thread main: python[0,50) backend[20,20)\nmarker spans: "
                    "annotation[0,500)!\nmarker gpu: annotation[10,40)"),
             QStringList({"(outside): python 50"}));
}

void tst_Breakdown::reportsAnEmptyTrace()
{
    QCOMPARE(rowsOf(""), QStringList());
    QCOMPARE(rowsOf("thread main: python[5,5)"), QStringList());
}

void tst_Breakdown::countsTransitions()
{
    const auto trace = traceFromLiteral(
        "thread main: python[0,100) backend[10,20) backend[20,30) backend[40,50) gpu_api[42,44)\n"
        "ops main: train[0,45)\niterations main: 7[0,25) 8[25,60)");
    QCOMPARE(
        printTransitions(compute(*trace, Attribution::Launch)),
        QStringList({"(outside)@8 into python 1", "train@7 into python 1", "train@7 into backend 1",
                     "train@8 into python 1", "train@8 into backend 2", "train@8 into gpu_api 1"}));
}

void tst_Breakdown::countsGpuEntriesPerLaunchingOperation()
{
    const auto trace =
        traceFromLiteral("thread main: gpu_api[0,5)#1 gpu_api[10,15)#2 python[15,60)\n"
                         "ops main: a[0,8) b[8,60)\n"
                         "gpu 0/1: gpu_kernel[20,30)@1 gpu_kernel[30,40)@1\n"
                         "gpu 0/2: gpu_kernel[25,45)@2 gpu_kernel[44,50)@2");
    const QStringList all = printTransitions(compute(*trace, Attribution::Time));
    QCOMPARE(all.filter(QStringLiteral("gpu_kernel")),
             QStringList({"a into gpu_kernel 2", "b into gpu_kernel 1"}));
}

void tst_Breakdown::stopsWhenAsked()
{
    TraceBuilder builder;
    const ProcessId process = builder.addProcess({});
    Track track;
    track.process = process;
    const TrackId thread = builder.addTrack(track);
    for (std::int64_t i = 0; i < 300'000; ++i) {
        builder.addSlice(thread, {3 * i, 3 * i + 2, StringId(), Category::Python, 0, 0});
    }
    const auto trace = builder.finish();
    std::stop_source source;
    source.request_stop();
    NullProgress progress;
    const auto result = computeBreakdown(*trace, Attribution::Launch, progress, source.get_token());
    QVERIFY(!result.has_value());
    QVERIFY(result.error().code == ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(tst_Breakdown)
#include "tst_breakdown.moc"
