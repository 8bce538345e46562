// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu_truth.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::traceFromLiteral;

namespace {

/// Three operations on one thread; kernels that outlive the operation that launched them, and one
/// without a launch.
constexpr const char* kCase =
    "process trainer\n"
    "thread main: python[0,15) backend[15,18) gpu_api[18,28)#1 backend[28,30) python[30,45) "
    "backend[45,50) gpu_api[50,65)#2 backend[65,70) python[70,100) python[105,110)\n"
    "ops main: train[0,100) inference[10,40) backprop[40,90)\n"
    "gpu 0/7: gpu_kernel[25,44)@1 gpu_kernel[55,95)@2 gpu_kernel[98,108)";

std::vector<OperationTruth> operationsOf(Attribution attribution)
{
    NullProgress progress;
    return operationTruth(*computeBreakdown(*traceFromLiteral(kCase), attribution, progress, {}));
}

OperationTruth truth(std::string operation, int gpuOnly, int both, int cpuOnly, int idle,
                     int asynchronous)
{
    const Duration wall(gpuOnly + both + cpuOnly + idle); // nothing was corrected
    return {ProcessId(0),
            std::move(operation),
            Duration(gpuOnly),
            Duration(both),
            Duration(cpuOnly),
            Duration(idle),
            Duration(asynchronous),
            wall,
            wall};
}

} // namespace

class tst_GpuTruth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsOperationsByLaunch();
    void splitsOperationsByTime();
    void addsUpPhases();
    void addsUpIntervals();
    void setsDevicesBesideTheirSamples();
    void keepsProcessesOnOneDeviceApart();
};

void tst_GpuTruth::splitsOperationsByLaunch()
{
    const std::vector<OperationTruth> expected = {
        truth("(no launch)", 0, 0, 0, 0, 10), truth("(outside)", 0, 0, 5, 5, 0),
        truth("backprop", 0, 35, 15, 0, 5), truth("inference", 0, 15, 15, 0, 4),
        truth("train", 0, 0, 20, 0, 0)};
    QVERIFY(operationsOf(Attribution::Launch) == expected);
}

void tst_GpuTruth::splitsOperationsByTime()
{
    // All GPU time is in the wall time: 15 + 44 + 7 in operations, 8 outside, 5 of it alone.
    const std::vector<OperationTruth> expected = {
        truth("(outside)", 5, 3, 2, 0, 0), truth("backprop", 0, 39, 11, 0, 0),
        truth("inference", 0, 15, 15, 0, 0), truth("train", 0, 7, 13, 0, 0)};
    QVERIFY(operationsOf(Attribution::Time) == expected);
}

void tst_GpuTruth::addsUpIntervals()
{
    CategorySet python;
    python.insert(Category::Python);
    CategorySet kernel;
    kernel.insert(Category::GpuKernel);
    Breakdown breakdown;
    breakdown.rows = {{ProcessId(0), {}, "step", python, false, 10, 8, 12},
                      {ProcessId(0), {}, "step", {}, false, 5, 5, 6},
                      {ProcessId(0), {}, "step", kernel, true, 7, 7, 9}};
    const std::vector<OperationTruth> operations = operationTruth(breakdown);
    QCOMPARE(operations.size(), std::size_t{1});
    QCOMPARE(operations[0].wall(), Duration(15));
    QCOMPARE(operations[0].wallLow, Duration(13));
    QCOMPARE(operations[0].wallHigh, Duration(18));
}

void tst_GpuTruth::addsUpPhases()
{
    const auto trace = traceFromLiteral("thread main: python[0,100)\nops main: step[0,100)\n"
                                        "phase warm_up[0,20)\nphase rest[20,100)");
    NullProgress progress;
    const auto operations =
        operationTruth(*computeBreakdown(*trace, Attribution::Launch, progress, {}));
    QCOMPARE(operations.size(), std::size_t{1});
    QCOMPARE(operations[0].cpuOnly, Duration(100));
    QCOMPARE(operations[0].wall(), Duration(100));
}

void tst_GpuTruth::setsDevicesBesideTheirSamples()
{
    const auto devices = deviceTruth(*traceFromLiteral(kCase), {Duration(10)});
    QCOMPARE(devices.size(), std::size_t{1});
    const DeviceTruth& device = devices[0];
    QCOMPARE(device.usage.busy, Duration(69));
    // Nine of the eleven windows of 10 ns have a kernel: all but [0,10) and [10,20).
    QCOMPARE(device.usage.sampledUtilisation, 9.0 / 11.0);
    QVERIFY(device.active == (TimeRange{traceTime(25), traceTime(108)}));
    QCOMPARE(device.usage.busy + device.idle.total(), device.active.length());
    QCOMPARE(device.idle.hostWait, Duration(11)); // [44,55), launched at 50
    QCOMPARE(device.idle.other, Duration(3));
    QCOMPARE(device.idle.withoutLaunch, std::uint64_t{1});
    QCOMPARE(device.streams.size(), std::size_t{1});
    QVERIFY(device.streams[0].idle == device.idle);
    QCOMPARE(device.streams[0].busy, device.usage.busy);
}

void tst_GpuTruth::keepsProcessesOnOneDeviceApart()
{
    const auto trace = traceFromLiteral(
        "process a\nthread main: python[0,100)\ngpu 0/1: gpu_kernel[0,10) gpu_kernel[60,70)\n"
        "gpu 0/2: gpu_memset[7,7)\n"
        "process b\nthread main: python[0,100)\ngpu 0/1: gpu_memcpy[5,55)\n"
        "gpu 1/1: gpu_kernel[1,2)");
    const auto devices = deviceTruth(*trace);
    QCOMPARE(devices.size(), std::size_t{2});
    QCOMPARE(devices[0].streams.size(), std::size_t{2}); // Stream 2 of process a has no work.
    QCOMPARE(devices[0].streams[0].idle.total(), Duration(50));
    QCOMPARE(devices[0].streams[1].idle.total(), Duration(0));
    QCOMPARE(devices[0].idle.total(), Duration(5));
    QVERIFY(devices[0].idle.longest == (TimeRange{traceTime(55), traceTime(60)}));
    QCOMPARE(devices[1].usage.device, 1);
    QCOMPARE(devices[1].active.length(), Duration(1));
}

QTEST_APPLESS_MAIN(tst_GpuTruth)
#include "tst_gpu_truth.moc"
