// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/walker.h"

#include "collector/examples/environments/planar_body.h"

#include <cstddef>

namespace hscope::examples {

namespace {

constexpr float kTorsoHalfHeight = 0.3F;
constexpr float kThighLength = 0.45F;
constexpr float kShinLength = 0.45F;
constexpr float kSoleDepth = 0.06F;                                  // from the ankle down
constexpr float kStanding = kThighLength + kShinLength + kSoleDepth; // height of the hips
constexpr float kClearance = 0.01F;

void addLeg(PlanarBody& body, float strideShare)
{
    const std::size_t thigh = body.limbs.size() + 1;
    body.limbs.push_back({.parent = 0,
                          .pivot = {},
                          .box = {.centre = {.x = 0, .y = -kThighLength / 2},
                                  .halfSize = {.x = 0.06F, .y = kThighLength / 2},
                                  .mass = 4},
                          .joint = {.lowerAngle = -0.6F,
                                    .upperAngle = 1.1F,
                                    .greatestTorque = 120,
                                    .greatestSpeed = 8},
                          .strideShare = strideShare});
    body.limbs.push_back({.parent = thigh,
                          .pivot = {.x = 0, .y = -kThighLength},
                          .box = {.centre = {.x = 0, .y = -kShinLength / 2},
                                  .halfSize = {.x = 0.045F, .y = kShinLength / 2},
                                  .mass = 3},
                          .joint = {.lowerAngle = -1.8F,
                                    .upperAngle = -0.02F,
                                    .greatestTorque = 90,
                                    .greatestSpeed = 8},
                          .startAngle = -0.1F});
    body.limbs.push_back({.parent = thigh + 1,
                          .pivot = {.x = 0, .y = -kShinLength},
                          .box = {.centre = {.x = 0.06F, .y = -kSoleDepth / 2},
                                  .halfSize = {.x = 0.13F, .y = kSoleDepth / 2},
                                  .mass = 1.5F},
                          .joint = {.lowerAngle = -0.6F,
                                    .upperAngle = 0.6F,
                                    .greatestTorque = 50,
                                    .greatestSpeed = 8},
                          .kind = LimbKind::Foot});
}

} // namespace

PlanarBody makeWalkerBody()
{
    PlanarBody body;
    body.torso = {.centre = {.x = 0, .y = kTorsoHalfHeight},
                  .halfSize = {.x = 0.1F, .y = kTorsoHalfHeight},
                  .mass = 14};
    body.startHeight = kStanding + kClearance;
    body.startStride = 0.15F;
    addLeg(body, 1);
    addLeg(body, -1);
    body.fall = {.lowestTorso = 0.85F, .greatestLean = 1};
    return body;
}

} // namespace hscope::examples
