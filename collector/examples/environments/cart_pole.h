// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/seeded_random.h"

#include <cstdint>
#include <span>

namespace hscope::examples {

/// What moves on a CartPole: metres, radians and their rates. The pole's angle is 0 when it stands
/// upright and grows as it leans forward.
struct CartPoleState
{
    double position = 0;
    double velocity = 0;
    double angle = 0;
    double angularVelocity = 0;

    bool operator==(const CartPoleState&) const = default;
};

/// A pole that stands on a cart, which is pushed forward or back so that the pole does not fall
/// (Barto, Sutton and Anderson 1983, without friction).
///
///            /
///           /  pole             observation (4): position, velocity, angle, angular velocity
///       +--o--+
///       |cart |  -> force       action (1): the force as a part of kForce; the task is to do
///   ----+-o-o-+--------- x      with -1 and 1 alone
///
/// With M and m the masses of cart and pole, l half the pole's length, F the force:
///
///     (M + m) x'' + m l a'' cos a - m l a'^2 sin a = F
///     4/3 l a'' + x'' cos a = g sin a
///
/// Each step is one Euler step: positions move with the velocities before the step. The reward is 1
/// per step. An episode fails when the cart leaves the track or the pole leans too far; it is cut
/// off after kStepLimit steps.
class CartPole final : public Environment
{
public:
    static constexpr double kGravity = 9.8;
    static constexpr double kCartMass = 1.0;
    static constexpr double kPoleMass = 0.1;
    static constexpr double kPoleHalfLength = 0.5;
    static constexpr double kForce = 10.0; ///< N
    static constexpr double kStepSeconds = 0.02;
    static constexpr int kStepLimit = 500; ///< 10 s

    static constexpr double kGreatestPosition = 2.4;
    static constexpr double kGreatestAngle = 0.20943951023931953; ///< 12 degrees

    explicit CartPole(std::uint64_t seed);

    [[nodiscard]] EnvironmentShape shape() const override
    {
        return {.observationSize = 4, .actionSize = 1, .actionLevels = 2};
    }

    void observe(std::span<float> observation) const override;
    void reset() override; ///< Each number of the state somewhere in -0.05..0.05.
    StepResult step(std::span<const float> action) override;

    [[nodiscard]] const CartPoleState& state() const { return m_state; }

private:
    SeededRandom m_random;
    CartPoleState m_state;
    int m_step = 0;
};

} // namespace hscope::examples
