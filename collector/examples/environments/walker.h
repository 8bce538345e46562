// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/seeded_random.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

// Box2D's names.
// NOLINTBEGIN(readability-identifier-naming)
class b2Body;
class b2RevoluteJoint;
class b2World;

// NOLINTEND(readability-identifier-naming)

namespace hscope::examples {

/// A planar walker on flat ground, simulated by Box2D: a torso and two legs of thigh, shin and
/// foot.
///
///        +-+
///        | |  torso        observation (19)                 action (6), each -1..1
///        +o+  hip          torso: height, lean, velocity    the torque at hip, knee, ankle,
///         |                  x and y, angular velocity      left and right, as a part of the
///         o   knee         each joint: angle, speed         joint's greatest torque
///         |                each foot: on the ground or not
///         o=  ankle
///   ----------------- x
///
/// Reward per step: the mean forward velocity in m/s, plus kAliveBonus, minus kControlCost times
/// the sum of the squared actions. An episode fails when the torso sinks below kLowestTorso or
/// leans more than kGreatestLean; it is cut off after kStepLimit steps.
///
/// Units:  metres, kilograms, seconds, radians; angles grow counter-clockwise, x grows forward.
/// Cost:   about 30 us per step.
class Walker final : public Environment
{
public:
    static constexpr std::size_t kJointCount = 6;
    static constexpr std::size_t kObservationSize = 5 + 2 * kJointCount + 2;

    // Time: one action holds for kFrameSkip substeps of fixed length.
    static constexpr int kFrameSkip = 4;
    static constexpr float kSubstepSeconds = 1.0F / 120;
    static constexpr int kVelocityIterations = 12;
    static constexpr int kPositionIterations = 6;
    static constexpr int kStepLimit = 300; ///< 10 s

    // Reward and failure.
    static constexpr float kAliveBonus = 1.0F;
    static constexpr float kControlCost = 0.02F;
    static constexpr float kLowestTorso = 0.85F; ///< Height of its centre; 1.26 when it stands.
    static constexpr float kGreatestLean = 1.0F;

    /// Observed values lie in [-kObservationBound, kObservationBound].
    static constexpr float kObservationBound = 5.0F;

    /// What a joint can do. Its angle is the lower limb's minus the upper limb's, 0 in a straight
    /// leg.
    struct JointLimits
    {
        float lowerAngle = 0;
        float upperAngle = 0;
        float greatestTorque = 0; ///< N m
        float greatestSpeed = 0;  ///< rad/s
    };

    static constexpr JointLimits kHip{
        .lowerAngle = -0.6F, .upperAngle = 1.1F, .greatestTorque = 120, .greatestSpeed = 8};
    static constexpr JointLimits kKnee{
        .lowerAngle = -1.8F, .upperAngle = -0.02F, .greatestTorque = 90, .greatestSpeed = 8};
    static constexpr JointLimits kAnkle{
        .lowerAngle = -0.6F, .upperAngle = 0.6F, .greatestTorque = 50, .greatestSpeed = 8};
    /// In the order of actions and observations: left hip, knee, ankle, right hip, knee, ankle.
    static constexpr std::array<JointLimits, kJointCount> kJoints = {kHip, kKnee, kAnkle,
                                                                     kHip, kKnee, kAnkle};

    explicit Walker(std::uint64_t seed);
    ~Walker() override;
    Walker(const Walker&) = delete;
    Walker& operator=(const Walker&) = delete;
    Walker(Walker&&) = delete;
    Walker& operator=(Walker&&) = delete;

    [[nodiscard]] EnvironmentShape shape() const override
    {
        return {.observationSize = kObservationSize, .actionSize = kJointCount};
    }

    void observe(std::span<float> observation) const override;
    void reset() override;
    StepResult step(std::span<const float> action) override;

    [[nodiscard]] float torsoHeight() const;
    [[nodiscard]] float torsoLean() const;
    [[nodiscard]] float distance() const; ///< How far forward the torso is from the origin.
    [[nodiscard]] std::array<float, kJointCount> jointAngles() const;

private:
    struct Limb;
    struct Pose;

    void buildGround();
    void buildBody();
    void buildLeg(std::size_t firstJoint, const Pose& hip, std::span<const float> angles);
    b2Body* buildLimb(const Limb& limb, const Pose& pivot);
    void connect(std::size_t joint, b2Body* upper, b2Body* lower, const Pose& pivot);
    [[nodiscard]] bool hasFallen() const;

    SeededRandom m_random;
    std::unique_ptr<b2World> m_world;
    // Owned by m_world.
    b2Body* m_torso = nullptr;
    std::array<b2Body*, 2> m_feet{};
    std::array<b2RevoluteJoint*, kJointCount> m_joints{};
    int m_step = 0;
};

} // namespace hscope::examples
