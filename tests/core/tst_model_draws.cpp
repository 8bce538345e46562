// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/model_draws.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace hscope::core;

namespace {

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviationOf(const std::vector<double>& values)
{
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values) {
        sum += (value - mean) * (value - mean);
    }
    return std::sqrt(sum / static_cast<double>(values.size()));
}

} // namespace

class tst_ModelDraws : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void widensWhatFewValuesSay();
    void resamplesRepetitions();
    void drawsKindsTogether();
    void usesTheIntervalWithoutRepetitions();
    void isTheSameEachTime();
    void takesTheMiddle();
};

/// Student's quantiles from a table: 12.706 for one degree of freedom, 2.776 for four, 2.045
/// for 29.
void tst_ModelDraws::widensWhatFewValuesSay()
{
    QCOMPARE(smallSampleFactor(1), 1.0);
    QVERIFY(std::abs(smallSampleFactor(2) - 12.706 / 1.95996 * std::sqrt(2.0)) < 1e-3);
    QVERIFY(std::abs(smallSampleFactor(5) - 2.776 / 1.95996 * std::sqrt(5.0 / 4)) < 1e-3);
    QVERIFY(std::abs(smallSampleFactor(30) - 2.045 / 1.95996 * std::sqrt(30.0 / 29)) < 5e-3);
    QVERIFY(std::abs(smallSampleFactor(100'000) - 1) < 1e-4);
}

/// The mean of n resampled values has the deviation of the values over the root of n: here
/// sqrt(2)/sqrt(5) of 10 (values 8 to 12, population deviation sqrt(2)), times the factor for few.
void tst_ModelDraws::resamplesRepetitions()
{
    const ModelDraws draws({{}, {{OverheadKind::Torch, {}, 10, 8, 12, 0, 5, {8, 9, 10, 11, 12}}}});
    const std::vector<double>& factors = draws.factors(OverheadKind::Torch);
    QCOMPARE(factors.size(), ModelDraws::kDraws);
    QVERIFY(std::abs(meanOf(factors) - 1) < 0.01);
    const double deviation = std::sqrt(2.0 / 5) / 10 * smallSampleFactor(5);
    QVERIFY(std::abs(deviationOf(factors) - deviation) < 0.1 * deviation);
    QCOMPARE(*std::ranges::max_element(draws.factors(OverheadKind::Scope)), 1.0);
}

/// What was slow in a repetition was slow for all kinds: they rise and fall with each other.
void tst_ModelDraws::drawsKindsTogether()
{
    const ModelDraws draws({{},
                            {{OverheadKind::Scope, {}, 20, 16, 24, 0, 5, {16, 18, 20, 22, 24}},
                             {OverheadKind::Torch, {}, 10, 8, 12, 0, 5, {8, 9, 10, 11, 12}}}});
    for (std::size_t i = 0; i < ModelDraws::kDraws; ++i) {
        QVERIFY(std::abs(draws.factors(OverheadKind::Scope)[i] -
                         draws.factors(OverheadKind::Torch)[i]) < 1e-12);
    }
}

/// A 95% interval of 10 +- 1.96 is a normal distribution with deviation 1.
void tst_ModelDraws::usesTheIntervalWithoutRepetitions()
{
    const ModelDraws draws({{}, {{OverheadKind::Torch, {}, 10, 8.04, 11.96, 0, 5, {}}}});
    const std::vector<double>& factors = draws.factors(OverheadKind::Torch);
    QVERIFY(std::abs(meanOf(factors) - 1) < 0.01);
    QVERIFY(std::abs(deviationOf(factors) - 0.1) < 0.01);
    // The two sides of an interval differ: 95% of the draws lie in it.
    const ModelDraws uneven({{}, {{OverheadKind::Torch, {}, 10, 9, 14, 0, 5, {}}}});
    const Interval middle = middle95(uneven.factors(OverheadKind::Torch));
    QVERIFY(std::abs(middle.low - 0.9) < 0.02 && std::abs(middle.high - 1.4) < 0.05);
    // What dormant calls cost beside is no less certain for that.
    const ModelDraws more({{}, {{OverheadKind::Torch, {}, 10, 8.04, 11.96, 0, 5, {}, 10}}});
    QVERIFY(std::abs(deviationOf(more.factors(OverheadKind::Torch)) - 0.05) < 0.005);
}

void tst_ModelDraws::isTheSameEachTime()
{
    const OverheadModel model{{}, {{OverheadKind::Torch, {}, 10, 8, 12, 0, 3, {8, 10, 12}}}};
    QVERIFY(ModelDraws(model).factors(OverheadKind::Torch) ==
            ModelDraws(model).factors(OverheadKind::Torch));
}

void tst_ModelDraws::takesTheMiddle()
{
    std::vector<double> values(1001);
    std::iota(values.begin(), values.end(), 0);
    std::ranges::reverse(values);
    QCOMPARE(middle95(values).low, 25.0);
    QCOMPARE(middle95(values).high, 975.0);
    QCOMPARE(middle95({7}).low, 7.0);
    QCOMPARE(middle95({7}).high, 7.0);
    QCOMPARE(middle95({}).high, 0.0);
}

QTEST_GUILESS_MAIN(tst_ModelDraws)

#include "tst_model_draws.moc"
