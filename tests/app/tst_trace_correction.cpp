// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/correction_text.h"
#include "app/models/format.h"
#include "app/models/same_moment.h"
#include "app/models/trace_document.h"
#include "tests/app/recorded_trace.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/model_printer.h"

#include <QSignalSpy>
#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace core = hscope::core;
namespace sim = hscope::sim;

constexpr std::string_view kImported = "thread main: python[0,100)";

core::SliceId findSlice(const core::TraceStore& store, core::Category category)
{
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        if (store.slices().category[i] == category) {
            return core::SliceId(i);
        }
    }
    qFatal("no such slice");
}

/// Time of all slices of overhead.
std::int64_t overheadNs(const core::TraceStore& store)
{
    std::int64_t sum = 0;
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        if (store.slices().category[i] == core::Category::Overhead) {
            sum += store.rangeOf(core::SliceId(i)).length().count();
        }
    }
    return sum;
}

core::TimeRange range(std::int64_t start, std::int64_t end)
{
    return {core::traceTime(start), core::traceTime(end)};
}

QString writeCalibration(const TempFolder& folder, std::string_view name,
                         const sim::Calibration& calibration)
{
    const auto path = folder.path(name);
    return sim::writeCalibration(calibration, path) ? toPathText(path) : QString();
}

} // namespace

class tst_TraceCorrection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isOffAtFirst();
    void takesTimeOutOfTheBreakdown();
    void movesTheTimeline();
    void saysWhatIsMissing();
    void takesCalibrations();
    void refusesWhatIsForAnother();
    void theNewestRequestWins();
    void staysForTheNextTrace();
    void showsOverheadInTheDocument();
    void keepsRangeAndSelection();
    void takesOutWhatTheTraceMarks();
    void everySliceIsFoundAgain();
    void momentsKeepTheirPlace();
};

void tst_TraceCorrection::isOffAtFirst()
{
    TraceCorrection correction;
    QVERIFY(correction.mode() == CorrectionMode::Off);
    QVERIFY(correction.choices().empty());
    correction.setTrace(recordedTrace(kOneOperator));
    QVERIFY(correction.mode() == CorrectionMode::Off);
    QCOMPARE(correction.choices().size(), std::size_t{1});
    QCOMPARE(correction.chosen(), std::optional(std::size_t{0}));
    QVERIFY(correction.obstacle().isEmpty());
    QVERIFY(correction.statusText().isEmpty());
    QVERIFY(!correction.breakdown());
}

void tst_TraceCorrection::takesTimeOutOfTheBreakdown()
{
    const auto trace = recordedTrace(kOneOperator);
    TraceCorrection correction;
    correction.setTrace(trace);
    correction.setMode(CorrectionMode::Breakdown);
    QCOMPARE(correction.statusText(), QStringLiteral("correcting…"));
    QTRY_VERIFY(correction.breakdown() && correction.timeline());
    QCOMPARE(
        printBreakdown(*trace, correction.breakdown()->breakdown),
        QStringList({QStringLiteral("(outside): python 40"), QStringLiteral("train: python 36"),
                     QStringLiteral("train: backend 16")}));
    QCOMPARE(correction.breakdown()->breakdown.wall.length().count(), 92);
    // The recorder's cost is known from 7 * 0.8 to 9 * 1.5 ns: 8 -2.4 +5.5, both about 1.96 sigma
    // of one normal distribution.
    QVERIFY(correction.breakdown()->wallLowNs < 92);
    QVERIFY(correction.breakdown()->wallHighNs > 92);
    QVERIFY2(correction.statusText().startsWith(u"corrected ±"),
             qPrintable(correction.statusText()));
    QCOMPARE(overheadNs(*correction.timeline()->store), std::int64_t{8});
    QCOMPARE(overheadNs(*trace), std::int64_t{0});
    correction.setMode(CorrectionMode::Off);
    QVERIFY(!correction.breakdown() && !correction.timeline());
}

void tst_TraceCorrection::movesTheTimeline()
{
    TraceCorrection correction;
    correction.setTrace(recordedTrace(kOneOperator));
    correction.setMode(CorrectionMode::Timeline);
    QTRY_VERIFY(correction.timeline() != nullptr);
    const core::TraceStore& store = *correction.timeline()->store;
    QVERIFY(store.rangeOf(findSlice(store, core::Category::Backend)) == range(18, 34));
    QVERIFY(store.rangeOf(findSlice(store, core::Category::Python)) == range(0, 92));
    QCOMPARE(overheadNs(store), std::int64_t{0});
}

