// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/cart_pole.h"
#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/random_policy.h"
#include "collector/examples/environments/seeded_random.h"

#include <QTest>

#include <array>
#include <cmath>
#include <vector>

using namespace hscope::examples;

namespace {

constexpr double kStep = 0.02; // s

StepResult push(CartPole& cartPole, float part)
{
    return cartPole.step(std::array<float, 1>{part});
}

/// The state one step later, from the two equations of motion in their usual form, solved for the
/// accelerations by Cramer's rule. Cart 1 kg, pole 0.1 kg and 1 m long.
CartPoleState stepByHand(const CartPoleState& state, double force)
{
    const double sine = std::sin(state.angle);
    const double cosine = std::cos(state.angle);
    // 1.1 x'' + 0.05 cos a a'' = F + 0.05 a'^2 sin a
    // cos a x'' + 2/3 a''      = 9.8 sin a
    const double firstRight = force + 0.05 * state.angularVelocity * state.angularVelocity * sine;
    const double secondRight = 9.8 * sine;
    const double determinant = 1.1 * 2 / 3 - 0.05 * cosine * cosine;
    const double acceleration = (firstRight * 2 / 3 - 0.05 * cosine * secondRight) / determinant;
    const double angularAcceleration = (1.1 * secondRight - cosine * firstRight) / determinant;
    return {.position = state.position + kStep * state.velocity,
            .velocity = state.velocity + kStep * acceleration,
            .angle = state.angle + kStep * state.angularVelocity,
            .angularVelocity = state.angularVelocity + kStep * angularAcceleration};
}

bool areClose(const CartPoleState& a, const CartPoleState& b, double difference)
{
    return std::abs(a.position - b.position) < difference &&
           std::abs(a.velocity - b.velocity) < difference &&
           std::abs(a.angle - b.angle) < difference &&
           std::abs(a.angularVelocity - b.angularVelocity) < difference;
}

/// Kinetic and potential energy, the latter 0 with the pole's centre at the cart's height.
double energy(const CartPoleState& state)
{
    const double centreVelocityX =
        state.velocity + 0.5 * state.angularVelocity * std::cos(state.angle);
    const double centreVelocityY = -0.5 * state.angularVelocity * std::sin(state.angle);
    const double moment = 0.1 * 1.0 * 1.0 / 12; // of a rod of 1 m about its centre
    return 0.5 * state.velocity * state.velocity +
           0.05 * (centreVelocityX * centreVelocityX + centreVelocityY * centreVelocityY) +
           0.5 * moment * state.angularVelocity * state.angularVelocity +
           0.1 * 9.8 * 0.5 * std::cos(state.angle);
}

} // namespace

class tst_CartPole : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsNearTheMiddle();
    void stepsAsTheEquationsSay();
    void smallAnglesGrowExponentially();
    void keepsItsEnergyWithoutForce();
    void mirrorsPushes();
    void observesItsState();
    void pushesBeyondOneCountAsOne();
    void leaningTooFarEndsTheEpisode();
    void leavingTheTrackEndsTheEpisode();
    void lasts500StepsAtMost();
    void randomPushesDropThePoleSoon();
};

void tst_CartPole::startsNearTheMiddle()
{
    CartPole cartPole(3);
    std::vector<CartPoleState> starts;
    for (int episode = 0; episode < 50; ++episode) {
        cartPole.reset();
        QVERIFY(areClose(cartPole.state(), {}, 0.05 + 1e-6));
        starts.push_back(cartPole.state());
    }
    QVERIFY(starts[0] != starts[1]);
    QVERIFY(CartPole(3).state() == CartPole(3).state());
    QVERIFY(CartPole(3).state() != CartPole(4).state());
}

void tst_CartPole::stepsAsTheEquationsSay()
{
    CartPole cartPole(0);
    SeededRandom random(0);
    for (int step = 0; step < 2000; ++step) {
        // Goes on after the pole has fallen: the equations hold for each angle.
        const float part = random.uniform(-1, 1);
        const CartPoleState expected =
            stepByHand(cartPole.state(), 10.0 * static_cast<double>(part));
        push(cartPole, part);
        QVERIFY(areClose(cartPole.state(), expected, 1e-9));
        if (std::abs(cartPole.state().angularVelocity) > 20) {
            cartPole.reset();
        }
    }
}

