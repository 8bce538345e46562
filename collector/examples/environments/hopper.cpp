// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/hopper.h"

#include "collector/examples/environments/planar_body.h"

namespace hscope::examples {

namespace {

constexpr float kTorsoHalfHeight = 0.2F;
constexpr float kThighLength = 0.45F;
constexpr float kShinLength = 0.5F;
constexpr float kSoleDepth = 0.06F; // from the ankle down
constexpr float kStartBend = 0.3F;  // of thigh and shin, to either side
constexpr float kCosStartBend = 0.95534F;
constexpr float kClearance = 0.01F;

} // namespace

PlanarBody makeHopperBody()
{
    PlanarBody body;
    body.torso = {.centre = {.x = 0, .y = kTorsoHalfHeight},
                  .halfSize = {.x = 0.1F, .y = kTorsoHalfHeight},
                  .mass = 7};
    body.startHeight = (kThighLength + kShinLength) * kCosStartBend + kSoleDepth + kClearance;
    body.limbs.push_back({.parent = 0,
                          .pivot = {},
                          .box = {.centre = {.x = 0, .y = -kThighLength / 2},
                                  .halfSize = {.x = 0.06F, .y = kThighLength / 2},
                                  .mass = 4},
                          .joint = {.lowerAngle = -0.6F,
                                    .upperAngle = 1.2F,
                                    .greatestTorque = 120,
                                    .greatestSpeed = 10},
                          .startAngle = kStartBend});
    body.limbs.push_back({.parent = 1,
                          .pivot = {.x = 0, .y = -kThighLength},
                          .box = {.centre = {.x = 0, .y = -kShinLength / 2},
                                  .halfSize = {.x = 0.045F, .y = kShinLength / 2},
                                  .mass = 2.5F},
                          .joint = {.lowerAngle = -1.8F,
                                    .upperAngle = -0.02F,
                                    .greatestTorque = 120,
                                    .greatestSpeed = 10},
                          .startAngle = -2 * kStartBend});
    body.limbs.push_back({.parent = 2,
                          .pivot = {.x = 0, .y = -kShinLength},
                          .box = {.centre = {.x = 0.05F, .y = -kSoleDepth / 2},
                                  .halfSize = {.x = 0.18F, .y = kSoleDepth / 2},
                                  .mass = 2},
                          .joint = {.lowerAngle = -0.7F,
                                    .upperAngle = 0.7F,
                                    .greatestTorque = 70,
                                    .greatestSpeed = 10},
                          .startAngle = kStartBend,
                          .kind = LimbKind::Foot});
    body.fall = {.lowestTorso = 0.75F, .greatestLean = 0.7F};
    return body;
}

} // namespace hscope::examples
