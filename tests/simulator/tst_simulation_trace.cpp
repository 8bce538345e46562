// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown.h"
#include "core/analysis/device_usage.h"
#include "core/export/database_writer.h"
#include "core/import/open_trace.h"
#include "core/import/simulation_reader.h"
#include "core/store/trace_builder.h"
#include "simulator/io/documents.h"
#include "simulator/io/simulation_slices.h"
#include "simulator/io/simulation_trace.h"
#include "tests/simulator/small_problem.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <fstream>
#include <iterator>

using namespace hscope::core;
using namespace hscope::sim;
using namespace hscope::test;

namespace {

SimulationOptions exactly(std::int64_t microbatches)
{
    SimulationOptions options;
    options.microbatches = microbatches;
    return options;
}

Result<SimulatedTrace> simulated(const SimulationOptions& options)
{
    NullProgress progress;
    return simulateToTrace(problemOf(smallWorkload()), smallPlacement(), options, progress, {});
}

Result<void> write(const SimulatedTrace& trace, const SimulationOptions& options,
                   const std::filesystem::path& path)
{
    const SimulationTables tables = simulationTables(problemOf(smallWorkload()), smallPlacement(),
                                                     options, trace.result, {"as given", "", ""});
    NullProgress progress;
    return writeDatabase(DatabaseContent{*trace.store, trace.arguments.get(), &tables}, path,
                         Overwrite::No, progress, {});
}

std::string bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// All slices of a store as "name [start,end) category", times in 100 us.
QStringList slicesOf(const TraceStore& store)
{
    QStringList list;
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        const TimeRange range = store.rangeOf(SliceId(i));
        const auto category = categoryName(store.slices().category[i]);
        list << QString("%1 [%2,%3) %4")
                    .arg(QString::fromStdString(std::string(store.nameOf(SliceId(i)))))
                    .arg(toNs(range.start) / 100'000)
                    .arg(toNs(range.end) / 100'000)
                    .arg(QString::fromStdString(std::string(category)));
    }
    return list;
}

} // namespace

class tst_SimulationTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void identifiesSlices();
    void hasAProcessPerStageAndATrackPerDevice();
    void namesSlicesByStageLayersAndMicrobatch();
    void showsBlockingTransfersOnBothSides();
    void linksAMicrobatchesStages();
    void countsBatchesAsIterations();
    void tellsWhatASliceIs();
    void splitsTimeAsTheResultDoes();
    void readsBackWhatItWrote();
    void saysHowItWasSimulated();
    void writesTheSameBytesAgain();
    void refusesHugeTraces();
    void stopsWhenAsked();
};

