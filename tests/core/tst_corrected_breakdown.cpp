// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/corrected_breakdown.h"
#include "core/correction/model_draws.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using namespace hscope::test;

namespace {

OverheadCost cost(OverheadKind kind, double mean, double inside = 0)
{
    return {kind, {}, mean, mean, mean, inside, 1, {}};
}

CorrectedBreakdown correct(const TraceStore& trace, const OverheadModel& model,
                           CorrectionMethod method = CorrectionMethod::Occurrence,
                           Attribution attribution = Attribution::Time)
{
    NullProgress progress;
    return *computeCorrectedBreakdown(trace, model, attribution, method, progress, {});
}

} // namespace

class tst_CorrectedBreakdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesX2ByRlScopesRule();
    void takesTimeOutWhereItOccurred();
    void leavesTheGpuAlone();
    void keepsOtherThreads();
    void letsTheShorterProcessWait();
    void saysWhatWasLost();
    void doesNotDependOnOtherMarks_data();
    void doesNotDependOnOtherMarks();
    void keepsTheOrderOfPhases();
    void saysWhatItDoesNotKnow();
    void saysHowSureItIs();
    void stopsWhenAsked();
};

/// Case X2 of the published facts on RL-Scope (6.5): CUPTI 2 at the begin of a call, interception 1
/// at its end, annotation 3 at the begin of an operation, Python to C 1 for the backend. What is
/// outside of operations is not in the published case; it has no overhead.
void tst_CorrectedBreakdown::givesX2ByRlScopesRule()
{
    const auto trace = traceFromLiteral(
        "ops main: train[0,100) inference[10,40) backprop[40,90)\n"
        "thread main: python[0,15) backend[15,18) gpu_api[18,28)#1 backend[28,30) python[30,45) "
        "backend[45,50) gpu_api[50,65)#2 backend[65,70) python[70,100) python[105,110)\n"
        "gpu 0/7: gpu_kernel[25,44)@1 gpu_kernel[55,95)@2 gpu_kernel[98,108)\n");
    const OverheadModel model{{},
                              {cost(OverheadKind::Annotation, 3), cost(OverheadKind::Python, 1),
                               cost(OverheadKind::GpuApi, 1), cost(OverheadKind::Cupti, 2)}};
    const CorrectedBreakdown corrected = correct(*trace, model, CorrectionMethod::RlScope);
    QCOMPARE(printBreakdown(*trace, corrected.breakdown),
             QStringList({"(outside): python 2", "(outside): gpu_kernel 5",
                          "(outside): python + gpu_kernel 3", "backprop: python 1",
                          "backprop: backend 5", "backprop: gpu_api 3", "backprop: gpu_kernel 5",
                          "backprop: python + gpu_kernel 20", "backprop: backend + gpu_kernel 4",
                          "backprop: gpu_api + gpu_kernel 10", "inference: python 2",
                          "inference: backend 3", "inference: gpu_api 5", "inference: gpu_kernel 2",
                          "inference: python + gpu_kernel 9", "inference: backend + gpu_kernel 1",
                          "inference: gpu_api + gpu_kernel 3", "train: python 10",
                          "train: python + gpu_kernel 7"}));
    QCOMPARE(corrected.wallNs, std::int64_t{100}); // 10 are taken out
}

/// Of 8 ns 2 lie before the slice, 2 and 2 in it, 2 after it.
void tst_CorrectedBreakdown::takesTimeOutWhereItOccurred()
{
    const auto trace = traceFromLiteral("ops main: train[0,60)\n"
                                        "thread main: python[0,100) backend[20,40)~torch");
    const CorrectedBreakdown corrected = correct(*trace, {{}, {cost(OverheadKind::Torch, 8, 4)}});
    QCOMPARE(printBreakdown(*trace, corrected.breakdown),
             QStringList({"(outside): python 40", "train: python 36", "train: backend 16"}));
    QCOMPARE(corrected.wallNs, std::int64_t{92});
    QCOMPARE(corrected.removed.size(), std::size_t{1});
    QCOMPARE(corrected.removed[0].events, std::uint64_t{1});
    QCOMPARE(corrected.removed[0].timeNs, std::int64_t{8});
    QVERIFY(corrected.unknown.empty());
}

