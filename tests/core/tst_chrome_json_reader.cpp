// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/open_trace.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

using namespace hscope::core;
using namespace hscope::test;

namespace {

Result<LoadedTrace> open(const std::filesystem::path& path)
{
    NullProgress progress;
    return openTrace(path, progress, {});
}

std::shared_ptr<const TraceStore> read(const std::string& events)
{
    const TempFolder folder;
    const auto trace = open(folder.write("t.json", "[" + events + "]"));
    return trace ? trace->store : nullptr;
}

QStringList slicesOf(const TraceStore& trace)
{
    QStringList lines;
    for (const QString& line : printTrace(trace)) {
        if (line.startsWith(QStringLiteral("  "))) {
            lines << line.trimmed().section(QStringLiteral(" row"), 0, 0);
        }
    }
    return lines;
}

std::uint64_t countOf(const TraceStore& trace, DiagnosticId id)
{
    return trace.diagnostics().countOf(id);
}

} // namespace

class tst_ChromeJsonReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsCategories_data();
    void mapsCategories();
    void keepsEveryNanosecond();
    void matchesBeginAndEnd();
    void findsNoBeginQuickly();
    void readsBeginAndEndLikeComplete();
    void takesStepsAsIterationsOnly();
    void linksKernelsToTheirProcess();
    void linksKernelsByTheirOwnPid();
    void knowsDevicesBySlicesWithoutCategory();
    void keepsProgramsThatShareAPidWithAKernel();
    void joinsBackwardToForward();
    void readsCountersAndInstants();
    void namesProcessesAndThreads();
    void countsWhatItCannotUse_data();
    void countsWhatItCannotUse();
    void mendsTexts();
    void keepsArguments();
    void completesArgumentsAtTheEnd();
    void saysWhyAFileIsNoTrace_data();
    void saysWhyAFileIsNoTrace();
    void noticesThatAFileVanished();
    void canBeCancelled();
};

void tst_ChromeJsonReader::mapsCategories_data()
{
    QTest::addColumn<QString>("category");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* category, const char* name, const char* expected) {
        QTest::addRow("%s %s", category, name) << category << name << expected;
    };
    row("cpu_op", "aten::mm", "backend");
    row("Operator", "aten::mm", "backend");
    row("python_function", "f", "python");
    row("cuda_runtime", "cudaLaunchKernel", "gpu_api");
    row("cuda_driver", "cuLaunchKernel", "gpu_api");
    row("mtia_runtime", "run", "gpu_api");
    row("Runtime", "cudaMemcpyAsync", "gpu_api");
    row("cuda_runtime", "cudaStreamSynchronize", "gpu_sync");
    row("kernel", "gemm", "gpu_kernel");
    row("Kernel", "gemm", "gpu_kernel");
    row("mtia_ccp_events", "dma", "gpu_kernel");
    row("kernel", "ncclDevKernel_AllReduce", "collective");
    row("gpu_memcpy", "Memcpy HtoD", "gpu_memcpy");
    row("Memset", "Memset", "gpu_memset");
    row("user_annotation", "forward", "annotation");
    row("Operator", "Optimizer.step#SGD.step", "annotation");
    row("Operator", "enumerate(DataLoader)#x.__next__", "annotation");
    row("gpu_user_annotation", "forward", "annotation");
    row("cuda_sync", "Stream Sync", "annotation");
    row("overhead", "Buffer Flush", "overhead");
    row("simulator", "mj_step", "simulator");
    row("something", "else", "native");
    row("", "plain", "native");
}

void tst_ChromeJsonReader::mapsCategories()
{
    QFETCH(const QString, category);
    QFETCH(const QString, name);
    QFETCH(const QString, expected);
    const auto trace =
        read(QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":1,"tid":1,"ts":1,"dur":2})")
                 .arg(category, name)
                 .toStdString());
    QVERIFY(trace);
    QCOMPARE(slicesOf(*trace), QStringList(name + QStringLiteral("[1000,3000) ") + expected));
    QCOMPARE(countOf(*trace, DiagnosticId::UnknownCategory),
             std::uint64_t{category == QStringLiteral("something") ? 1U : 0U});
}

