// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/transition_means.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::traceFromLiteral;

namespace {

std::vector<TransitionMean> meansOf(std::string_view literal)
{
    const auto trace = traceFromLiteral(literal);
    NullProgress progress;
    return transitionMeans(*trace, *computeBreakdown(*trace, Attribution::Launch, progress, {}));
}

} // namespace

class tst_TransitionMeans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dividesByAllIterations();
    void hasNoMeanWithoutIterations();
};

void tst_TransitionMeans::dividesByAllIterations()
{
    // Backend is entered three times in four iterations, and once after them.
    const auto means =
        meansOf("thread main: backend[0,5) backend[6,9) backend[30,35) backend[45,50)\n"
                "iterations main: 1[0,10) 2[10,20) 3[20,30) 4[30,40)\n"
                "ops main: step[0,50)");
    const std::vector<TransitionMean> expected = {
        {ProcessId(0), "step", Category::Backend, 4, 0.75}};
    QVERIFY(means == expected);
}

void tst_TransitionMeans::hasNoMeanWithoutIterations()
{
    const auto means = meansOf("process a\nthread main: python[0,5) backend[5,9)\n"
                               "process b\nthread main: python[0,5)\niterations main: 1[0,10)");
    const std::vector<TransitionMean> expected = {
        {ProcessId(0), "(outside)", Category::Python, 1, std::nullopt},
        {ProcessId(0), "(outside)", Category::Backend, 1, std::nullopt},
        {ProcessId(1), "(outside)", Category::Python, 1, 1.0}};
    QVERIFY(means == expected);
}

QTEST_APPLESS_MAIN(tst_TransitionMeans)
#include "tst_transition_means.moc"
