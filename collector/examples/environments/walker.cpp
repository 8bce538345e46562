// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/walker.h"

#include "collector/examples/environments/environment.h"

#include <algorithm>
#include <array>
#include <box2d/b2_body.h>
#include <box2d/b2_contact.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_math.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_revolute_joint.h>
#include <box2d/b2_world.h>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <hscope/collector.hpp>
#include <memory>
#include <span>

namespace hscope::examples {

/// A box whose joint with the limb above it lies at the origin while it hangs straight down.
struct Walker::Limb
{
    b2Vec2 centre;
    b2Vec2 halfSize;
    float mass = 0;
};

/// Where a joint is, and how the limb below it is turned.
struct Walker::Pose
{
    b2Vec2 position;
    float angle = 0;

    [[nodiscard]] b2Vec2 apply(const b2Vec2& local) const
    {
        return position + b2Mul(b2Rot(angle), local);
    }

    /// The joint at the lower end of a limb of this length, whose lower limb is turned by `bend`
    /// against it.
    [[nodiscard]] Pose bentBy(float length, float bend) const
    {
        return {.position = apply(b2Vec2(0, -length)), .angle = angle + bend};
    }
};

namespace {

constexpr float kTorsoHalfHeight = 0.3F;
constexpr float kThighLength = 0.45F;
constexpr float kShinLength = 0.45F;
constexpr float kSoleDepth = 0.06F;                                  // from the ankle down
constexpr float kStanding = kThighLength + kShinLength + kSoleDepth; // height of the hips

const b2Vec2 kGravity(0, -9.81F);
constexpr float kGroundStart = -50;
constexpr float kGroundEnd = 200;
constexpr float kFriction = 0.9F;

// The start of an episode: one leg before the other, everything a little off.
constexpr float kStartStride = 0.15F;
constexpr float kStartNoise = 0.05F;
constexpr float kStartClearance = 0.01F;

// Joint speeds and the torso's velocities are brought to the size of the other observations.
constexpr float kSpeedScale = 0.2F;

bool touchesGround(const b2Body& foot)
{
    for (const b2ContactEdge* edge = foot.GetContactList(); edge != nullptr; edge = edge->next) {
        if (edge->contact->IsTouching()) {
            return true;
        }
    }
    return false;
}

} // namespace

Walker::Walker(std::uint64_t seed)
    : m_random(seed)
{
    reset();
}

Walker::~Walker() = default;

void Walker::reset()
{
    // A world of its own for each episode: nothing that Box2D remembers of the last one can leak
    // into it.
    m_world = std::make_unique<b2World>(kGravity);
    m_step = 0;
    buildGround();
    buildBody();
}

void Walker::buildGround()
{
    b2EdgeShape line;
    line.SetTwoSided(b2Vec2(kGroundStart, 0), b2Vec2(kGroundEnd, 0));
    b2FixtureDef fixture;
    fixture.shape = &line;
    fixture.friction = kFriction;
    const b2BodyDef ground;
    m_world->CreateBody(&ground)->CreateFixture(&fixture);
}

void Walker::buildBody()
{
    const Limb torso{.centre = b2Vec2(0, kTorsoHalfHeight),
                     .halfSize = b2Vec2(0.1F, kTorsoHalfHeight),
                     .mass = 14};
    const auto noise = [this] { return m_random.uniform(-kStartNoise, kStartNoise); };
    const Pose hip{.position = b2Vec2(0, kStanding + kStartClearance), .angle = noise()};
    m_torso = buildLimb(torso, hip);

    const float stride = m_random.uniform(0, 1) < 0.5F ? kStartStride : -kStartStride;
    const std::array<float, 3> left = {stride + noise(), -0.1F + noise(), noise()};
    const std::array<float, 3> right = {-stride + noise(), -0.1F + noise(), noise()};
    buildLeg(0, hip, left);
    buildLeg(3, hip, right);
}

void Walker::buildLeg(std::size_t firstJoint, const Pose& hip, std::span<const float> angles)
{
    const Limb thigh{.centre = b2Vec2(0, -kThighLength / 2),
                     .halfSize = b2Vec2(0.06F, kThighLength / 2),
                     .mass = 4};
    const Limb shin{.centre = b2Vec2(0, -kShinLength / 2),
                    .halfSize = b2Vec2(0.045F, kShinLength / 2),
                    .mass = 3};
    const Limb foot{.centre = b2Vec2(0.06F, -kSoleDepth / 2),
                    .halfSize = b2Vec2(0.13F, kSoleDepth / 2),
                    .mass = 1.5F};

    const Pose thighPose = hip.bentBy(0, angles[0]);
    b2Body* const thighBody = buildLimb(thigh, thighPose);
    connect(firstJoint, m_torso, thighBody, thighPose);

    const Pose shinPose = thighPose.bentBy(kThighLength, angles[1]);
    b2Body* const shinBody = buildLimb(shin, shinPose);
    connect(firstJoint + 1, thighBody, shinBody, shinPose);

    const Pose footPose = shinPose.bentBy(kShinLength, angles[2]);
    b2Body* const footBody = buildLimb(foot, footPose);
    connect(firstJoint + 2, shinBody, footBody, footPose);
    m_feet[firstJoint / 3] = footBody;
}

b2Body* Walker::buildLimb(const Limb& limb, const Pose& pivot)
{
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = pivot.apply(limb.centre);
    definition.angle = pivot.angle;
    definition.allowSleep = false;
    b2Body* const body = m_world->CreateBody(&definition);

    b2PolygonShape box;
    box.SetAsBox(limb.halfSize.x, limb.halfSize.y);
    b2FixtureDef fixture;
    fixture.shape = &box;
    fixture.density = limb.mass / (4 * limb.halfSize.x * limb.halfSize.y);
    fixture.friction = kFriction;
    fixture.filter.groupIndex = -1; // the walker's parts pass through one another
    body->CreateFixture(&fixture);
    return body;
}

void Walker::connect(std::size_t joint, b2Body* upper, b2Body* lower, const Pose& pivot)
{
    const JointLimits& limits = kJoints[joint];
    b2RevoluteJointDef definition;
    definition.bodyA = upper;
    definition.bodyB = lower;
    definition.localAnchorA = upper->GetLocalPoint(pivot.position);
    definition.localAnchorB = lower->GetLocalPoint(pivot.position);
    definition.referenceAngle = 0;
    definition.enableLimit = true;
    definition.lowerAngle = limits.lowerAngle;
    definition.upperAngle = limits.upperAngle;
    definition.enableMotor = true;
    // Box2D's factory returns the base class of what the definition names.
    m_joints[joint] = static_cast<b2RevoluteJoint*>(m_world->CreateJoint(&definition));
}

StepResult Walker::step(std::span<const float> action)
{
    float squares = 0;
    for (std::size_t joint = 0; joint < kJointCount; ++joint) {
        const float drive = std::clamp(action[joint], -1.0F, 1.0F);
        squares += drive * drive;
        // Box2D's motor drives towards a speed with at most this torque.
        m_joints[joint]->SetMotorSpeed(std::copysign(kJoints[joint].greatestSpeed, drive));
        m_joints[joint]->SetMaxMotorTorque(std::abs(drive) * kJoints[joint].greatestTorque);
    }

    const float before = distance();
    {
        const Scope scope("b2World::Step", Category::Simulator);
        for (int substep = 0; substep < kFrameSkip; ++substep) {
            m_world->Step(kSubstepSeconds, kVelocityIterations, kPositionIterations);
        }
    }
    const float velocity = (distance() - before) / (kFrameSkip * kSubstepSeconds);

    ++m_step;
    StepResult result;
    result.reward = velocity + kAliveBonus - kControlCost * squares;
    if (hasFallen()) {
        result.end = EpisodeEnd::Failure;
    } else if (m_step >= kStepLimit) {
        result.end = EpisodeEnd::TimeLimit;
    }
    return result;
}

bool Walker::hasFallen() const
{
    return torsoHeight() < kLowestTorso || std::abs(torsoLean()) > kGreatestLean;
}

void Walker::observe(std::span<float> observation) const
{
    std::size_t next = 0;
    const auto add = [&](float value) {
        observation[next] = std::clamp(value, -kObservationBound, kObservationBound);
        ++next;
    };
    add(torsoHeight());
    add(torsoLean());
    add(m_torso->GetLinearVelocity().x * kSpeedScale);
    add(m_torso->GetLinearVelocity().y * kSpeedScale);
    add(m_torso->GetAngularVelocity() * kSpeedScale);
    for (const b2RevoluteJoint* joint : m_joints) {
        add(joint->GetJointAngle());
        add(joint->GetJointSpeed() * kSpeedScale);
    }
    for (const b2Body* foot : m_feet) {
        add(touchesGround(*foot) ? 1.0F : 0.0F);
    }
}

float Walker::torsoHeight() const
{
    return m_torso->GetPosition().y;
}

float Walker::torsoLean() const
{
    return m_torso->GetAngle();
}

float Walker::distance() const
{
    return m_torso->GetPosition().x;
}

std::array<float, Walker::kJointCount> Walker::jointAngles() const
{
    std::array<float, kJointCount> angles{};
    std::ranges::transform(m_joints, angles.begin(),
                           [](const b2RevoluteJoint* joint) { return joint->GetJointAngle(); });
    return angles;
}

} // namespace hscope::examples
