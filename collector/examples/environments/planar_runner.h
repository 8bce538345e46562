// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/planar_body.h"
#include "collector/examples/environments/seeded_random.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

// Box2D's names.
// NOLINTBEGIN(readability-identifier-naming)
class b2Body;
class b2RevoluteJoint;
class b2World;

// NOLINTEND(readability-identifier-naming)

namespace hscope::examples {

/// A body that runs on flat ground in a vertical plane, simulated by Box2D.
///
///     observation                                          action, each -1..1
///       torso: height, lean, velocity x and y,               the torque at each joint, as a part
///         angular velocity                                   of the joint's greatest torque
///       each joint: angle, speed
///       each foot: on the ground or not
///
/// Reward per step: the mean forward velocity in m/s, plus the body's alive bonus b, minus
/// kControlCost times the sum of the squared actions. An episode fails when the body falls, if it
/// can; it is cut off after kStepLimit steps. So standing still earns at most 300 b, and running at
/// v m/s without a fall about 300 (b + v).
///
/// Units:  those of PlanarBody.
/// Cost:   about 30 us per step.
class PlanarRunner final : public Environment
{
public:
    // Time: one action holds for kFrameSkip substeps of fixed length.
    static constexpr int kFrameSkip = 4;
    static constexpr float kSubstepSeconds = 1.0F / 120;
    static constexpr int kVelocityIterations = 12;
    static constexpr int kPositionIterations = 6;
    static constexpr int kStepLimit = 300; ///< 10 s

    static constexpr float kControlCost = 0.02F;

    /// Observed values lie in [-kObservationBound, kObservationBound].
    static constexpr float kObservationBound = 5.0F;

    PlanarRunner(PlanarBody body, std::uint64_t seed);
    ~PlanarRunner() override;
    PlanarRunner(const PlanarRunner&) = delete;
    PlanarRunner& operator=(const PlanarRunner&) = delete;
    PlanarRunner(PlanarRunner&&) = delete;
    PlanarRunner& operator=(PlanarRunner&&) = delete;

    [[nodiscard]] EnvironmentShape shape() const override;
    void observe(std::span<float> observation) const override;
    void reset() override;
    StepResult step(std::span<const float> action) override;

    [[nodiscard]] const PlanarBody& body() const { return m_body; }

    [[nodiscard]] float torsoHeight() const;
    [[nodiscard]] float torsoLean() const;
    [[nodiscard]] float distance() const; ///< How far forward the torso is from the origin.
    [[nodiscard]] std::vector<float> jointAngles() const; ///< In the order of the limbs.

private:
    struct Pose;

    void buildGround();
    void buildBody();
    b2Body* buildBox(const PlanarBox& box, const Pose& pivot);
    b2RevoluteJoint* connect(const PlanarJoint& joint, b2Body* upper, b2Body* lower,
                             const Pose& pivot);
    [[nodiscard]] bool hasFallen() const;

    PlanarBody m_body;
    SeededRandom m_random;
    std::unique_ptr<b2World> m_world;
    // Owned by m_world.
    b2Body* m_torso = nullptr;
    std::vector<b2Body*> m_feet;
    std::vector<b2RevoluteJoint*> m_joints; ///< One per limb.
    int m_step = 0;
};

} // namespace hscope::examples