void tst_CartPole::smallAnglesGrowExponentially()
{
    // For small angles a'' = w^2 a with w^2 = (M + m) g / (l (4/3 (M + m) - m)) = 15.77 / s^2. An
    // Euler step multiplies a' + w a by 1 + 0.02 w and a' - w a by 1 - 0.02 w.
    const double w = std::sqrt(1.1 * 9.8 / (0.5 * (4.0 / 3 * 1.1 - 0.1)));
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        CartPole cartPole(seed);
        const CartPoleState start = cartPole.state();
        for (int step = 1; step <= 5; ++step) {
            push(cartPole, 0);
            const double grown =
                (start.angularVelocity + w * start.angle) * std::pow(1 + kStep * w, step);
            const double shrunk =
                (start.angularVelocity - w * start.angle) * std::pow(1 - kStep * w, step);
            QVERIFY(std::abs(cartPole.state().angle - (grown - shrunk) / (2 * w)) < 1e-4);
            QVERIFY(std::abs(cartPole.state().angularVelocity - (grown + shrunk) / 2) < 1e-3);
        }
    }
}

void tst_CartPole::keepsItsEnergyWithoutForce()
{
    CartPole cartPole(1);
    const double start = energy(cartPole.state());
    for (int step = 0; step < 40; ++step) {
        push(cartPole, 0);
        // Euler's error per step: the square of the step times the squared rates, which stay < 1.
        QVERIFY(std::abs(energy(cartPole.state()) - start) < 0.004);
    }
}

void tst_CartPole::mirrorsPushes()
{
    // Forwards or back, the same push changes the velocities from rest by opposite amounts.
    CartPole forward(5);
    CartPole back(5);
    CartPole none(5);
    push(forward, 1);
    push(back, -1);
    push(none, 0);
    QVERIFY(forward.state().velocity > none.state().velocity);
    QVERIFY(forward.state().angularVelocity < none.state().angularVelocity);
    QVERIFY(std::abs(forward.state().velocity + back.state().velocity - 2 * none.state().velocity) <
            1e-9);
    QVERIFY(std::abs(forward.state().angularVelocity + back.state().angularVelocity -
                     2 * none.state().angularVelocity) < 1e-9);
}

void tst_CartPole::observesItsState()
{
    CartPole cartPole(6);
    push(cartPole, 1);
    std::array<float, 4> seen{};
    QVERIFY((cartPole.shape() == EnvironmentShape{4, 1, 2}));
    cartPole.observe(seen);
    const CartPoleState& state = cartPole.state();
    QCOMPARE(seen[0], static_cast<float>(state.position));
    QCOMPARE(seen[1], static_cast<float>(state.velocity));
    QCOMPARE(seen[2], static_cast<float>(state.angle));
    QCOMPARE(seen[3], static_cast<float>(state.angularVelocity));
}

void tst_CartPole::pushesBeyondOneCountAsOne()
{
    CartPole one(2);
    CartPole many(2);
    QVERIFY(push(one, -1) == push(many, -50));
    QVERIFY(one.state() == many.state());
}

void tst_CartPole::leaningTooFarEndsTheEpisode()
{
    CartPole cartPole(0);
    StepResult result;
    int steps = 0;
    do {
        result = push(cartPole, 1); // the pole falls back
        QCOMPARE(result.reward, 1.0F);
        QCOMPARE(result.end == EpisodeEnd::Failure, cartPole.state().angle < -0.2094395);
        ++steps;
    } while (result.end == EpisodeEnd::None);
    // From rest and upright, 10 N alone take 9 steps.
    QVERIFY2(steps >= 7 && steps <= 12, qPrintable(QString::number(steps)));
}

/// Holds the pole upright, and the cart at a speed of `velocity`.
float balance(const CartPoleState& state, double velocity)
{
    const double force =
        60 * state.angle + 12 * state.angularVelocity + 3 * (state.velocity - velocity);
    return static_cast<float>(force / 10);
}

void tst_CartPole::leavingTheTrackEndsTheEpisode()
{
    CartPole cartPole(0);
    StepResult result;
    do {
        result = push(cartPole, balance(cartPole.state(), 0.6));
        QCOMPARE(result.end == EpisodeEnd::Failure, std::abs(cartPole.state().position) > 2.4);
    } while (result.end == EpisodeEnd::None);
    QVERIFY(std::abs(cartPole.state().angle) < 0.2);
}

void tst_CartPole::lasts500StepsAtMost()
{
    CartPole cartPole(0);
    for (int episode = 0; episode < 2; ++episode) {
        for (int step = 1; step < 500; ++step) {
            QVERIFY(push(cartPole, balance(cartPole.state(), 0)).end == EpisodeEnd::None);
        }
        QVERIFY(push(cartPole, balance(cartPole.state(), 0)).end == EpisodeEnd::TimeLimit);
        cartPole.reset();
    }
}

void tst_CartPole::randomPushesDropThePoleSoon()
{
    // Pushing forward or back by chance, it is known to last about 22 steps.
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const double mean = meanRandomReturn("cartpole", seed, 200);
        QVERIFY2(mean > 18 && mean < 27, qPrintable(QString::number(mean)));
    }
}

QTEST_APPLESS_MAIN(tst_CartPole)
#include "tst_cart_pole.moc"
