// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/gpu_work_writer.h"
#include "collector/src/name_table.h"

#include <QTest>

using namespace hscope::collector;

namespace {

constexpr std::int64_t kLaunch = HSCOPE_LINK_LAUNCH;

GpuSlice kernel(std::int64_t start, std::int64_t end, std::int64_t correlation = 0)
{
    GpuSlice slice;
    slice.startNs = start;
    slice.endNs = end;
    slice.correlation = correlation;
    slice.stream = 7;
    slice.category = HSCOPE_CATEGORY_GPU_KERNEL;
    return slice;
}

} // namespace

class tst_GpuWorkWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesATrackForEachStreamOfADevice();
    void linksWorkWithItsCall();
    void linksWorkThatComesLate();
    void addsToACallThatIsOver();
    void putsOverheadOnItsThread();
    void countsWhatCannotBe();
    void givesUpWhenTooMuchWaits();
};

void tst_GpuWorkWriter::makesATrackForEachStreamOfADevice()
{
    const NameTable names;
    TraceAssembler assembler(names);
    GpuWorkWriter writer(assembler);
    for (const auto& [device, stream] : {std::pair{0, 7}, {1, 7}, {0, 8}, {0, 7}}) {
        GpuSlice slice = kernel(100, 200);
        slice.device = device;
        slice.stream = stream;
        writer.write(slice);
    }
    const EventRows& rows = assembler.rows(1000);
    QCOMPARE(rows.tracks.size(), std::size_t{3});
    QCOMPARE(rows.tracks[1].device, std::optional<std::int64_t>(1));
    QCOMPARE(rows.tracks[2].stream, std::optional<std::int64_t>(8));
    QCOMPARE(rows.slices.size(), std::size_t{4});
    QCOMPARE(rows.slices[0][1], rows.slices[3][1]);
}

void tst_GpuWorkWriter::linksWorkWithItsCall()
{
    const NameTable names;
    TraceAssembler assembler(names);
    GpuWorkWriter writer(assembler);
    const auto call = assembler.beginSlice(1, 100, 5, HSCOPE_CATEGORY_GPU_API, 0);
    assembler.linkFrom(call, kLaunch, 42);
    for (int i = 0; i < 3; ++i) { // as a graph has them: one call, several kernels
        writer.write(kernel(200 + i, 300, 42));
    }
    writer.write(kernel(400, 500)); // of no call
    const EventRows& rows = assembler.rows(1000);
    QCOMPARE(rows.links.size(), std::size_t{3});
    for (const EventRows::LinkRow& link : rows.links) {
        QCOMPARE(link.kind, kLaunch);
        QCOMPARE(link.from, call.id);
        QCOMPARE(link.correlation, 42);
    }
    QVERIFY(
        (rows.slices[1] == EventRows::SliceRow{2, rows.slices[1][1], 200, 100, rows.slices[1][4],
                                               HSCOPE_CATEGORY_GPU_KERNEL, 0}));
}

/// A second's worth of launches is there before the first of their work is reported.
void tst_GpuWorkWriter::linksWorkThatComesLate()
{
    constexpr std::int64_t kCalls = 600'000;
    constexpr std::int64_t kPerTransaction = 50'000;
    const NameTable names;
    TraceAssembler assembler(names);
    GpuWorkWriter writer(assembler);
    for (std::int64_t i = 1; i <= kCalls; ++i) {
        const auto call = assembler.beginSlice(1, i, 5, HSCOPE_CATEGORY_GPU_API, 0);
        assembler.linkFrom(call, kLaunch, i);
        assembler.endSlice(call, i + 1);
        if (i % kPerTransaction == 0) {
            assembler.rows(i).clear();
        }
    }
    std::int64_t links = 0;
    for (std::int64_t i = 1; i <= kCalls; ++i) {
        writer.write(kernel(kCalls + i, kCalls + i + 1, i));
        if (i % kPerTransaction == 0) {
            EventRows& rows = assembler.rows(2 * kCalls);
            for (const EventRows::LinkRow& link : rows.links) {
                links += link.from == link.correlation ? 1 : 0; // slices count from 1, too
            }
            rows.clear();
        }
    }
    QCOMPARE(links, kCalls);
}