void tst_ChromeJsonReader::keepsEveryNanosecond()
{
    const auto trace =
        read(R"({"ph":"X","name":"op","pid":1,"tid":1,"ts":1712195495519689.047,"dur":63.813},
        {"ph":"X","name":"next","pid":1,"tid":1,"ts":"1712195495519752.860","dur":0.001})");
    QCOMPARE(slicesOf(*trace),
             QStringList({"op[1712195495519689047,1712195495519752860) native",
                          "next[1712195495519752860,1712195495519752861) native"}));
    QCOMPARE(countOf(*trace, DiagnosticId::SlicesCross), std::uint64_t{0});
}

void tst_ChromeJsonReader::matchesBeginAndEnd()
{
    const auto trace = read(
        R"({"ph":"B","name":"a","cat":"cpu_op","pid":1,"tid":1,"ts":1},{"ph":"B","name":"b","pid":1,"tid":1,"ts":2},
        {"ph":"E","pid":1,"tid":1,"ts":3},{"ph":"E","pid":1,"tid":2,"ts":3},{"ph":"E","name":"a","pid":1,"tid":1,"ts":4},
        {"ph":"B","name":"open","pid":1,"tid":1,"ts":5},{"ph":"X","name":"last","pid":1,"tid":1,"ts":6,"dur":3})");
    QCOMPARE(slicesOf(*trace), QStringList({"a[1000,4000) backend", "b[2000,3000) native",
                                            "open[5000,9000) native", "last[6000,9000) native"}));
    QCOMPARE(countOf(*trace, DiagnosticId::EndWithoutBegin), std::uint64_t{1});
    QCOMPARE(countOf(*trace, DiagnosticId::BeginWithoutEnd), std::uint64_t{1});
    QCOMPARE(trace->slices().flags[2], kSliceUnfinished);
}

/// A writer that renames its slices at their end: 40,000 begins stay open below 40,000 ends. A
/// search for each took minutes.
void tst_ChromeJsonReader::findsNoBeginQuickly()
{
    constexpr int kEvents = 40'000;
    std::string events;
    for (int i = 0; i < kEvents; ++i) {
        events += R"({"ph":"B","name":"a","pid":1,"tid":1,"ts":1},)";
    }
    for (int i = 0; i < kEvents; ++i) {
        events += R"({"ph":"E","name":"b","pid":1,"tid":1,"ts":2},)";
    }
    const auto trace = read(events + R"({"ph":"E","name":"a","pid":1,"tid":1,"ts":3})");
    QCOMPARE(countOf(*trace, DiagnosticId::EndWithoutBegin), std::uint64_t{kEvents});
    QCOMPARE(countOf(*trace, DiagnosticId::BeginWithoutEnd), std::uint64_t{kEvents - 1});
    QCOMPARE(trace->slices().endNs.back(), std::int64_t{3000});
}

void tst_ChromeJsonReader::readsBeginAndEndLikeComplete()
{
    const auto complete = read(
        R"({"ph":"X","cat":"cuda_runtime","name":"l","pid":1,"tid":1,"ts":0,"dur":2,"args":{"correlation":5}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":9,"args":{"correlation":5,"device":2,"stream":7}})");
    const auto pairs = read(
        R"({"args":{"correlation":5},"ph":"B","cat":"cuda_runtime","name":"l","pid":1,"tid":1,"ts":0},
        {"ph":"E","pid":1,"tid":1,"ts":2},
        {"ph":"B","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"args":{"correlation":5,"device":2,"stream":7}},
        {"ph":"E","pid":0,"tid":7,"ts":14})");
    QCOMPARE(printTrace(*pairs), printTrace(*complete));
    QCOMPARE(pairs->links().size(), std::size_t{1});
}

void tst_ChromeJsonReader::takesStepsAsIterationsOnly()
{
    const auto trace = read(
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":1,"tid":1,"ts":0,"dur":9},
        {"ph":"X","cat":"Operator","name":"ProfilerStep#8","pid":1,"tid":1,"ts":9,"dur":9},
        {"ph":"X","cat":"user_annotation","name":"ProfilerStep#x","pid":1,"tid":1,"ts":20,"dur":1})");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("iteration")),
             QStringList({"iteration 7 [0,9000)", "iteration 8 [9000,18000)"}));
    int operations = 0;
    for (const Track& track : trace->tracks()) {
        operations += track.kind == TrackKind::Operations ? static_cast<int>(track.sliceCount) : 0;
    }
    QCOMPARE(operations, 1);
}