void tst_TraceCorrection::saysWhatIsMissing()
{
    TraceCorrection correction;
    correction.setMode(CorrectionMode::Breakdown);
    correction.setTrace(recordedTrace(kOneOperator, false));
    QVERIFY(correction.mode() == CorrectionMode::Off);
    QVERIFY(correction.obstacle().contains(u"Open a calibration"));
    QVERIFY(!correction.choices()[0].refusal.isEmpty());
    correction.setTrace(recordedTrace(kImported));
    QVERIFY(correction.obstacle().contains(u"did not record this trace"));
    // An operator with a cost, an operation without one.
    correction.setTrace(recordedTrace("ops main: train[0,60)~program\n"
                                      "thread main: python[0,100) backend[20,40)~torch"));
    QTRY_VERIFY(correction.breakdown() != nullptr);
    QCOMPARE(leftOverTexts(*correction.breakdown()),
             QStringList(QStringLiteral("1 operation: cost not known, still in the times")));
}

void tst_TraceCorrection::takesCalibrations()
{
    const TempFolder folder;
    const auto trace = recordedTrace(kOneOperator, false);
    TraceCorrection correction;
    correction.setTrace(trace);
    const QString even = writeCalibration(folder, "even.json", operatorCalibration({8, 8, 8}));
    QCOMPARE(correction.openCalibration(even), QString());
    QCOMPARE(correction.chosen(), std::optional(std::size_t{1}));
    QCOMPARE(correction.choices()[1].quality,
             QStringLiteral("+13.0% ± 0.8% · 3 repetitions · train · LibTorch operators"));
    correction.setMode(CorrectionMode::Breakdown);
    QTRY_VERIFY(correction.breakdown() != nullptr);
    QCOMPARE(correction.breakdown()->wallNs, std::int64_t{92});
    QCOMPARE(correction.statusText(), QStringLiteral("corrected")); // all repetitions agree
    const QString odd = writeCalibration(folder, "odd.json", operatorCalibration({4, 8, 12}));
    QCOMPARE(correction.openCalibration(odd), QString());
    QCOMPARE(correction.calibrations(), QStringList({odd, even}));
    QTRY_VERIFY(correction.breakdown() != nullptr);
    // Three repetitions leave much open, but nothing takes less than no time.
    QVERIFY(correction.breakdown()->wallLowNs < 92);
    QVERIFY(correction.breakdown()->wallHighNs > 92 && correction.breakdown()->wallHighNs <= 100);
    TraceCorrection next;
    const QString gone = toPathText(folder.path("gone.json"));
    QCOMPARE(next.openCalibration(even), QString());
    next.addCalibrations({odd, gone, even}); // what is open stays, and what is not there comes back
    next.setTrace(trace);
    QCOMPARE(next.calibrations(), QStringList({even, odd, gone}));
    QCOMPARE(next.chosen(), std::optional(std::size_t{1}));
}

void tst_TraceCorrection::refusesWhatIsForAnother()
{
    const TempFolder folder;
    TraceCorrection correction;
    correction.setTrace(recordedTrace(kOneOperator));
    sim::Calibration elsewhere = operatorCalibration({8, 8, 8});
    elsewhere.model.origin.machine = "there";
    const QString reason =
        correction.openCalibration(writeCalibration(folder, "elsewhere.json", elsewhere));
    QVERIFY2(reason.contains(u"there") && reason.contains(u"here"), qPrintable(reason));
    QCOMPARE(correction.chosen(), std::optional(std::size_t{0}));
    correction.choose(1);
    QCOMPARE(correction.chosen(), std::optional(std::size_t{0}));
    sim::Calibration python = operatorCalibration({8, 8, 8});
    python.model.costs[0].kind = core::OverheadKind::Python;
    QVERIFY(!correction.openCalibration(writeCalibration(folder, "python.json", python)).isEmpty());
    // Chosen before the trace is there, it is not replaced in silence either.
    TraceCorrection early;
    QCOMPARE(early.openCalibration(toPathText(folder.path("elsewhere.json"))), QString());
    early.setMode(CorrectionMode::Breakdown);
    early.setTrace(recordedTrace(kOneOperator));
    QVERIFY(!early.chosen());
    QVERIFY(early.mode() == CorrectionMode::Off);
    QVERIFY2(early.obstacle().contains(u"there"), qPrintable(early.obstacle()));
    early.choose(0);
    QVERIFY(early.mode() == CorrectionMode::Breakdown && early.obstacle().isEmpty());
    QVERIFY(correction.openCalibration(toPathText(folder.write("odd.json", "[1]")))
                .contains(u"odd.json"));
    QCOMPARE(correction.choices().size(), std::size_t{3});
}