void tst_GpuWorkWriter::addsToACallThatIsOver()
{
    const NameTable names;
    TraceAssembler assembler(names);
    GpuWorkWriter writer(assembler);
    const auto call = assembler.beginSlice(1, 100, 5, HSCOPE_CATEGORY_GPU_SYNC, 0);
    assembler.linkFrom(call, kLaunch, 42);
    assembler.addArgument(call, 0, 5, "1");
    assembler.endSlice(call, 200);
    writer.write(CallDescription{42, {{0, "\"stream\""}, {0, "7"}}});
    writer.write(CallDescription{42, {{0, "8"}}});
    writer.write(CallDescription{43, {{0, "of a call that was not recorded"}}});
    const EventRows& rows = assembler.rows(1000);
    QCOMPARE(rows.arguments.size(), std::size_t{4});
    for (std::size_t i = 1; i < rows.arguments.size(); ++i) {
        QCOMPARE(rows.arguments[i].slice, call.id);
        QVERIFY(rows.arguments[i].position > rows.arguments[i - 1].position);
    }
}

void tst_GpuWorkWriter::putsOverheadOnItsThread()
{
    const NameTable names;
    TraceAssembler assembler(names);
    GpuWorkWriter writer(assembler);
    const std::int64_t thread = assembler.addThread(1234);
    writer.write(ThreadSlice{0, HSCOPE_CATEGORY_OVERHEAD, 1234, 100, 200});
    writer.write(ThreadSlice{0, HSCOPE_CATEGORY_OVERHEAD, 99, 100, 200}); // records nothing itself
    writer.write(ThreadSlice{0, HSCOPE_CATEGORY_OVERHEAD, 99, 300, 400});
    const EventRows& rows = assembler.rows(1000);
    QCOMPARE(rows.slices[0][1], thread);
    QVERIFY(rows.slices[1][1] != thread);
    QCOMPARE(rows.slices[2][1], rows.slices[1][1]);
    QCOMPARE(rows.slices[0][5], std::int64_t{HSCOPE_CATEGORY_OVERHEAD});
    QCOMPARE(rows.tracks.size(), std::size_t{2});
}

void tst_GpuWorkWriter::countsWhatCannotBe()
{
    const NameTable names;
    TraceAssembler assembler(names);
    GpuWorkWriter writer(assembler);
    writer.write(kernel(200, 100));
    writer.write(kernel(0, 100));
    GpuSlice slice = kernel(100, 200);
    slice.category = HSCOPE_CATEGORY_NATIVE;
    writer.write(slice);
    writer.write(ThreadSlice{0, HSCOPE_CATEGORY_OVERHEAD, 1, 5, 4});
    QCOMPARE(writer.lost(), std::uint64_t{4});
    QVERIFY(assembler.rows(1000).slices.empty());
}

void tst_GpuWorkWriter::givesUpWhenTooMuchWaits()
{
    GpuWork work;
    for (std::size_t i = 0; i < GpuWork::kMostWaiting; ++i) {
        work.add(CallDescription{static_cast<std::int64_t>(i), {}});
    }
    work.add(CallDescription{}); // nobody takes anything
    QCOMPARE(work.lost(), std::uint64_t{1});
    const auto first = work.take(3);
    QCOMPARE(first.size(), std::size_t{3});
    QCOMPARE(std::get<CallDescription>(first[2]).correlation, 2);
    QCOMPARE(work.take(GpuWork::kMostWaiting).size(), GpuWork::kMostWaiting - 3);
    QVERIFY(work.take(1).empty());
}

QTEST_APPLESS_MAIN(tst_GpuWorkWriter)
#include "tst_gpu_work_writer.moc"
