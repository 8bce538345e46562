// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/correction_validation.h"
#include "core/correction/measured_span.h"
#include "core/correction/model_draws.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/trace_literal.h"

#include <QTest>

#include <cmath>

using namespace hscope::core;
using namespace hscope::test;

namespace {

OverheadModel torchModel()
{
    return {{}, {{OverheadKind::Torch, {}, 8, 8, 8, 4, 1, {}}}};
}

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-9;
}

} // namespace

class tst_CorrectionValidation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void measuresIterations();
    void measuresTheRecordingWithoutIterations();
    void countsTheEventsOfIterations();
    void followsTheFormulas();
    void hasIntervalsFromTheRuns();
    void drawsRunsOfOneRoundTogether();
    void isInconclusiveWhereTheIntervalIsWide();
    void leavesDormantCallsOutOfBoth();
    void followsOperations();
    void leavesOutWhatTheTraceMarks();
    void refusesCostsItDoesNotKnow();
};

void tst_CorrectionValidation::measuresIterations()
{
    const auto trace = traceFromLiteral("process a\nthread main: python[0,100)\n"
                                        "iterations main: 1[10,40) 2[50,90)\n"
                                        "process b\nthread main: python[0,100)\n"
                                        "iterations main: 1[20,95)");
    QCOMPARE(measuredSpan(*trace), (TimeRange{traceTime(10), traceTime(90)}));
}

void tst_CorrectionValidation::measuresTheRecordingWithoutIterations()
{
    const auto trace = traceFromLiteral("thread main: python[10,100)");
    QCOMPARE(measuredSpan(*trace), (TimeRange{traceTime(10), traceTime(100)}));
    TraceStore::Data data = trace->copy();
    data.meta = {{"recording_start_ns", "-5"}, {"recording_stop_ns", "120"}};
    QCOMPARE(measuredSpan(TraceStore(std::move(data))), (TimeRange{traceTime(-5), traceTime(120)}));
}

/// Outside of the iterations and in other processes events do not make them longer.
void tst_CorrectionValidation::countsTheEventsOfIterations()
{
    const auto trace = traceFromLiteral(
        "process a\nthread main: backend[0,5)~torch backend[20,30)~torch backend[35,45)~torch "
        "backend[95,99)~torch\niterations main: 1[10,40) 2[50,90)\n"
        "process b\nthread main: backend[20,30)~torch");
    const auto torch = static_cast<std::size_t>(OverheadKind::Torch);
    QCOMPARE(measuredEvents(*trace)[torch], std::uint64_t{2});
    QCOMPARE(countEvents(*trace)[torch], std::uint64_t{5});
    // Without iterations the whole recording is measured.
    QCOMPARE(measuredEvents(*traceFromLiteral("thread main: backend[0,5)~torch"))[torch],
             std::uint64_t{1});
}

/// One operator of 8 ns in an iteration of 108: without recording it takes 100, corrected 100.
void tst_CorrectionValidation::followsTheFormulas()
{
    ValidationRuns runs;
    const auto trace = traceFromLiteral("thread main: python[0,108) backend[20,40)~torch\n"
                                        "iterations main: 1[0,108)");
    QVERIFY(runs.addRecorded(*trace, torchModel()).has_value());
    QVERIFY(runs.addRecorded(*trace, torchModel()).has_value());
    runs.span.uninstrumentedNs = {100, 100};
    const CorrectionValidation exact = validateCorrection(runs.span, runs.model);
    QVERIFY(isNear(exact.correctedNs, 100));
    QVERIFY(isNear(exact.bias.percent, 0) && isNear(exact.bias.low, 0) &&
            isNear(exact.bias.high, 0));
    QVERIFY(isNear(exact.uncorrectedBias.percent, 8));
    QVERIFY(isNear(exact.removed.percent, 100));
    // Had it taken 98, the corrected 100 are 2 / 98 too much, and 8 of 10 are taken out.
    runs.span.uninstrumentedNs = {98, 98};
    const CorrectionValidation biased = validateCorrection(runs.span, runs.model);
    QVERIFY(isNear(biased.bias.percent, 100.0 * 2 / 98));
    QVERIFY(isNear(biased.removed.percent, 80));
    QCOMPARE(biased.runs, std::size_t{2});
}

/// Runs without recording of 99 and 101: resampled means are 99 to 101, which two runs leave that
/// many times as uncertain.
void tst_CorrectionValidation::hasIntervalsFromTheRuns()
{
    ValidationRuns runs;
    const auto trace = traceFromLiteral("thread main: python[0,108) backend[20,40)~torch\n"
                                        "iterations main: 1[0,108)");
    QVERIFY(runs.addRecorded(*trace, torchModel()).has_value());
    runs.span.uninstrumentedNs = {99, 101};
    const CorrectionValidation result = validateCorrection(runs.span, runs.model);
    QVERIFY(isNear(result.bias.percent, 0));
    const double most = smallSampleFactor(2);
    QVERIFY(isNear(result.bias.low, 100 * -most / (100 + most)));
    QVERIFY(isNear(result.bias.high, 100 * most / (100 - most)));
}

