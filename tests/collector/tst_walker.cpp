// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/random_policy.h"
#include "collector/examples/environments/seeded_random.h"
#include "collector/examples/environments/vector_environment.h"
#include "collector/examples/environments/walker.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace hscope::examples;

namespace {

using Action = std::array<float, Walker::kJointCount>;
using Observation = std::array<float, Walker::kObservationSize>;

Action randomAction(SeededRandom& random)
{
    Action action{};
    std::generate(action.begin(), action.end(), [&] { return random.uniform(-1, 1); });
    return action;
}

Observation observe(const Walker& walker)
{
    Observation observation{};
    walker.observe(observation);
    return observation;
}

/// Everything that a few episodes under random actions show.
std::vector<float> play(std::uint64_t seed, int steps)
{
    Walker walker(seed);
    SeededRandom random(1);
    std::vector<float> seen;
    for (int step = 0; step < steps; ++step) {
        const StepResult result = walker.step(randomAction(random));
        const Observation observation = observe(walker);
        seen.insert(seen.end(), observation.begin(), observation.end());
        seen.push_back(result.reward);
        if (result.end != EpisodeEnd::None) {
            walker.reset();
        }
    }
    return seen;
}

} // namespace

class tst_Walker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameSeedGivesTheSameEpisodes();
    void observationsAreBounded();
    void startsStanding();
    void fallingEndsTheEpisode();
    void jointsStayWithinTheirLimits();
    void actionsBeyondOneCountAsOne();
    void randomPolicyEarnsALittle();
    void vectorStartsTheNextEpisode();
    void vectorRowsAreEnvironments();
};

void tst_Walker::sameSeedGivesTheSameEpisodes()
{
    QVERIFY(play(7, 500) == play(7, 500));
    QVERIFY(play(7, 500) != play(8, 500));
}

void tst_Walker::observationsAreBounded()
{
    Walker walker(3);
    SeededRandom random(3);
    for (int step = 0; step < 2000; ++step) {
        // Goes on after a fall, where speeds are greatest.
        walker.step(randomAction(random));
        for (const float value : observe(walker)) {
            QVERIFY(std::abs(value) <= Walker::kObservationBound);
        }
    }
}

void tst_Walker::startsStanding()
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Walker walker(seed);
        QVERIFY(walker.torsoHeight() > 1.2F);
        QVERIFY(std::abs(walker.torsoLean()) < 0.1F);
        QVERIFY(std::abs(walker.distance()) < 0.1F);
        const auto angles = walker.jointAngles();
        for (std::size_t joint = 0; joint < angles.size(); ++joint) {
            QVERIFY(angles[joint] >= Walker::kJoints[joint].lowerAngle);
            QVERIFY(angles[joint] <= Walker::kJoints[joint].upperAngle);
        }
    }
}

void tst_Walker::fallingEndsTheEpisode()
{
    Walker walker(0);
    StepResult result;
    int steps = 0;
    do {
        result = walker.step(Action{}); // without any torque it collapses
        ++steps;
        const bool isDown = walker.torsoHeight() < Walker::kLowestTorso ||
                            std::abs(walker.torsoLean()) > Walker::kGreatestLean;
        QCOMPARE(result.end == EpisodeEnd::Failure, isDown);
    } while (result.end == EpisodeEnd::None);
    QVERIFY2(steps > 5 && steps < 60, qPrintable(QString::number(steps)));
}

void tst_Walker::jointsStayWithinTheirLimits()
{
    // Box2D holds limits by pushing back: a landing bends a joint a little further for a moment, an
    // ankle most.
    constexpr std::array<float, 3> kGreatestExcess = {0.1F, 0.15F, 0.3F};
    constexpr float kUsualExcess = 0.05F;
    Walker walker(5);
    SeededRandom random(5);
    int excesses = 0;
    constexpr int kSteps = 3000;
    for (int step = 0; step < kSteps; ++step) {
        if (walker.step(randomAction(random)).end != EpisodeEnd::None) {
            walker.reset();
        }
        const auto angles = walker.jointAngles();
        for (std::size_t joint = 0; joint < angles.size(); ++joint) {
            const Walker::JointLimits& limits = Walker::kJoints[joint];
            const float excess =
                std::max(limits.lowerAngle - angles[joint], angles[joint] - limits.upperAngle);
            QVERIFY2(excess < kGreatestExcess[joint % 3], qPrintable(QString::number(excess)));
            excesses += excess > kUsualExcess ? 1 : 0;
        }
    }
    QVERIFY(excesses < kSteps * static_cast<int>(Walker::kJointCount) / 100);
}

void tst_Walker::actionsBeyondOneCountAsOne()
{
    Walker one(2);
    Walker many(2);
    Action greatest{};
    greatest.fill(1);
    Action tooGreat{};
    tooGreat.fill(50);
    QVERIFY(one.step(greatest) == many.step(tooGreat));
    QVERIFY(observe(one) == observe(many));
}

void tst_Walker::randomPolicyEarnsALittle()
{
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const double mean = meanRandomReturn("walker", seed, 50);
        QVERIFY2(mean > 5 && mean < 60, qPrintable(QString::number(mean)));
        QCOMPARE(meanRandomReturn("walker", seed, 50), mean);
    }
}

void tst_Walker::vectorStartsTheNextEpisode()
{
    VectorEnvironment environments("walker", 3, 0);
    const std::vector<float> nothing(3 * environments.actionSize());
    QCOMPARE(environments.recentMeanReturn(), 0.0);
    while (environments.episodeCount() == 0) {
        environments.step(nothing);
    }
    const auto first = std::find(environments.ended().begin(), environments.ended().end(), 1);
    QVERIFY(first != environments.ended().end());
    const auto row = static_cast<std::size_t>(first - environments.ended().begin());
    QCOMPARE(environments.cutOff()[row], std::uint8_t(0));
    const float newHeight = environments.observations()[row * environments.observationSize()];
    const float lastHeight = environments.finalObservations()[row * environments.observationSize()];
    QVERIFY(newHeight > 1.2F);
    QVERIFY(lastHeight < newHeight);
    QVERIFY(environments.recentMeanReturn() != 0.0);
}

void tst_Walker::vectorRowsAreEnvironments()
{
    VectorEnvironment environments("walker", 2, 4);
    const std::size_t width = environments.observationSize();
    QCOMPARE(environments.observations().size(), 2 * width);
    // The environments' seeds differ, so they start differently.
    QVERIFY(!std::equal(environments.observations().begin(),
                        environments.observations().begin() + static_cast<std::ptrdiff_t>(width),
                        environments.observations().begin() + static_cast<std::ptrdiff_t>(width)));
}

QTEST_APPLESS_MAIN(tst_Walker)
#include "tst_walker.moc"