/// The recorder worked while the kernel ran: then the kernel runs alone.
void tst_CorrectedBreakdown::leavesTheGpuAlone()
{
    const auto trace = traceFromLiteral("thread main: python[0,100) backend[20,40)~torch\n"
                                        "gpu 0/7: gpu_kernel[38,42)");
    const CorrectedBreakdown corrected = correct(*trace, {{}, {cost(OverheadKind::Torch, 8, 4)}});
    QCOMPARE(
        printBreakdown(*trace, corrected.breakdown),
        QStringList({"(outside): python 76", "(outside): backend 16", "(outside): gpu_kernel 4"}));
    QCOMPARE(corrected.wallNs, std::int64_t{96});
}

/// Another thread goes on while the first one works for the recorder.
void tst_CorrectedBreakdown::keepsOtherThreads()
{
    const auto trace = traceFromLiteral("thread main: python[0,100) backend[20,40)~torch\n"
                                        "thread other: simulator[0,30)");
    const CorrectedBreakdown corrected = correct(*trace, {{}, {cost(OverheadKind::Torch, 8, 4)}});
    // Until 30, the other one alone runs in [18,22); after it, [38,42) is taken out.
    QCOMPARE(printBreakdown(*trace, corrected.breakdown),
             QStringList({"(outside): python 58", "(outside): simulator 4",
                          "(outside): python + simulator 18", "(outside): backend 8",
                          "(outside): simulator + backend 8"}));
    QCOMPARE(corrected.wallNs, std::int64_t{96});
}

void tst_CorrectedBreakdown::letsTheShorterProcessWait()
{
    const auto trace = traceFromLiteral("process a\nthread main: python[0,100)\n"
                                        "process b\nthread main: backend[0,100)~torch");
    const CorrectedBreakdown corrected = correct(*trace, {{}, {cost(OverheadKind::Torch, 8, 8)}});
    QCOMPARE(printBreakdown(*trace, corrected.breakdown),
             QStringList(
                 {"a| (outside): python 100", "b| (outside): idle 8", "b| (outside): backend 92"}));
    QCOMPARE(corrected.wallNs, std::int64_t{100});
}

void tst_CorrectedBreakdown::saysWhatItDoesNotKnow()
{
    const auto trace = traceFromLiteral("ops main: train[0,60)~program\n"
                                        "thread main: python[0,100) backend[20,40)~torch");
    const CorrectedBreakdown corrected = correct(*trace, {{}, {cost(OverheadKind::Annotation, 0)}});
    QCOMPARE(corrected.wallNs, std::int64_t{100});
    QCOMPARE(corrected.unknown.size(), std::size_t{1});
    QVERIFY(corrected.unknown[0].kind == OverheadKind::Torch);
    QCOMPARE(corrected.unknown[0].events, std::uint64_t{1});
}

/// Ten operators of 10 ns each inside; the calibration saw 8, 10 and 12. A bootstrap of three
/// values has their mean between 8 and 12, its middle 95% within [8, 12] and around 10.
void tst_CorrectedBreakdown::saysHowSureItIs()
{
    const auto trace = traceFromLiteral(
        "thread main: backend[0,100)~torch backend[100,200)~torch backend[200,300)~torch "
        "backend[300,400)~torch backend[400,500)~torch backend[500,600)~torch "
        "backend[600,700)~torch backend[700,800)~torch backend[800,900)~torch "
        "backend[900,1000)~torch");
    OverheadCost torch = cost(OverheadKind::Torch, 10, 10);
    torch.repetitionsNs = {8, 10, 12};
    const CorrectedBreakdown corrected = correct(*trace, {{}, {torch}});
    QCOMPARE(corrected.breakdown.rows.size(), std::size_t{1});
    const BreakdownRow& row = corrected.breakdown.rows[0];
    QCOMPARE(row.timeNs, std::int64_t{900});
    // All three draws the same, of the least or the greatest: 10 +- 2 times the factor for three.
    const auto most = static_cast<std::int64_t>(20 * smallSampleFactor(3)) + 1;
    QVERIFY(row.lowNs >= 900 - most && row.lowNs < 880);
    QVERIFY(row.highNs <= 900 + most && row.highNs > 920);
    QCOMPARE(corrected.wallLowNs, row.lowNs);
    QCOMPARE(corrected.wallHighNs, row.highNs);
    QVERIFY(corrected.removed[0].lowNs < 100 && corrected.removed[0].highNs > 100);
}