void tst_ChromeJsonReader::linksKernelsToTheirProcess()
{
    // Both programs use id 5; each kernel belongs to the latest call before it, which is a guess.
    // Id 6 has no call: to the busier one.
    const auto trace = read(
        R"({"ph":"X","cat":"cuda_runtime","name":"l1","pid":10,"tid":1,"ts":0,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"cuda_runtime","name":"l2","pid":20,"tid":1,"ts":50,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"cpu_op","name":"busy","pid":20,"tid":1,"ts":60,"dur":1},
        {"ph":"X","cat":"kernel","name":"k1","pid":0,"tid":7,"ts":10,"dur":1,"args":{"correlation":5,"device":2,"stream":7}},
        {"ph":"X","cat":"kernel","name":"k2","pid":0,"tid":7,"ts":70,"dur":1,"args":{"correlation":5,"device":2,"stream":7}},
        {"ph":"X","cat":"kernel","name":"k3","pid":3,"tid":"stream 9","ts":80,"dur":1,"args":{"correlation":6}})");
    QCOMPARE(
        printTrace(*trace).filter(QStringLiteral("kind 1")),
        QStringList({"track GPU 2 stream 7 of process 10 kind 1 tid -1 device 2 stream 7 rows 1",
                     "track GPU 2 stream 7 of process 20 kind 1 tid -1 device 2 stream 7 rows 1",
                     "track GPU 3 stream 9 of process 20 kind 1 tid -1 device 3 stream 9 rows 1"}));
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("link")),
             QStringList({"link 0 thread 1/l1[0,1000) -> GPU 2 stream 7/k1[10000,11000) 5",
                          "link 0 thread 1/l2[50000,51000) -> GPU 2 stream 7/k2[70000,71000) 5"}));
    QCOMPARE(countOf(*trace, DiagnosticId::GpuSliceWithoutLaunch), std::uint64_t{1});
    QCOMPARE(countOf(*trace, DiagnosticId::LaunchAmbiguous), std::uint64_t{2});
}

void tst_ChromeJsonReader::linksKernelsByTheirOwnPid()
{
    const auto trace = read(
        R"({"ph":"X","cat":"cuda_runtime","name":"l1","pid":10,"tid":1,"ts":0,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"cuda_runtime","name":"l2","pid":20,"tid":1,"ts":1,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"kernel","name":"k1","pid":10,"tid":7,"ts":10,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"kernel","name":"k2","pid":20,"tid":7,"ts":20,"dur":1,"args":{"correlation":5}})");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("link")),
             QStringList({"link 0 thread 1/l1[0,1000) -> GPU 10 stream 7/k1[10000,11000) 5",
                          "link 0 thread 1/l2[1000,2000) -> GPU 20 stream 7/k2[20000,21000) 5"}));
    QCOMPARE(countOf(*trace, DiagnosticId::LaunchAmbiguous), std::uint64_t{0});
}

/// Process 0 of a Kineto file is GPU 0. A slice without a category there made it a program that was
/// busy on its CPU, and one of a newer, unknown category did too.
void tst_ChromeJsonReader::knowsDevicesBySlicesWithoutCategory()
{
    const auto trace = read(
        R"({"ph":"X","name":"odd","pid":0,"tid":7,"ts":1,"dur":2},
        {"ph":"X","cat":"cuda_profiler_range","name":"range","pid":0,"tid":8,"ts":1,"dur":2},
        {"ph":"X","cat":"cuda_runtime","name":"l","pid":10,"tid":1,"ts":0,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"cuda_sync","name":"sync","pid":0,"tid":7,"ts":5,"dur":1},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":1,"args":{"correlation":5}})");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("process ")).filter(QStringLiteral("pid")),
             QStringList({"process process 10 pid 10"}));
    QCOMPARE(
        printTrace(*trace).filter(QStringLiteral("track ")),
        QStringList(
            {"track GPU 0 stream 7 markers of process 10 kind 3 tid -1 device 0 stream -1 rows 1",
             "track GPU 0 stream 8 markers of process 10 kind 3 tid -1 device 0 stream -1 rows 1",
             "track thread 1 of process 10 kind 0 tid 1 device -1 stream -1 rows 1",
             "track GPU 0 stream 7 of process 10 kind 1 tid -1 device 0 stream 7 rows 1"}));
    QCOMPARE(slicesOf(*trace),
             QStringList({"odd[1000,3000) annotation", "sync[5000,6000) annotation",
                          "range[1000,3000) annotation", "l[0,1000) gpu_api",
                          "k[5000,6000) gpu_kernel"}));
    QCOMPARE(countOf(*trace, DiagnosticId::DeviceSliceUnclear), std::uint64_t{2});
}

