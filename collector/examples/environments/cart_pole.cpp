// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/cart_pole.h"

#include "collector/examples/environments/environment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <hscope/collector.hpp>
#include <span>

namespace hscope::examples {

namespace {

constexpr float kStartBound = 0.05F;

/// The state after one step with the force `force`.
CartPoleState move(const CartPoleState& state, double force)
{
    constexpr double kMass = CartPole::kCartMass + CartPole::kPoleMass;
    constexpr double kPoleMoment = CartPole::kPoleMass * CartPole::kPoleHalfLength;
    const double sine = std::sin(state.angle);
    const double cosine = std::cos(state.angle);
    const double push =
        (force + kPoleMoment * state.angularVelocity * state.angularVelocity * sine) / kMass;
    const double angularAcceleration =
        (CartPole::kGravity * sine - cosine * push) /
        (CartPole::kPoleHalfLength * (4.0 / 3.0 - CartPole::kPoleMass * cosine * cosine / kMass));
    const double acceleration = push - kPoleMoment * angularAcceleration * cosine / kMass;
    return {.position = state.position + CartPole::kStepSeconds * state.velocity,
            .velocity = state.velocity + CartPole::kStepSeconds * acceleration,
            .angle = state.angle + CartPole::kStepSeconds * state.angularVelocity,
            .angularVelocity =
                state.angularVelocity + CartPole::kStepSeconds * angularAcceleration};
}

} // namespace

CartPole::CartPole(std::uint64_t seed)
    : m_random(seed)
{
    reset();
}

void CartPole::reset()
{
    const auto start = [this] {
        return static_cast<double>(m_random.uniform(-kStartBound, kStartBound));
    };
    m_state = {
        .position = start(), .velocity = start(), .angle = start(), .angularVelocity = start()};
    m_step = 0;
}

StepResult CartPole::step(std::span<const float> action)
{
    {
        const Scope scope("CartPole::step", Category::Simulator);
        m_state = move(m_state, kForce * static_cast<double>(std::clamp(action[0], -1.0F, 1.0F)));
    }
    ++m_step;
    StepResult result;
    result.reward = 1;
    if (std::abs(m_state.position) > kGreatestPosition ||
        std::abs(m_state.angle) > kGreatestAngle) {
        result.end = EpisodeEnd::Failure;
    } else if (m_step >= kStepLimit) {
        result.end = EpisodeEnd::TimeLimit;
    }
    return result;
}

void CartPole::observe(std::span<float> observation) const
{
    observation[0] = static_cast<float>(m_state.position);
    observation[1] = static_cast<float>(m_state.velocity);
    observation[2] = static_cast<float>(m_state.angle);
    observation[3] = static_cast<float>(m_state.angularVelocity);
}

} // namespace hscope::examples
