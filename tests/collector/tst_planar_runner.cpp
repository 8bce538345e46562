// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/half_cheetah.h"
#include "collector/examples/environments/hopper.h"
#include "collector/examples/environments/planar_runner.h"
#include "collector/examples/environments/random_policy.h"
#include "collector/examples/environments/seeded_random.h"
#include "collector/examples/environments/walker.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace hscope::examples;

namespace {

using Numbers = std::vector<float>;

constexpr float kStepSeconds = 1.0F / 30;

PlanarBody makeBody(const QString& name)
{
    if (name == "walker") {
        return makeWalkerBody();
    }
    return name == "hopper" ? makeHopperBody() : makeHalfCheetahBody();
}

Numbers randomAction(const PlanarRunner& runner, SeededRandom& random)
{
    Numbers action(runner.shape().actionSize);
    std::generate(action.begin(), action.end(), [&] { return random.uniform(-1, 1); });
    return action;
}

Numbers observe(const PlanarRunner& runner)
{
    Numbers observation(runner.shape().observationSize);
    runner.observe(observation);
    return observation;
}

/// Everything that a few episodes under random actions show.
Numbers play(const PlanarBody& body, std::uint64_t seed, int steps)
{
    PlanarRunner runner(body, seed);
    SeededRandom random(1);
    Numbers seen;
    for (int step = 0; step < steps; ++step) {
        const StepResult result = runner.step(randomAction(runner, random));
        const Numbers observation = observe(runner);
        seen.insert(seen.end(), observation.begin(), observation.end());
        seen.push_back(result.reward);
        if (result.end != EpisodeEnd::None) {
            runner.reset();
        }
    }
    return seen;
}

void addBodies()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"walker", "hopper", "half-cheetah"}) {
        QTest::newRow(name) << name;
    }
}

} // namespace

class tst_PlanarRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapesFollowFromTheBody();

    void sameSeedGivesTheSameEpisodes_data() { addBodies(); }

    void sameSeedGivesTheSameEpisodes();

    void observationsAreBounded_data() { addBodies(); }

    void observationsAreBounded();

    void startsStanding_data() { addBodies(); }

    void startsStanding();
    void walkerStartsWithEitherLegAhead();
    void fallingEndsTheEpisode_data();
    void fallingEndsTheEpisode();
    void halfCheetahGoesOnWhateverHappens();

    void rewardsSpeed_data();

    void rewardsSpeed();
    void jointsStayWithinTheirLimits_data();
    void jointsStayWithinTheirLimits();

    void actionsBeyondOneCountAsOne_data() { addBodies(); }

    void actionsBeyondOneCountAsOne();

    void withoutTorqueNothingGainsEnergy_data() { addBodies(); }

    void withoutTorqueNothingGainsEnergy();
    void randomPolicyEarnsLittle_data();
    void randomPolicyEarnsLittle();
};

void tst_PlanarRunner::shapesFollowFromTheBody()
{
    // 5 numbers of the torso, 2 of each joint, 1 of each foot
    QVERIFY((PlanarRunner(makeWalkerBody(), 0).shape() == EnvironmentShape{19, 6, 0}));
    QVERIFY((PlanarRunner(makeHopperBody(), 0).shape() == EnvironmentShape{12, 3, 0}));
    QVERIFY((PlanarRunner(makeHalfCheetahBody(), 0).shape() == EnvironmentShape{19, 6, 0}));
}

void tst_PlanarRunner::sameSeedGivesTheSameEpisodes()
{
    QFETCH(const QString, name);
    const PlanarBody body = makeBody(name);
    QVERIFY(play(body, 7, 500) == play(body, 7, 500));
    QVERIFY(play(body, 7, 500) != play(body, 8, 500));
}

void tst_PlanarRunner::observationsAreBounded()
{
    QFETCH(const QString, name);
    PlanarRunner runner(makeBody(name), 3);
    SeededRandom random(3);
    for (int step = 0; step < 3000; ++step) {
        // Goes on after a fall, where speeds are greatest.
        const StepResult result = runner.step(randomAction(runner, random));
        QVERIFY(std::isfinite(result.reward));
        for (const float value : observe(runner)) {
            QVERIFY(std::abs(value) <= PlanarRunner::kObservationBound); // false for NaN as well
        }
    }
}