void tst_ChromeJsonReader::keepsProgramsThatShareAPidWithAKernel()
{
    const auto trace = read(
        R"({"ph":"X","name":"odd","pid":1,"tid":1,"ts":1,"dur":2},
        {"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":2,"ts":1,"dur":2},
        {"ph":"X","cat":"kernel","name":"k","pid":1,"tid":7,"ts":5,"dur":1})");
    QCOMPARE(slicesOf(*trace), QStringList({"odd[1000,3000) native", "op[1000,3000) backend",
                                            "k[5000,6000) gpu_kernel"}));
    QCOMPARE(countOf(*trace, DiagnosticId::DeviceSliceUnclear), std::uint64_t{0});
}

void tst_ChromeJsonReader::joinsBackwardToForward()
{
    const auto trace =
        read(R"({"ph":"X","cat":"cpu_op","name":"fwd","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","cat":"cpu_op","name":"inner","pid":1,"tid":1,"ts":2,"dur":3},
        {"ph":"X","cat":"cpu_op","name":"bwd","pid":1,"tid":2,"ts":20,"dur":10},
        {"ph":"s","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":1,"ts":6},
        {"ph":"f","bp":"e","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":2,"ts":20},
        {"ph":"s","cat":"fwdbwd","name":"fwdbwd","id":2,"pid":1,"tid":1,"ts":6},
        {"ph":"f","bp":"e","cat":"fwdbwd","name":"fwdbwd","id":3,"pid":1,"tid":2,"ts":20},
        {"ph":"s","cat":"other","name":"o","id":4,"pid":1,"tid":1,"ts":3},
        {"ph":"t","cat":"other","name":"o","id":4,"pid":1,"tid":1,"ts":7},
        {"ph":"f","cat":"other","name":"o","id":4,"pid":1,"tid":2,"ts":25})");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("link")),
             QStringList({"link 5 thread 1/inner[2000,5000) -> thread 1/fwd[0,10000) -1",
                          "link 1 thread 1/fwd[0,10000) -> thread 2/bwd[20000,30000) -1",
                          "link 5 thread 1/fwd[0,10000) -> thread 2/bwd[20000,30000) -1"}));
    QCOMPARE(countOf(*trace, DiagnosticId::FlowUnmatched), std::uint64_t{2});
}

void tst_ChromeJsonReader::readsCountersAndInstants()
{
    const auto trace = read(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"C","name":"memory","pid":1,"ts":1,"args":{"used":5,"free":"2.5","bad":"x"}},
        {"args":{"used":6},"ph":"C","name":"memory","pid":1,"ts":2},
        {"ph":"C","name":"util","pid":"GPU 0 Counters","ts":3,"args":{"":40}},
        {"ph":"i","name":"here","pid":1,"tid":1,"ts":4},{"ph":"I","name":"there","pid":7,"tid":7,"ts":5})");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("sample")),
             QStringList({"sample memory used 1000 5", "sample memory used 2000 6",
                          "sample memory free 1000 2.5", "sample util 3000 40"}));
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("instant")),
             QStringList({"instant here 4000", "instant there 5000"}));
    QCOMPARE(countOf(*trace, DiagnosticId::CounterValueInvalid), std::uint64_t{1});
    QCOMPARE(trace->slices().size(), std::size_t{1});
    QCOMPARE(trace->processes().size(), std::size_t{1});
}

