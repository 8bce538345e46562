// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/replay_buffer.h"
#include "collector/examples/environments/seeded_random.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

using namespace hscope::examples;

namespace {

constexpr std::size_t kObservationSize = 2;
constexpr std::size_t kActionSize = 3;

void append(std::vector<float>& numbers, const std::vector<float>& more)
{
    numbers.insert(numbers.end(), more.begin(), more.end());
}

/// A step whose every number tells which one it is.
void addRow(Transitions& steps, float number)
{
    append(steps.observations, {number, number + 0.5F});
    append(steps.actions, {number + 100, number + 200, number + 300});
    append(steps.rewards, {-number});
    append(steps.nextObservations, {number + 1, number + 1.5F});
    append(steps.goesOn, {number == 7 ? 0.0F : 1.0F});
}

Transitions stepsFrom(int first, int count)
{
    Transitions steps;
    for (int number = first; number < first + count; ++number) {
        addRow(steps, static_cast<float>(number));
    }
    return steps;
}

/// The numbers of the steps that a large sample has.
std::set<float> numbersIn(const ReplayBuffer& buffer)
{
    SeededRandom random(0);
    Transitions sample;
    buffer.sample(1000, random, sample);
    std::set<float> numbers;
    for (const float reward : sample.rewards) {
        numbers.insert(-reward);
    }
    return numbers;
}

ReplayBuffer makeBuffer(std::size_t capacity)
{
    ReplayBuffer::Shape shape;
    shape.observationSize = kObservationSize;
    shape.actionSize = kActionSize;
    shape.capacity = capacity;
    return ReplayBuffer(shape);
}

} // namespace

class tst_ReplayBuffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEachStepTogether();
    void forgetsTheOldestFirst();
    void drawsAllStepsAboutEquallyOften();
    void sameGeneratorGivesTheSameSample();
    void samplesUseTheirMemoryAgain();
};

void tst_ReplayBuffer::keepsEachStepTogether()
{
    ReplayBuffer buffer = makeBuffer(10);
    buffer.add(stepsFrom(0, 3));
    buffer.add(stepsFrom(3, 5));
    QCOMPARE(buffer.size(), std::size_t(8));
    SeededRandom random(1);
    Transitions sample;
    buffer.sample(50, random, sample);
    QCOMPARE(sample.rewards.size(), std::size_t(50));
    Transitions expected;
    for (const float reward : sample.rewards) {
        addRow(expected, -reward);
    }
    QVERIFY(sample.observations == expected.observations);
    QVERIFY(sample.actions == expected.actions);
    QVERIFY(sample.nextObservations == expected.nextObservations);
    QVERIFY(sample.goesOn == expected.goesOn);
}

void tst_ReplayBuffer::forgetsTheOldestFirst()
{
    ReplayBuffer buffer = makeBuffer(4);
    buffer.add(stepsFrom(0, 4));
    QVERIFY((numbersIn(buffer) == std::set<float>{0, 1, 2, 3}));
    buffer.add(stepsFrom(4, 1));
    QVERIFY((numbersIn(buffer) == std::set<float>{1, 2, 3, 4}));
    buffer.add(stepsFrom(5, 6));
    QVERIFY((numbersIn(buffer) == std::set<float>{7, 8, 9, 10}));
    QCOMPARE(buffer.size(), std::size_t(4));
}

void tst_ReplayBuffer::drawsAllStepsAboutEquallyOften()
{
    ReplayBuffer buffer = makeBuffer(100);
    buffer.add(stepsFrom(0, 10));
    SeededRandom random(2);
    Transitions sample;
    buffer.sample(10'000, random, sample);
    std::map<float, int> counts;
    for (const float reward : sample.rewards) {
        ++counts[reward];
    }
    QCOMPARE(counts.size(), std::size_t(10));
    for (const auto& [reward, count] : counts) {
        QVERIFY2(count > 850 && count < 1150, qPrintable(QString::number(count))); // 5 deviations
    }
}

void tst_ReplayBuffer::sameGeneratorGivesTheSameSample()
{
    ReplayBuffer buffer = makeBuffer(100);
    buffer.add(stepsFrom(0, 100));
    SeededRandom first(3);
    SeededRandom second(3);
    Transitions one;
    Transitions other;
    buffer.sample(20, first, one);
    buffer.sample(20, second, other);
    QVERIFY(one.rewards == other.rewards);
    buffer.sample(20, first, one);
    QVERIFY(one.rewards != other.rewards);
}

void tst_ReplayBuffer::samplesUseTheirMemoryAgain()
{
    ReplayBuffer buffer = makeBuffer(100);
    buffer.add(stepsFrom(0, 100));
    SeededRandom random(4);
    Transitions sample;
    buffer.sample(20, random, sample);
    const float* const memory = sample.observations.data();
    buffer.sample(20, random, sample);
    QCOMPARE(sample.observations.data(), memory);
    QCOMPARE(sample.observations.size(), 20 * kObservationSize);
    buffer.sample(5, random, sample);
    QCOMPARE(sample.observations.size(), 5 * kObservationSize);
    QCOMPARE(sample.goesOn.size(), std::size_t(5));
}

QTEST_APPLESS_MAIN(tst_ReplayBuffer)
#include "tst_replay_buffer.moc"
