// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/corrected_timeline.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using namespace hscope::test;

namespace {

/// Corrects a trace for 8 ns per operator, half of them inside, and compares with what it should
/// become.
void check(std::string_view recorded, std::string_view expected, double inside = 4)
{
    const OverheadModel model{{}, {{OverheadKind::Torch, {}, 8, 8, 8, inside, 1, {}}}};
    const auto trace = traceFromLiteral(recorded);
    const auto corrected = correctedTimeline(*trace, layOutOverhead(*trace, model));
    QCOMPARE(printTrace(*corrected), printTrace(*traceFromLiteral(expected)));
}

} // namespace

class tst_CorrectedTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void movesWhatFollows();
    void movesOperationsAndIterations();
    void keepsGpuTimeAndItsDistance();
    void waitsForTheGpu();
    void winsNothingUnderTheGpu();
    void followsTheArrowToAnotherThread();
    void startsThreadsWithTheMainThread();
};

/// 2 ns before the begin, 2 after it, 2 before the end, 2 after it.
void tst_CorrectedTimeline::movesWhatFollows()
{
    check("thread main: python[0,100) backend[20,40)~torch backend[60,64)~torch",
          "thread main: python[0,84) backend[18,34)~torch backend[50,50)~torch");
}

void tst_CorrectedTimeline::movesOperationsAndIterations()
{
    check("ops main: train[10,90)\nthread main: python[0,100) backend[20,40)~torch\n"
          "iterations main: 1[5,50) 2[50,95)",
          "ops main: train[10,82)\nthread main: python[0,92) backend[18,34)~torch\n"
          "iterations main: 1[5,42) 2[42,87)");
}

/// The launch ends 6 ns earlier, so the kernel does, too; it starts as long after it, and is as
/// long. The second kernel waits for the first.
void tst_CorrectedTimeline::keepsGpuTimeAndItsDistance()
{
    check("thread main: python[0,100) gpu_api[10,20)~torch#1 gpu_api[30,40)#2\n"
          "gpu 0/7: gpu_kernel[25,45)@1 gpu_kernel[46,50)@2",
          "thread main: python[0,92) gpu_api[8,14)~torch#1 gpu_api[22,32)#2\n"
          "gpu 0/7: gpu_kernel[19,39)@1 gpu_kernel[40,44)@2");
}

/// The kernel ends 8 ns earlier, and the wait, 5 ns after it, too.
void tst_CorrectedTimeline::waitsForTheGpu()
{
    check("thread main: python[0,100) backend[2,8)~torch gpu_api[10,20)#1 gpu_sync[22,50)\n"
          "gpu 0/7: gpu_kernel[25,45)@1",
          "thread main: python[0,92) backend[0,2)~torch gpu_api[2,12)#1 gpu_sync[14,42)\n"
          "gpu 0/7: gpu_kernel[17,37)@1");
}

/// Overhead while the GPU works: the wait begins 8 ns earlier and ends when it did.
void tst_CorrectedTimeline::winsNothingUnderTheGpu()
{
    check("thread main: python[0,100) gpu_api[10,20)#1 backend[26,36)~torch gpu_sync[40,50)\n"
          "gpu 0/7: gpu_kernel[25,45)@1",
          "thread main: python[0,100) gpu_api[10,20)#1 backend[26,28)~torch gpu_sync[32,50)\n"
          "gpu 0/7: gpu_kernel[25,45)@1",
          8);
}

/// The backward pass starts 10 ns after its forward operator ended, on another thread.
void tst_CorrectedTimeline::followsTheArrowToAnotherThread()
{
    check("thread main: python[0,4) backend[10,30)~torch#1 python[34,40)\n"
          "thread worker: backend[40,50)<1",
          "thread main: python[0,4) backend[8,24)~torch#1 python[26,32)\n"
          "thread worker: backend[34,44)<1");
}

/// Without an arrow the first slice of a thread keeps its place beside the main thread.
void tst_CorrectedTimeline::startsThreadsWithTheMainThread()
{
    check("thread main: python[0,100) backend[20,40)~torch\nthread worker: native[70,80)",
          "thread main: python[0,92) backend[18,34)~torch\nthread worker: native[62,72)");
}

QTEST_GUILESS_MAIN(tst_CorrectedTimeline)

#include "tst_corrected_timeline.moc"