void tst_ChromeJsonReader::namesProcessesAndThreads()
{
    const auto trace =
        read(R"({"ph":"M","name":"process_name","pid":"12","args":{"name":"trainer"}},
        {"ph":"M","name":"process_name","pid":0,"args":{"name":"GPU 0"}},
        {"ph":"M","name":"thread_name","pid":12,"tid":"34","ts":null,"args":{"name":"old"}},
        {"ph":"M","name":"thread_name","pid":12,"tid":34,"args":{"name":"main"}},
        {"ph":"M","name":"thread_sort_index","pid":12,"tid":34,"args":{"sort_index":-3}},
        {"ph":"X","name":"a","pid":12,"tid":34,"ts":0,"dur":10},{"ph":"X","name":"b","pid":-1,"tid":"pool","ts":0,"dur":10})");
    QCOMPARE(printTrace(*trace).filter(QStringLiteral("process")).first(2),
             QStringList({"process trainer pid 12", "process process -1 pid -1"}));
    QCOMPARE(
        printTrace(*trace).filter(QStringLiteral("track")),
        QStringList({"track main of trainer kind 0 tid 34 device -1 stream -1 rows 1",
                     "track thread pool of process -1 kind 0 tid -1 device -1 stream -1 rows 1"}));
    QCOMPARE(trace->tracks()[0].sortIndex, -3);
}

void tst_ChromeJsonReader::countsWhatItCannotUse_data()
{
    QTest::addColumn<QString>("event");
    QTest::addColumn<QString>("diagnostic");
    QTest::addColumn<int>("slices");
    const auto row = [](const char* what, const char* event, const char* diagnostic, int slices) {
        QTest::newRow(what) << event << diagnostic << slices;
    };
    row("no time", R"({"ph":"X","name":"a","pid":1,"tid":1,"dur":3})", "event_without_time", 0);
    row("time is text", R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":"3x","dur":3})",
        "event_time_invalid", 0);
    row("duration is text", R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":3,"dur":"x"})",
        "event_time_invalid", 0);
    row("time too large", R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1e300,"dur":3})",
        "event_time_out_of_range", 0);
    row("duration null", R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":3,"dur":null})",
        "duration_missing", 1);
    row("negative duration", R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":3,"dur":-1})",
        "negative_duration", 1);
    row("unknown phase", R"({"ph":"Z","name":"a","pid":1,"tid":1,"ts":3})", "unknown_phase", 0);
    row("not JSON", R"({"ph":"X","name":})", "event_not_parsed", 0);
    row("not an object", "null", "event_not_an_object", 0);
    row("kernel before its launch",
        R"({"ph":"X","cat":"cuda_runtime","name":"l","pid":1,"tid":1,"ts":9,"dur":1,"args":{"correlation":5}},
           {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":1,"ts":3,"dur":1,"args":{"correlation":5}})",
        "kernel_before_launch", 2);
}

void tst_ChromeJsonReader::countsWhatItCannotUse()
{
    QFETCH(const QString, event);
    QFETCH(const QString, diagnostic);
    QFETCH(const int, slices);
    const auto trace =
        read(event.toStdString() + R"(,{"ph":"X","name":"good","pid":9,"tid":9,"ts":1,"dur":1})");
    QVERIFY(trace);
    const auto list = trace->diagnostics().list();
    QCOMPARE(list.size(), std::size_t{1});
    COMPARE_TEXT(list[0].name, diagnostic.toStdString());
    QCOMPARE(list[0].count, std::uint64_t{1});
    QCOMPARE(trace->slices().size(),
             static_cast<std::size_t>(slices) + 1); // the good one is always there
}

void tst_ChromeJsonReader::mendsTexts()
{
    const auto trace =
        read("{\"ph\":\"X\",\"name\":\"caf\xe9\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},"
             "{\"ph\":\"X\",\"name\":\"tab\there\",\"pid\":1,\"tid\":1,\"ts\":3,\"dur\":1},"
             "{\"ph\":\"X\",\"name\":\"esc\\u00e9 "
             "<b>\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1,\"args\":{\"bw\":inf,\"c\":-nan}}");
    QCOMPARE(slicesOf(*trace), QStringList({QStringLiteral("caf\uFFFD[1000,2000) native"),
                                            "tab here[3000,4000) native",
                                            QStringLiteral("esc\u00e9 <b>[5000,6000) native")}));
    QCOMPARE(countOf(*trace, DiagnosticId::InvalidUtf8), std::uint64_t{1});
}