void tst_PlanarRunner::startsStanding()
{
    QFETCH(const QString, name);
    const PlanarBody body = makeBody(name);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const PlanarRunner runner(body, seed);
        const float height = body.startHeight + body.torso.centre.y;
        QVERIFY(std::abs(runner.torsoHeight() - height) < 0.01F);
        QVERIFY(std::abs(runner.torsoLean()) <= 0.05F);
        QVERIFY(std::abs(runner.distance()) < 0.1F);
        const Numbers angles = runner.jointAngles();
        QCOMPARE(angles.size(), body.limbs.size());
        for (std::size_t index = 0; index < angles.size(); ++index) {
            QVERIFY(angles[index] >= body.limbs[index].joint.lowerAngle);
            QVERIFY(angles[index] <= body.limbs[index].joint.upperAngle);
        }
    }
}

void tst_PlanarRunner::walkerStartsWithEitherLegAhead()
{
    int leftAhead = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Numbers angles = PlanarRunner(makeWalkerBody(), seed).jointAngles();
        QVERIFY(std::abs(angles[0] - angles[3]) >= 0.2F); // 0.3 apart, each up to 0.05 off
        leftAhead += angles[0] > angles[3] ? 1 : 0;
    }
    QVERIFY(leftAhead > 10 && leftAhead < 40);
}

void tst_PlanarRunner::fallingEndsTheEpisode_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<float>("lowestTorso");
    QTest::addColumn<float>("greatestLean");
    QTest::newRow("walker") << "walker" << 0.85F << 1.0F;
    QTest::newRow("hopper") << "hopper" << 0.75F << 0.7F;
}

void tst_PlanarRunner::fallingEndsTheEpisode()
{
    QFETCH(const QString, name);
    QFETCH(const float, lowestTorso);
    QFETCH(const float, greatestLean);
    PlanarRunner runner(makeBody(name), 0);
    const Numbers nothing(runner.shape().actionSize); // without any torque it collapses
    StepResult result;
    int steps = 0;
    do {
        result = runner.step(nothing);
        ++steps;
        const bool isDown =
            runner.torsoHeight() < lowestTorso || std::abs(runner.torsoLean()) > greatestLean;
        QCOMPARE(result.end == EpisodeEnd::Failure, isDown);
    } while (result.end == EpisodeEnd::None);
    QVERIFY2(steps > 5 && steps < 60, qPrintable(QString::number(steps)));
}

void tst_PlanarRunner::halfCheetahGoesOnWhateverHappens()
{
    PlanarRunner runner(makeHalfCheetahBody(), 4);
    SeededRandom random(4);
    for (int episode = 0; episode < 5; ++episode) {
        for (int step = 1; step < 300; ++step) {
            QVERIFY(runner.step(randomAction(runner, random)).end == EpisodeEnd::None);
        }
        QVERIFY(runner.step(randomAction(runner, random)).end == EpisodeEnd::TimeLimit);
        runner.reset();
    }
}

void tst_PlanarRunner::rewardsSpeed_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<float>("bonus");
    QTest::newRow("walker") << "walker" << 1.0F;
    QTest::newRow("hopper") << "hopper" << 1.0F;
    QTest::newRow("half-cheetah") << "half-cheetah" << 0.25F;
}

void tst_PlanarRunner::rewardsSpeed()
{
    QFETCH(const QString, name);
    QFETCH(const float, bonus);
    PlanarRunner runner(makeBody(name), 6);
    const Numbers half(runner.shape().actionSize, 0.5F);
    for (int step = 0; step < 10; ++step) {
        const float before = runner.distance();
        const float reward = runner.step(half).reward;
        const float velocity = (runner.distance() - before) / kStepSeconds;
        const float cost = 0.02F * 0.25F * static_cast<float>(half.size());
        QVERIFY(std::abs(reward - (velocity + bonus - cost)) < 1e-4F);
    }
}

