// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/correction_validation.h"
#include "core/correction/measured_span.h"
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
    void followsTheFormulas();
    void hasIntervalsFromTheRuns();
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

/// One operator of 8 ns in an iteration of 108: without recording it takes 100, corrected 100.
void tst_CorrectionValidation::followsTheFormulas()
{
    ValidationRuns runs;
    const auto trace = traceFromLiteral("thread main: python[0,108) backend[20,40)~torch\n"
                                        "iterations main: 1[0,108)");
    QVERIFY(runs.add(*trace, torchModel()).has_value());
    QVERIFY(runs.add(*trace, torchModel()).has_value());
    runs.uninstrumentedNs = {100, 100};
    const CorrectionValidation exact = validateCorrection(runs);
    QVERIFY(isNear(exact.correctedNs, 100));
    QVERIFY(isNear(exact.bias.percent, 0) && isNear(exact.bias.low, 0) &&
            isNear(exact.bias.high, 0));
    QVERIFY(isNear(exact.uncorrectedBias.percent, 8));
    QVERIFY(isNear(exact.removed.percent, 100));
    // Had it taken 98, the corrected 100 are 2 / 98 too much, and 8 of 10 are taken out.
    runs.uninstrumentedNs = {98, 98};
    const CorrectionValidation biased = validateCorrection(runs);
    QVERIFY(isNear(biased.bias.percent, 100.0 * 2 / 98));
    QVERIFY(isNear(biased.removed.percent, 80));
    QCOMPARE(biased.runs, std::size_t{2});
}

/// Runs without recording of 99 and 101: their mean is anything from one to the other.
void tst_CorrectionValidation::hasIntervalsFromTheRuns()
{
    ValidationRuns runs;
    const auto trace = traceFromLiteral("thread main: python[0,108) backend[20,40)~torch\n"
                                        "iterations main: 1[0,108)");
    QVERIFY(runs.add(*trace, torchModel()).has_value());
    runs.uninstrumentedNs = {99, 101};
    const CorrectionValidation result = validateCorrection(runs);
    QVERIFY(isNear(result.bias.percent, 0));
    QVERIFY(isNear(result.bias.low, 100.0 * -1 / 101));
    QVERIFY(isNear(result.bias.high, 100.0 * 1 / 99));
}

void tst_CorrectionValidation::refusesCostsItDoesNotKnow()
{
    ValidationRuns runs;
    const auto trace = traceFromLiteral("thread main: backend[20,40)~program");
    const auto added = runs.add(*trace, torchModel());
    QVERIFY(!added);
    QVERIFY(added.error().message.find("scope events") != std::string::npos);
}

QTEST_GUILESS_MAIN(tst_CorrectionValidation)

#include "tst_correction_validation.moc"
