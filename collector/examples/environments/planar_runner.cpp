// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/planar_runner.h"

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/planar_body.h"

#include <algorithm>
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
#include <utility>
#include <vector>

namespace hscope::examples {

/// Where a joint is, and how the limb below it is turned.
struct PlanarRunner::Pose
{
    b2Vec2 position;
    float angle = 0;

    [[nodiscard]] b2Vec2 apply(const b2Vec2& local) const
    {
        return position + b2Mul(b2Rot(angle), local);
    }

    /// The frame of a limb whose joint is at `pivot` in this frame, turned by `bend` against it.
    [[nodiscard]] Pose bentBy(const b2Vec2& pivot, float bend) const
    {
        return {.position = apply(pivot), .angle = angle + bend};
    }
};

namespace {

const b2Vec2 kGravity(0, -9.81F);
constexpr float kGroundStart = -50;
constexpr float kGroundEnd = 200;
constexpr float kFriction = 0.9F;

constexpr float kStartNoise = 0.05F; // of each angle at the start of an episode

// Joint speeds and the torso's velocities are brought to the size of the other observations.
constexpr float kSpeedScale = 0.2F;

b2Vec2 toBox2d(const PlanarPoint& point)
{
    return {point.x, point.y};
}

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

PlanarRunner::PlanarRunner(PlanarBody body, std::uint64_t seed)
    : m_body(std::move(body))
    , m_random(seed)
{
    reset();
}

PlanarRunner::~PlanarRunner() = default;

EnvironmentShape PlanarRunner::shape() const
{
    return {.observationSize = 5 + 2 * m_joints.size() + m_feet.size(),
            .actionSize = m_joints.size()};
}

void PlanarRunner::reset()
{
    // A world of its own for each episode: nothing that Box2D remembers of the last one can leak
    // into it.
    m_world = std::make_unique<b2World>(kGravity);
    m_step = 0;
    buildGround();
    buildBody();
}

void PlanarRunner::buildGround()
{
    b2EdgeShape line;
    line.SetTwoSided(b2Vec2(kGroundStart, 0), b2Vec2(kGroundEnd, 0));
    b2FixtureDef fixture;
    fixture.shape = &line;
    fixture.friction = kFriction;
    const b2BodyDef ground;
    m_world->CreateBody(&ground)->CreateFixture(&fixture);
}

void PlanarRunner::buildBody()
{
    const auto noise = [this] { return m_random.uniform(-kStartNoise, kStartNoise); };
    std::vector<Pose> poses = {{.position = b2Vec2(0, m_body.startHeight), .angle = noise()}};
    m_torso = buildBox(m_body.torso, poses.front());
    const float stride = m_random.uniform(0, 1) < 0.5F ? m_body.startStride : -m_body.startStride;

    std::vector<b2Body*> parts = {m_torso};
    m_feet.clear();
    m_joints.clear();
    for (const PlanarLimb& limb : m_body.limbs) {
        const float bend = limb.startAngle + limb.strideShare * stride + noise();
        const Pose& pose = poses.emplace_back(poses[limb.parent].bentBy(toBox2d(limb.pivot), bend));
        b2Body* const part = parts.emplace_back(buildBox(limb.box, pose));
        m_joints.push_back(connect(limb.joint, parts[limb.parent], part, pose));
        if (limb.kind == LimbKind::Foot) {
            m_feet.push_back(part);
        }
    }
}

b2Body* PlanarRunner::buildBox(const PlanarBox& box, const Pose& pivot)
{
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = pivot.apply(toBox2d(box.centre));
    definition.angle = pivot.angle;
    definition.allowSleep = false;
    b2Body* const body = m_world->CreateBody(&definition);

    b2PolygonShape shape;
    shape.SetAsBox(box.halfSize.x, box.halfSize.y);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = box.mass / (4 * box.halfSize.x * box.halfSize.y);
    fixture.friction = kFriction;
    fixture.filter.groupIndex = -1; // a body's parts pass through one another
    body->CreateFixture(&fixture);
    return body;
}

b2RevoluteJoint* PlanarRunner::connect(const PlanarJoint& joint, b2Body* upper, b2Body* lower,
                                       const Pose& pivot)
{
    b2RevoluteJointDef definition;
    definition.bodyA = upper;
    definition.bodyB = lower;
    definition.localAnchorA = upper->GetLocalPoint(pivot.position);
    definition.localAnchorB = lower->GetLocalPoint(pivot.position);
    definition.referenceAngle = 0;
    definition.enableLimit = true;
    definition.lowerAngle = joint.lowerAngle;
    definition.upperAngle = joint.upperAngle;
    definition.enableMotor = true;
    // Box2D's factory returns the base class of what the definition names.
    return static_cast<b2RevoluteJoint*>(m_world->CreateJoint(&definition));
}

StepResult PlanarRunner::step(std::span<const float> action)
{
    float squares = 0;
    for (std::size_t index = 0; index < m_joints.size(); ++index) {
        const PlanarJoint& joint = m_body.limbs[index].joint;
        const float drive = std::clamp(action[index], -1.0F, 1.0F);
        squares += drive * drive;
        // Box2D's motor drives towards a speed with at most this torque.
        m_joints[index]->SetMotorSpeed(std::copysign(joint.greatestSpeed, drive));
        m_joints[index]->SetMaxMotorTorque(std::abs(drive) * joint.greatestTorque);
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
    result.reward = velocity + m_body.aliveBonus - kControlCost * squares;
    if (hasFallen()) {
        result.end = EpisodeEnd::Failure;
    } else if (m_step >= kStepLimit) {
        result.end = EpisodeEnd::TimeLimit;
    }
    return result;
}

bool PlanarRunner::hasFallen() const
{
    return m_body.fall && (torsoHeight() < m_body.fall->lowestTorso ||
                           std::abs(torsoLean()) > m_body.fall->greatestLean);
}

void PlanarRunner::observe(std::span<float> observation) const
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

float PlanarRunner::torsoHeight() const
{
    return m_torso->GetPosition().y;
}

float PlanarRunner::torsoLean() const
{
    return m_torso->GetAngle();
}

float PlanarRunner::distance() const
{
    return m_torso->GetPosition().x;
}

std::vector<float> PlanarRunner::jointAngles() const
{
    std::vector<float> angles(m_joints.size());
    std::ranges::transform(m_joints, angles.begin(),
                           [](const b2RevoluteJoint* joint) { return joint->GetJointAngle(); });
    return angles;
}

} // namespace hscope::examples