void tst_TraceCorrection::theNewestRequestWins()
{
    TraceCorrection correction;
    correction.setTrace(recordedTrace(kOneOperator));
    const QSignalSpy timelines(&correction, &TraceCorrection::timelineChanged);
    correction.setMode(CorrectionMode::Breakdown);
    correction.setMode(CorrectionMode::Timeline);
    correction.setMode(CorrectionMode::Breakdown);
    correction.setAttribution(core::Attribution::Time);
    QTRY_VERIFY(correction.timeline() && correction.breakdown());
    QTest::qWait(50);
    QVERIFY(correction.timeline()->mode == CorrectionMode::Breakdown);
    QVERIFY(correction.breakdown()->breakdown.attribution == core::Attribution::Time);
    QCOMPARE(timelines.size(), 1);
}

void tst_TraceCorrection::staysForTheNextTrace()
{
    const TempFolder folder;
    TraceCorrection correction;
    correction.setTrace(recordedTrace(kOneOperator));
    correction.setMode(CorrectionMode::Breakdown);
    correction.setTrace(recordedTrace(kImported));
    QVERIFY(correction.mode() == CorrectionMode::Off);
    QVERIFY(!correction.timeline());
    correction.setTrace(recordedTrace(kOneOperator));
    QVERIFY(correction.mode() == CorrectionMode::Breakdown);
    QTRY_VERIFY(correction.breakdown() != nullptr);
}

void tst_TraceCorrection::showsOverheadInTheDocument()
{
    const TempFolder folder;
    TraceDocument document;
    document.open(writeTrace(folder, "one.hscope", *recordedTrace(kOneOperator)));
    QTRY_VERIFY(document.breakdown() != nullptr);
    const auto loaded = document.store();
    const auto recorded = document.breakdown();
    QCOMPARE(recorded->wall.length().count(), 100);
    document.correction().setMode(CorrectionMode::Breakdown);
    QVERIFY(document.breakdown() == nullptr);
    QTRY_VERIFY(document.breakdown() && document.shownCorrection() == CorrectionMode::Breakdown);
    QCOMPARE(document.breakdown()->wall.length().count(), 92);
    QCOMPARE(overheadNs(*document.store()), std::int64_t{8});
    QVERIFY(document.analysedStore() == loaded);
    QVERIFY(document.loadedStore() == loaded);
    document.correction().setMode(CorrectionMode::Timeline);
    QCOMPARE(document.breakdown()->wall.length().count(), 92); // known already
    QTRY_VERIFY(document.shownCorrection() == CorrectionMode::Timeline);
    QCOMPARE(document.traceRange().length().count(), 92);
    QVERIFY(document.analysedStore() == document.store());
    document.correction().setMode(CorrectionMode::Off);
    QVERIFY(document.store() == loaded);
    QVERIFY(document.breakdown() == recorded);
}