void tst_CorrectedBreakdown::saysWhatWasLost()
{
    const auto trace = traceFromLiteral("thread main: backend[0,100)~torch");
    TraceStore::Data data = trace->copy();
    data.diagnostics.count(
        DiagnosticId::RecordingEventsLost, [] { return std::string("here"); }, 7);
    const TraceStore lossy(std::move(data));
    const OverheadModel model{{}, {cost(OverheadKind::Torch, 10, 10)}};
    QCOMPARE(correct(lossy, model).lostEvents, std::uint64_t{7});
    QCOMPARE(correct(*trace, model).lostEvents, std::uint64_t{0});
}

void tst_CorrectedBreakdown::doesNotDependOnOtherMarks_data()
{
    QTest::addColumn<int>("marks");
    for (const int marks : {0, 10, 1000, 100'000}) {
        QTest::addRow("%d", marks) << marks;
    }
}

/// An operation of a millisecond and one of half of that, with scopes that contain nothing, half of
/// them in the first and half between the two; recording one takes 30 ns, 14 of them inside.
void tst_CorrectedBreakdown::doesNotDependOnOtherMarks()
{
    QFETCH(const int, marks);
    constexpr int kWorkNs = 1'000'000;
    constexpr int kRestNs = 500'000;
    const int inside = marks / 2;
    const int piece = kWorkNs / (inside + 1);
    std::string scopes;
    int now = 0;
    const auto record = [&scopes, &now](int times, int between) {
        for (int i = 0; i < times; ++i) {
            now += between + 8;
            scopes +=
                " native[" + std::to_string(now) + "," + std::to_string(now + 14) + ")~program";
            now += 14 + 8;
        }
    };
    record(inside, piece);
    now += kWorkNs - inside * piece;
    const int workEnd = now;
    record(marks - inside, 0);
    const std::string rest = std::to_string(now) + "," + std::to_string(now + kRestNs);
    const auto trace = traceFromLiteral("ops main: work[0," + std::to_string(workEnd) + ") rest[" +
                                        rest + ")\nthread main: python[0," +
                                        std::to_string(now + kRestNs) + ")" + scopes);
    const CorrectedBreakdown corrected = correct(*trace, {{}, {cost(OverheadKind::Scope, 30, 14)}});
    QCOMPARE(printBreakdown(*trace, corrected.breakdown),
             QStringList({"rest: python 500000", "work: python 1000000"}));
    QCOMPARE(corrected.wallNs, std::int64_t{kWorkNs + kRestNs});
}

/// The names are numbered in the order of the text.
void tst_CorrectedBreakdown::keepsTheOrderOfPhases()
{
    const auto trace =
        traceFromLiteral("phase late[50,100)\nphase early[0,50)\nthread main: python[0,100)");
    const CorrectedBreakdown corrected = correct(*trace, {}, CorrectionMethod::Occurrence);
    QCOMPARE(corrected.breakdown.rows.size(), std::size_t{2});
    QCOMPARE(QString::fromUtf8(trace->text(*corrected.breakdown.rows[0].phase)),
             QStringLiteral("early"));
    QCOMPARE(QString::fromUtf8(trace->text(*corrected.breakdown.rows[1].phase)),
             QStringLiteral("late"));
}

void tst_CorrectedBreakdown::stopsWhenAsked()
{
    const auto trace = traceFromLiteral("thread main: python[0,100)");
    std::stop_source stop;
    stop.request_stop();
    NullProgress progress;
    const auto corrected = computeCorrectedBreakdown(
        *trace, {}, Attribution::Launch, CorrectionMethod::Occurrence, progress, stop.get_token());
    QVERIFY(!corrected);
    QVERIFY(corrected.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(tst_CorrectedBreakdown)

#include "tst_corrected_breakdown.moc"