void tst_ChromeJsonReader::keepsArguments()
{
    const TempFolder folder;
    const auto path =
        folder.write("t.json", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":1,"args":{"grid":[1,2,3],"name":"x\"y","deep":{"k":null},"n":-1.50}}])");
    const auto trace = open(path);
    VERIFY_RESULT(trace);
    const auto none = trace->arguments->argumentsOf(trace->store->slices().source[0]);
    VERIFY_RESULT(none);
    QVERIFY(none->empty());
    const auto some = trace->arguments->argumentsOf(trace->store->slices().source[1]);
    VERIFY_RESULT(some);
    QVERIFY(*some == (std::vector<Argument>{{"grid", "[1,2,3]"},
                                            {"name", R"("x\"y")"},
                                            {"deep", R"({"k":null})"},
                                            {"n", "-1.50"}}));
}

void tst_ChromeJsonReader::completesArgumentsAtTheEnd()
{
    const TempFolder folder;
    const auto path = folder.write("t.json", R"([
        {"ph":"B","name":"outer","pid":1,"tid":1,"ts":1,"args":{"a":1,"b":2}},
        {"ph":"B","name":"inner","pid":1,"tid":1,"ts":2},
        {"ph":"X","name":"leaf","pid":1,"tid":1,"ts":3,"dur":1,"args":{"x":0}},
        {"ph":"E","pid":1,"tid":1,"ts":5,"args":{"c":5}},
        {"ph":"E","name":"outer","pid":1,"tid":1,"ts":6,"args":{"d":6,"b":7}}])");
    const auto trace = open(path);
    VERIFY_RESULT(trace);
    const std::vector<std::vector<Argument>> expected = {
        {{"a", "1"}, {"b", "7"}, {"d", "6"}}, {{"c", "5"}}, {{"x", "0"}}};
    const auto& sources = trace->store->slices().source;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto found = trace->arguments->argumentsOf(sources[i]);
        VERIFY_RESULT(found);
        QVERIFY(*found == expected[i]);
    }
    std::vector<std::vector<Argument>> all(3);
    VERIFY_RESULT(trace->arguments->forEach(
        sources,
        [&all](std::size_t index, const std::vector<Argument>& arguments) -> Result<void> {
            all[index] = arguments;
            return {};
        },
        {}));
    QVERIFY(all == expected);
}

void tst_ChromeJsonReader::saysWhyAFileIsNoTrace_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << QByteArray() << "is empty";
    QTest::newRow("white space") << QByteArray(" \n\t ") << "is empty";
    QTest::newRow("other JSON") << QByteArray(R"({"hello":"world"})") << "is not a trace";
    QTest::newRow("text") << QByteArray("hello") << "is not a trace";
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe[\0]\0", 6) << "UTF-16";
    QTest::newRow("gzip cut off at once") << QByteArray("\x1f\x8b\x08\x00\x00", 5) << "is cut off";
}

void tst_ChromeJsonReader::saysWhyAFileIsNoTrace()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, expected);
    const TempFolder folder;
    const auto trace = open(folder.write("t.json", content.toStdString()));
    QVERIFY(!trace.has_value());
    const QString message = QString::fromStdString(trace.error().message);
    QVERIFY2(message.contains(expected), qPrintable(message));
    QVERIFY(message.contains(QStringLiteral("t.json")));
}

void tst_ChromeJsonReader::noticesThatAFileVanished()
{
    const TempFolder folder;
    QVERIFY(open(folder.path("none.json")).error().code == ErrorCode::NotFound);
    QVERIFY(!open(folder.path("")).has_value()); // a folder
    const auto path =
        folder.write("t.json", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])");
    const auto trace = open(path);
    std::filesystem::remove(path);
    const auto arguments = trace->arguments->argumentsOf(trace->store->slices().source[0]);
    QVERIFY(arguments.error().code == ErrorCode::NotFound);
}

void tst_ChromeJsonReader::canBeCancelled()
{
    const TempFolder folder;
    std::string content = "[";
    for (int i = 0; i < 20'000; ++i) {
        content += R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},)";
    }
    std::stop_source source;
    source.request_stop();
    NullProgress progress;
    const auto trace =
        openTrace(folder.write("t.json", content + "]"), progress, source.get_token());
    QVERIFY(trace.error().code == ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(tst_ChromeJsonReader)
#include "tst_chrome_json_reader.moc"