void tst_TraceCorrection::keepsRangeAndSelection()
{
    const TempFolder folder;
    TraceDocument document;
    document.open(writeTrace(folder, "one.hscope", *recordedTrace(kOneOperator)));
    QTRY_VERIFY(document.breakdown() != nullptr);
    const core::SliceId selected = findSlice(*document.store(), core::Category::Backend);
    document.select(selected);
    document.jumpTo(range(20, 60));
    document.correction().setMode(CorrectionMode::Breakdown);
    QTRY_VERIFY(document.shownCorrection() == CorrectionMode::Breakdown);
    QVERIFY(document.visibleRange() == range(20, 60));
    QVERIFY(document.selection() &&
            *document.selection() == findSlice(*document.store(), core::Category::Backend));
    QCOMPARE(document.overheadOfSelection(), std::optional(core::Duration(4)));
    // What the recorder did has no arguments and is not in the trace.
    const core::SliceId overhead = findSlice(*document.store(), core::Category::Overhead);
    const QSignalSpy arguments(&document, &TraceDocument::argumentsLoaded);
    document.requestArguments(overhead);
    QCOMPARE(arguments.size(), 1);
    QVERIFY(!arguments[0][2].toString().isEmpty());
    document.correction().setMode(CorrectionMode::Timeline);
    QTRY_VERIFY(document.shownCorrection() == CorrectionMode::Timeline);
    // 2 of the overhead lie before 20, and all 8 before 60.
    QCOMPARE(core::toNs(document.visibleRange().start), std::int64_t{18});
    QVERIFY(document.store()->rangeOf(*document.selection()) == range(18, 34));
    QCOMPARE(document.overheadOfSelection(), std::optional(core::Duration(4)));
    document.correction().setMode(CorrectionMode::Off);
    QVERIFY(document.visibleRange() == range(20, 60));
    QCOMPARE(document.selection(), std::optional(selected));
    QVERIFY(!document.overheadOfSelection());
    document.goBack();
    QVERIFY(document.visibleRange() == range(0, 100));
}

void tst_TraceCorrection::takesOutWhatTheTraceMarks()
{
    const TempFolder folder;
    TraceDocument document;
    document.open(folder.write("marked.json", R"json([
{"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
{"ph": "X", "cat": "overhead", "name": "Buffer Flush", "pid": 1, "tid": 1, "ts": 40, "dur": 10}
])json"));
    QTRY_VERIFY(document.breakdown() != nullptr);
    const auto& choices = document.correction().choices();
    QCOMPARE(choices.size(), std::size_t{1});
    QCOMPARE(choices[0].title, QStringLiteral("Marked in the trace"));
    QCOMPARE(choices[0].quality, QStringLiteral("1 slice of overhead, taken out as marked"));
    document.correction().setMode(CorrectionMode::Breakdown);
    QTRY_VERIFY(document.breakdown() != nullptr);
    QCOMPARE(document.correction().statusText(), QStringLiteral("corrected"));
}

/// Twenty nested operators; each is found in the trace with overhead, and back.
void tst_TraceCorrection::everySliceIsFoundAgain()
{
    std::string literal = "thread main: python[0,2100)";
    for (int i = 0; i < 20; ++i) {
        const int start = 20 + 100 * i;
        literal += " backend[" + std::to_string(start) + ',' + std::to_string(start + 80) +
                   ")~torch python[" + std::to_string(start + 20) + ',' +
                   std::to_string(start + 40) + ")~torch";
    }
    TraceCorrection correction;
    const auto trace = recordedTrace(literal);
    correction.setTrace(trace);
    correction.setMode(CorrectionMode::Breakdown);
    QTRY_VERIFY(correction.timeline() != nullptr);
    const core::TraceStore& marked = *correction.timeline()->store;
    QVERIFY(marked.slices().size() > trace->slices().size() + 40);
    for (std::uint32_t i = 0; i < trace->slices().size(); ++i) {
        const auto there = sameSlice(*trace, core::SliceId(i), marked);
        QVERIFY(there);
        QVERIFY(marked.rangeOf(*there) == trace->rangeOf(core::SliceId(i)));
        QCOMPARE(sameSlice(marked, *there, *trace), std::optional(core::SliceId(i)));
    }
    for (std::uint32_t i = 0; i < marked.slices().size(); ++i) {
        const bool isMark = marked.slices().category[i] == core::Category::Overhead;
        QCOMPARE(sameSlice(marked, core::SliceId(i), *trace).has_value(), !isMark);
    }
}

void tst_TraceCorrection::momentsKeepTheirPlace()
{
    const auto before = traceFromLiteral("thread main: python[0,10) python[20,30) python[100,200)");
    const auto after = traceFromLiteral("thread main: python[0,10) python[10,20) python[50,150)");
    QVERIFY(sameRange(*before, range(0, 200), *after) == range(0, 150));
    QVERIFY(sameRange(*before, range(10, 20), *after) == range(5, 10));
    QVERIFY(sameRange(*before, range(60, 150), *after) == range(30, 100));
    QVERIFY(sameRange(*after, range(30, 100), *before) == range(60, 150));
    QVERIFY(sameRange(*before, range(-10, 20), *after) == range(-10, 10));
}

QTEST_GUILESS_MAIN(tst_TraceCorrection)

#include "tst_trace_correction.moc"
