// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/device_usage.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::traceFromLiteral;

class tst_DeviceUsage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unitesStreamsAndProcesses();
    void samplesKernelsOnly();
    void averagesWhatNvmlSaid();
    void isEmptyWithoutDevices();
};

void tst_DeviceUsage::unitesStreamsAndProcesses()
{
    const auto trace = traceFromLiteral(
        "process a\nthread main: python[0,100)\ngpu 0/1: gpu_kernel[10,30) gpu_kernel[20,40)\n"
        "gpu 1/1: gpu_memset[0,5)\n"
        "process b\nthread main: python[0,100)\ngpu 0/1: gpu_memcpy[35,50) collective[50,55)");
    const auto usage = deviceUsage(*trace, Duration(10));
    QCOMPARE(usage.size(), std::size_t{2});
    QCOMPARE(usage[0].device, 0);
    QCOMPARE(usage[0].slices, std::uint64_t{4});
    QCOMPARE(usage[0].busy, Duration(45));
    QCOMPARE(usage[0].sum, Duration(60));
    QCOMPARE(usage[1].busy, Duration(5));
    QCOMPARE(deviceActivity(*trace).at(0).busy.size(), std::size_t{1});
    // Windows of 10 ns with a kernel: [10,40) and [50,60), of 10 windows.
    QCOMPARE(usage[0].sampledUtilisation, 0.4);
    QCOMPARE(usage[1].sampledUtilisation, 0.0);
}

void tst_DeviceUsage::samplesKernelsOnly()
{
    const auto trace =
        traceFromLiteral("thread main: python[0,25)\ngpu 0/1: gpu_kernel[9,11) gpu_kernel[24,25)");
    const auto sampled = deviceActivity(*trace, Duration(10)).at(0).sampled;
    QCOMPARE(sampled.size(), std::size_t{1});
    QVERIFY(sampled[0] == (TimeRange{traceTime(0), traceTime(25)}));
    QCOMPARE(deviceUsage(*trace, Duration(10))[0].sampledUtilisation, 1.0);
    // One tiny kernel per window is what makes such tools report 100%.
    QCOMPARE(deviceUsage(*trace, Duration(10))[0].busy, Duration(3));
}

/// Of the device's own number only, over the processes that asked.
void tst_DeviceUsage::averagesWhatNvmlSaid()
{
    const auto trace = traceFromLiteral("thread main: python[0,100)\ngpu 0/1: gpu_kernel[10,30)\n"
                                        "gpu 10/1: gpu_kernel[10,30)");
    QVERIFY(!deviceUsage(*trace)[0].saidByNvml.has_value());
    TraceStore::Data data = trace->copy();
    const auto addCounter = [&data](std::string_view name, std::initializer_list<double> values) {
        Track track;
        track.process = ProcessId(0);
        track.kind = TrackKind::Counter;
        track.name = data.strings.intern(name);
        const TrackId id(static_cast<std::uint32_t>(data.tracks.size()));
        data.tracks.push_back(track);
        for (const double value : values) {
            data.counterSamples.push_back({id, traceTime(50), value, std::nullopt});
        }
    };
    addCounter("GPU 0 by NVML (%)", {0, 100, 50});
    addCounter("GPU 0 by NVML (%)", {10});
    addCounter("loss", {3});
    const TraceStore with(std::move(data));
    QCOMPARE(deviceUsage(with)[0].saidByNvml, std::optional(0.4));
    QVERIFY(!deviceUsage(with)[1].saidByNvml.has_value());
}

void tst_DeviceUsage::isEmptyWithoutDevices()
{
    QVERIFY(deviceUsage(*traceFromLiteral("thread main: python[0,25)")).empty());
    QVERIFY(deviceActivity(*traceFromLiteral("")).empty());
}

QTEST_APPLESS_MAIN(tst_DeviceUsage)
#include "tst_device_usage.moc"