/// In the second round the machine was slower; each round by itself has no bias.
void tst_CorrectionValidation::drawsRunsOfOneRoundTogether()
{
    TimedRuns runs;
    runs.uninstrumentedNs = {100, 102};
    runs.recorded = {{110, 100, {}, 0}, {112.2, 102, {}, 0}};
    const CorrectionValidation result = validateCorrection(runs, {});
    QVERIFY(isNear(result.bias.low, 0) && isNear(result.bias.high, 0));
    QVERIFY(isNear(result.uncorrectedBias.low, 10) && isNear(result.uncorrectedBias.high, 10));
}

void tst_CorrectionValidation::isInconclusiveWhereTheIntervalIsWide()
{
    CorrectionValidation result;
    result.bias = {9, 7, 11};
    QVERIFY(result.isConclusive());
    result.bias = {0, -2, 2.1};
    QVERIFY(!result.isConclusive());
}

/// Recording takes 6 ns and the calls 2: without recording the run of 100 still has these, so 98
/// are what is compared with the corrected 98 of 106.
void tst_CorrectionValidation::leavesDormantCallsOutOfBoth()
{
    const OverheadModel model{{}, {{OverheadKind::Scope, {}, 6, 6, 6, 3, 1, {}, 2}}};
    ValidationRuns runs;
    const auto trace = traceFromLiteral("ops main: a[0,106)\n"
                                        "thread main: native[20,40)~program\n"
                                        "iterations main: 1[0,106)");
    QVERIFY(runs.addRecorded(*trace, model).has_value());
    runs.span.uninstrumentedNs = {100};
    runs.operations["a"].uninstrumentedNs = {100};
    for (const TimedRuns& times : {runs.span, runs.operations.at("a")}) {
        const CorrectionValidation result = validateCorrection(times, runs.model);
        QVERIFY(isNear(result.uninstrumentedNs, 98) && isNear(result.correctedNs, 98));
        QVERIFY(isNear(result.bias.percent, 0) && isNear(result.removed.percent, 100));
    }
}

/// Two operations of 50 and 58 ns, the second with an operator of 8 ns; in the run without
/// operators they take 49 and 50.
void tst_CorrectionValidation::followsOperations()
{
    ValidationRuns runs;
    const auto recorded = traceFromLiteral("thread main: python[0,108) backend[60,80)~torch\n"
                                           "ops main: a[0,50) b[50,108)\n"
                                           "iterations main: 1[0,108)");
    const auto without = traceFromLiteral("thread main: python[0,99)\n"
                                          "ops main: a[0,49) b[49,99)\n"
                                          "iterations main: 1[0,99)");
    QVERIFY(runs.addRecorded(*recorded, torchModel()).has_value());
    runs.addOperations(*without, torchModel());
    QCOMPARE(runs.operations.size(), std::size_t{2});
    const CorrectionValidation a = validateCorrection(runs.operations.at("a"), runs.model);
    QVERIFY(isNear(a.instrumentedNs, 50) && isNear(a.correctedNs, 50));
    QVERIFY(isNear(a.bias.percent, 100.0 * 1 / 49));
    const CorrectionValidation b = validateCorrection(runs.operations.at("b"), runs.model);
    QVERIFY(isNear(b.instrumentedNs, 58) && isNear(b.correctedNs, 50));
    QVERIFY(isNear(b.bias.percent, 0) && isNear(b.removed.percent, 100));
}

/// What the recorder took for itself and says so is in neither of the two times that are compared.
void tst_CorrectionValidation::leavesOutWhatTheTraceMarks()
{
    const auto trace = traceFromLiteral("thread main: python[0,108) overhead[10,18)\n"
                                        "iterations main: 1[0,108)");
    QCOMPARE(spanWithoutMarked(*trace), std::int64_t{100});
    const auto plain = traceFromLiteral("thread main: python[0,108) overhead[10,18)");
    QCOMPARE(spanWithoutMarked(*plain), std::int64_t{100});
    ValidationRuns runs;
    runs.addUninstrumented(*trace);
    QCOMPARE(runs.span.uninstrumentedNs, std::vector<double>{100});
}

void tst_CorrectionValidation::refusesCostsItDoesNotKnow()
{
    ValidationRuns runs;
    const auto trace = traceFromLiteral("thread main: backend[20,40)~program");
    const auto added = runs.addRecorded(*trace, torchModel());
    QVERIFY(!added);
    QVERIFY(added.error().message.find("scope events") != std::string::npos);
}

QTEST_GUILESS_MAIN(tst_CorrectionValidation)

#include "tst_correction_validation.moc"