void tst_SimulationTrace::identifiesSlices()
{
    for (const SliceKey& key : {SliceKey{SliceActivity::Compute, 0, 0},
                                SliceKey{SliceActivity::Receive, 29'999, 19'999'999},
                                SliceKey{SliceActivity::ExposedTransfer, 1, 7}}) {
        QVERIFY(keyOf(sourceOf(key)) == key);
    }
}

void tst_SimulationTrace::hasAProcessPerStageAndATrackPerDevice()
{
    const auto trace = simulated(exactly(9));
    VERIFY_RESULT(trace);
    const TraceStore& store = *trace->store;
    QCOMPARE(store.processes().size(), 2U);
    QVERIFY(store.text(store.processes()[0].name) == "stage 0: layers 0-1 on cpu");
    QVERIFY(store.text(store.processes()[1].name) == "stage 1: layers 2-3 on gpu");
    QCOMPARE(store.tracks().size(), 6U);
    QVERIFY(store.tracks()[3].kind == TrackKind::Thread);
    QVERIFY(store.text(store.tracks()[3].name) == "cpu 3");
    QVERIFY(store.tracks()[5].kind == TrackKind::GpuStream);
    QVERIFY(store.text(store.tracks()[5].name) == "gpu 1");
    QVERIFY(store.tracks()[5].device == 1);
    QVERIFY(store.wallRange().length() == trace->result.simulatedSpan);
    QVERIFY(store.diagnostics().list().empty());
}

void tst_SimulationTrace::namesSlicesByStageLayersAndMicrobatch()
{
    QCOMPARE(slicesOf(*simulated(exactly(2))->store),
             (QStringList{"stage 0: layers 0-1, microbatch 0 [0,480) backend",
                          "stage 0: layers 0-1, microbatch 1 [0,480) backend",
                          "stage 1: layers 2-3, microbatch 0 [480,544) gpu_kernel",
                          "stage 1: layers 2-3, microbatch 0, transfer [544,576) collective",
                          "stage 1: layers 2-3, microbatch 1 [480,544) gpu_kernel",
                          "stage 1: layers 2-3, microbatch 1, transfer [544,576) collective"}));
}

void tst_SimulationTrace::showsBlockingTransfersOnBothSides()
{
    SimulationOptions options = exactly(1);
    options.transfers = TransferMode::Blocking;
    QCOMPARE(slicesOf(*simulated(options)->store),
             (QStringList{"stage 0: layers 0-1, microbatch 0 [0,480) backend",
                          "stage 0: layers 0-1, microbatch 0, send [480,608) native",
                          "stage 1: layers 2-3, microbatch 0, receive [480,608) collective",
                          "stage 1: layers 2-3, microbatch 0 [608,672) gpu_kernel"}));
}

void tst_SimulationTrace::linksAMicrobatchesStages()
{
    for (const TransferMode mode : {TransferMode::Overlapped, TransferMode::Blocking}) {
        SimulationOptions options = exactly(9);
        options.transfers = mode;
        const auto trace = simulated(options);
        const TraceStore& store = *trace->store;
        QCOMPARE(store.links().size(), 9U);
        for (const hscope::core::Link& link : store.links()) {
            QVERIFY(link.kind == hscope::core::LinkKind::Transfer);
            const SliceKey from = keyOf(store.slices().source[link.from.value()]);
            const SliceKey to = keyOf(store.slices().source[link.to.value()]);
            QCOMPARE(from.microbatch, to.microbatch);
            QCOMPARE(from.stage, 0U);
            QCOMPARE(to.stage, 1U);
            const bool blocking = mode == TransferMode::Blocking;
            QVERIFY(to.activity == (blocking ? SliceActivity::Receive : SliceActivity::Compute));
        }
    }
}

void tst_SimulationTrace::countsBatchesAsIterations()
{
    const auto trace = simulated(exactly(9)); // two batches of 4 microbatches, and one more
    const auto iterations = trace->store->iterations();
    QCOMPARE(iterations.size(), 2U);
    QCOMPARE(iterations[0].number, 0);
    QCOMPARE(iterations[0].process.value(), 1U);
    QCOMPARE(toNs(iterations[0].range.start), 0);
    // The batch's four microbatches leave stage 0 at 48 ms and take two rounds in stage 1.
    QCOMPARE(toNs(iterations[0].range.end), 67'200'000);
    QVERIFY(iterations[1].range.start == iterations[0].range.end);
    QCOMPARE(toNs(iterations[1].range.end), 115'200'000);
}

void tst_SimulationTrace::tellsWhatASliceIs()
{
    const auto trace = simulated(exactly(9));
    const auto& sources = trace->store->slices().source;
    const auto arguments = trace->arguments->argumentsOf(sources.back());
    VERIFY_RESULT(arguments);
    QVERIFY(*arguments == (std::vector<Argument>{{"stage", "1"},
                                                 {"first_layer", "2"},
                                                 {"last_layer", "3"},
                                                 {"type", "\"gpu\""},
                                                 {"units", "2"},
                                                 {"replica", "1"},
                                                 {"microbatch", "7"},
                                                 {"activity", "\"exposed_transfer\""},
                                                 {"direction", "\"both\""}}));
    QVERIFY(trace->arguments->argumentsOf(sourceOf({SliceActivity::Compute, 2, 0})).error().code ==
            ErrorCode::NotFound);
}

void tst_SimulationTrace::splitsTimeAsTheResultDoes()
{
    const auto trace = simulated(exactly(1'000));
    const auto usage = deviceUsage(*trace->store);
    QCOMPARE(usage.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        const TimeSplit& split = trace->result.stages[1].devices[i].split;
        QVERIFY(usage[i].busy == split.compute + split.exposedTransfer);
    }
    NullProgress progress;
    const auto breakdown = computeBreakdown(*trace->store, Attribution::Time, progress, {});
    VERIFY_RESULT(breakdown);
    std::int64_t sum = 0;
    for (const BreakdownRow& row : breakdown->rows) {
        sum += row.process.value() == 0 && !row.asynchronous ? row.timeNs : 0;
    }
    QCOMPARE(sum, trace->result.simulatedSpan.count());
}

void tst_SimulationTrace::readsBackWhatItWrote()
{
    const TempFolder folder;
    const SimulationOptions options = exactly(9);
    const auto trace = simulated(options);
    VERIFY_RESULT(write(*trace, options, folder.path("s.hscope")));
    NullProgress progress;
    const auto loaded = openTrace(folder.path("s.hscope"), progress, {});
    VERIFY_RESULT(loaded);
    QStringList before = printTrace(*trace->store);
    QStringList after = printTrace(*loaded->store);
    before.sort();
    after.sort();
    QCOMPARE(after, before);
    const auto& sources = loaded->store->slices().source;
    QCOMPARE(loaded->arguments->argumentsOf(sources.back())->size(), 9U);

    const auto tables = readSimulationTables(folder.path("s.hscope"));
    VERIFY_RESULT(tables);
    QCOMPARE(tables->documents.size(), 3U);
    QVERIFY(tables->documents[0] == (StoredDocument{"cluster", "pair", "as given"}));
    QVERIFY(tables->documents[1].content == toJson(smallPlacement()));
    QVERIFY(parseWorkload(tables->documents[2].content, "t").has_value());
    QCOMPARE(tables->results.size(), 1U);
    QVERIFY(tables->results[0].scheduler == "by-hand");
    QVERIFY(tables->results[0].periodSeconds == trace->result.periodSeconds);
    QVERIFY(tables->results[0].events == 18);
    QVERIFY(tables->results[0].extrapolated == false);
}

void tst_SimulationTrace::saysHowItWasSimulated()
{
    const TempFolder folder;
    SimulationOptions blocking = exactly(9);
    blocking.transfers = TransferMode::Blocking;
    QVERIFY(simulationOptionsOf(*simulated(blocking)->store) == blocking);
    // A horizon that nobody chose is none to repeat.
    QVERIFY(simulationOptionsOf(*simulated({})->store) == SimulationOptions{});
    QVERIFY(simulationOptionsOf(*TraceBuilder().finish()) == SimulationOptions{});
    VERIFY_RESULT(write(*simulated(blocking), blocking, folder.path("s.hscope")));
    NullProgress progress;
    const auto loaded = openTrace(folder.path("s.hscope"), progress, {});
    VERIFY_RESULT(loaded);
    QVERIFY(simulationOptionsOf(*loaded->store) == blocking);
}

void tst_SimulationTrace::writesTheSameBytesAgain()
{
    const TempFolder folder;
    for (const char* name : {"a.hscope", "b.hscope"}) {
        const auto trace = simulated({});
        VERIFY_RESULT(trace);
        VERIFY_RESULT(write(*trace, {}, folder.path(name)));
    }
    const std::string bytes = bytesOf(folder.path("a.hscope"));
    QVERIFY(bytes.size() > 100'000);
    QVERIFY(bytes == bytesOf(folder.path("b.hscope")));
}

void tst_SimulationTrace::refusesHugeTraces()
{
    QVERIFY(simulated(exactly(100'000'000)).error().code == ErrorCode::Exhausted);
}

void tst_SimulationTrace::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    NullProgress progress;
    const auto trace = simulateToTrace(problemOf(smallWorkload()), smallPlacement(), exactly(100),
                                       progress, source.get_token());
    QVERIFY(trace.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(tst_SimulationTrace)
#include "tst_simulation_trace.moc"
