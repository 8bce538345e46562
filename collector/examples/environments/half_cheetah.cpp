// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/half_cheetah.h"

#include "collector/examples/environments/planar_body.h"

#include <algorithm>
#include <cstddef>

namespace hscope::examples {

namespace {

constexpr float kTorsoHalfLength = 0.5F;
constexpr float kTorsoHalfHeight = 0.08F;
constexpr float kThighLength = 0.3F;
constexpr float kShinLength = 0.3F;
constexpr float kSoleDepth = 0.05F; // from the ankle down
constexpr float kStartBend = 0.4F;  // of thigh and shin, to either side
constexpr float kCosStartBend = 0.92106F;
constexpr float kClearance = 0.01F;

/// A joint that bends mostly one way: by `most` there, by `least` the other way. `side` is 1 or -1.
PlanarJoint makeJoint(float side, float least, float most, float torque)
{
    const float first = -side * least;
    const float second = side * most;
    return {.lowerAngle = std::min(first, second),
            .upperAngle = std::max(first, second),
            .greatestTorque = torque,
            .greatestSpeed = 12};
}

/// Adds a leg whose knee points forward (`side` 1) or back (-1).
void addLeg(PlanarBody& body, float hip, float side)
{
    const std::size_t thigh = body.limbs.size() + 1;
    body.limbs.push_back({.parent = 0,
                          .pivot = {.x = hip, .y = 0},
                          .box = {.centre = {.x = 0, .y = -kThighLength / 2},
                                  .halfSize = {.x = 0.05F, .y = kThighLength / 2},
                                  .mass = 1.5F},
                          .joint = makeJoint(side, 0.7F, 1.1F, 100),
                          .startAngle = side * kStartBend});
    body.limbs.push_back({.parent = thigh,
                          .pivot = {.x = 0, .y = -kThighLength},
                          .box = {.centre = {.x = 0, .y = -kShinLength / 2},
                                  .halfSize = {.x = 0.04F, .y = kShinLength / 2},
                                  .mass = 1.2F},
                          .joint = makeJoint(-side, -0.1F, 1.6F, 70),
                          .startAngle = -2 * side * kStartBend});
    body.limbs.push_back({.parent = thigh + 1,
                          .pivot = {.x = 0, .y = -kShinLength},
                          .box = {.centre = {.x = 0.05F, .y = -kSoleDepth / 2},
                                  .halfSize = {.x = 0.1F, .y = kSoleDepth / 2},
                                  .mass = 0.6F},
                          .joint = makeJoint(side, 0.5F, 0.9F, 40),
                          .startAngle = side * kStartBend,
                          .kind = LimbKind::Foot});
}

} // namespace

PlanarBody makeHalfCheetahBody()
{
    PlanarBody body;
    body.torso = {
        .centre = {}, .halfSize = {.x = kTorsoHalfLength, .y = kTorsoHalfHeight}, .mass = 8};
    body.startHeight = (kThighLength + kShinLength) * kCosStartBend + kSoleDepth + kClearance;
    body.aliveBonus = 0.25F;
    addLeg(body, -kTorsoHalfLength, 1);
    addLeg(body, kTorsoHalfLength, -1);
    return body;
}

} // namespace hscope::examples