void tst_PlanarRunner::jointsStayWithinTheirLimits_data()
{
    // Box2D holds limits by pushing back: a landing bends a joint a little further for a moment, an
    // ankle most.
    QTest::addColumn<QString>("name");
    QTest::addColumn<Numbers>("greatestExcess");
    QTest::newRow("walker") << "walker" << Numbers{0.1F, 0.15F, 0.3F};
    QTest::newRow("hopper") << "hopper" << Numbers{0.1F, 0.15F, 0.3F};
    QTest::newRow("half-cheetah") << "half-cheetah" << Numbers{0.1F, 0.15F, 0.3F};
}

void tst_PlanarRunner::jointsStayWithinTheirLimits()
{
    QFETCH(const QString, name);
    QFETCH(const Numbers, greatestExcess);
    constexpr float kUsualExcess = 0.05F;
    constexpr int kSteps = 3000;
    PlanarRunner runner(makeBody(name), 5);
    SeededRandom random(5);
    Numbers worst(greatestExcess.size());
    int excesses = 0;
    for (int step = 0; step < kSteps; ++step) {
        if (runner.step(randomAction(runner, random)).end != EpisodeEnd::None) {
            runner.reset();
        }
        const Numbers angles = runner.jointAngles();
        for (std::size_t index = 0; index < angles.size(); ++index) {
            const PlanarJoint& joint = runner.body().limbs[index].joint;
            const float excess =
                std::max(joint.lowerAngle - angles[index], angles[index] - joint.upperAngle);
            worst[index % 3] = std::max(worst[index % 3], excess);
            excesses += excess > kUsualExcess ? 1 : 0;
        }
    }
    for (std::size_t joint = 0; joint < worst.size(); ++joint) {
        QVERIFY2(worst[joint] < greatestExcess[joint], qPrintable(QString::number(worst[joint])));
    }
    const int seen = kSteps * static_cast<int>(runner.shape().actionSize);
    QVERIFY2(excesses < seen / 100, qPrintable(QString::number(excesses)));
}

void tst_PlanarRunner::actionsBeyondOneCountAsOne()
{
    QFETCH(const QString, name);
    PlanarRunner one(makeBody(name), 2);
    PlanarRunner many(makeBody(name), 2);
    const Numbers greatest(one.shape().actionSize, 1);
    const Numbers tooGreat(one.shape().actionSize, 50);
    QVERIFY(one.step(greatest) == many.step(tooGreat));
    QVERIFY(observe(one) == observe(many));
}

void tst_PlanarRunner::withoutTorqueNothingGainsEnergy()
{
    QFETCH(const QString, name);
    PlanarRunner runner(makeBody(name), 9);
    const Numbers nothing(runner.shape().actionSize);
    const float start = runner.torsoHeight();
    for (int step = 0; step < 300; ++step) {
        runner.step(nothing);
        QVERIFY(runner.torsoHeight() < start + 0.01F);
    }
    const float rest = runner.distance();
    for (int step = 0; step < 30; ++step) {
        runner.step(nothing);
    }
    QVERIFY2(std::abs(runner.distance() - rest) < 0.05F,
             qPrintable(QString::number(runner.distance() - rest)));
}

void tst_PlanarRunner::randomPolicyEarnsLittle_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("greatest");
    QTest::newRow("walker") << "walker" << 5.0 << 60.0;
    QTest::newRow("hopper") << "hopper" << 5.0 << 30.0;
    // less than the 75 of lying still
    QTest::newRow("half-cheetah") << "half-cheetah" << 30.0 << 75.0;
}

void tst_PlanarRunner::randomPolicyEarnsLittle()
{
    QFETCH(const QString, name);
    QFETCH(const double, least);
    QFETCH(const double, greatest);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const double mean = meanRandomReturn(name.toStdString(), seed, 30);
        QVERIFY2(mean > least && mean < greatest, qPrintable(QString::number(mean)));
        QCOMPARE(meanRandomReturn(name.toStdString(), seed, 30), mean);
    }
}

QTEST_APPLESS_MAIN(tst_PlanarRunner)
#include "tst_planar_runner.moc"
