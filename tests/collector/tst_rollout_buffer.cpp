// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/rollout_buffer.h"
#include "collector/examples/algorithms/running_moments.h"

#include <QTest>

#include <vector>

using namespace hscope::examples;

namespace {

using Numbers = std::vector<float>;

/// Adds one step of environments whose observations and actions do not matter.
void addStep(RolloutBuffer& buffer, const Numbers& values, const Numbers& rewards,
             const std::vector<std::uint8_t>& ended)
{
    const Numbers zeros(values.size());
    buffer.addDecision({zeros, zeros, zeros, values});
    buffer.addOutcome(rewards, ended);
}

} // namespace

class tst_RolloutBuffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lambdaOneSumsDiscountedRewards();
    void lambdaZeroLooksOneStepAhead();
    void nothingReachesBackOverTheEnd();
    void environmentsDoNotMix();
    void clearForgets();
    void momentsNormalize();
};

void tst_RolloutBuffer::lambdaOneSumsDiscountedRewards()
{
    RolloutBuffer buffer;
    addStep(buffer, {1}, {2}, {0});
    addStep(buffer, {1}, {4}, {0});
    buffer.estimateAdvantages({8}, {0.5F, 1.0F});
    // 2 + 4 / 2 + 8 / 4 and 4 + 8 / 2
    QCOMPARE(buffer.returns(), (Numbers{6, 8}));
    QCOMPARE(buffer.advantages(), (Numbers{5, 7}));
}

void tst_RolloutBuffer::lambdaZeroLooksOneStepAhead()
{
    RolloutBuffer buffer;
    addStep(buffer, {1}, {2}, {0});
    addStep(buffer, {6}, {4}, {0});
    buffer.estimateAdvantages({8}, {0.5F, 0.0F});
    // 2 + 6 / 2 and 4 + 8 / 2
    QCOMPARE(buffer.returns(), (Numbers{5, 8}));
    QCOMPARE(buffer.advantages(), (Numbers{4, 2}));
}

void tst_RolloutBuffer::nothingReachesBackOverTheEnd()
{
    RolloutBuffer buffer;
    addStep(buffer, {0}, {2}, {1});
    addStep(buffer, {0}, {64}, {0});
    buffer.estimateAdvantages({64}, {0.5F, 1.0F});
    QCOMPARE(buffer.returns(), (Numbers{2, 96}));
}

void tst_RolloutBuffer::environmentsDoNotMix()
{
    RolloutBuffer buffer;
    addStep(buffer, {0, 0}, {1, 10}, {0, 1});
    addStep(buffer, {0, 0}, {2, 20}, {0, 0});
    buffer.estimateAdvantages({4, 40}, {0.5F, 1.0F});
    QCOMPARE(buffer.returns(), (Numbers{3, 10, 4, 40}));
}

void tst_RolloutBuffer::clearForgets()
{
    RolloutBuffer buffer;
    addStep(buffer, {0}, {64}, {0});
    buffer.clear();
    QCOMPARE(buffer.rowCount(), std::size_t(0));
    addStep(buffer, {0}, {1}, {0});
    buffer.estimateAdvantages({0}, {});
    QCOMPARE(buffer.returns(), (Numbers{1}));
}

void tst_RolloutBuffer::momentsNormalize()
{
    RunningMoments moments(2);
    moments.add({1, 10, 3, 10});
    moments.add({1, 10, 3, 10});
    Numbers normalized;
    moments.normalize({3, 10, 2, 10, 100, 10}, 5, normalized);
    QCOMPARE(normalized, (Numbers{1, 0, 0, 0, 5, 0}));
}

QTEST_APPLESS_MAIN(tst_RolloutBuffer)
#include "tst_rollout_buffer.moc"
