// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace hscope::examples {

struct PlanarPoint
{
    float x = 0;
    float y = 0;
};

/// A solid rectangle, in a frame whose origin is the joint that it hangs from.
struct PlanarBox
{
    PlanarPoint centre;
    PlanarPoint halfSize;
    float mass = 0;
};

/// What a joint can do. Its angle is the lower limb's minus the upper limb's.
struct PlanarJoint
{
    float lowerAngle = 0;
    float upperAngle = 0;
    float greatestTorque = 0; ///< N m
    float greatestSpeed = 0;  ///< rad/s
};

enum class LimbKind : unsigned char
{
    Plain,
    Foot ///< Whether it touches the ground is observed.
};

/// A limb and the joint at its upper end, which turns it against its parent.
struct PlanarLimb
{
    std::size_t parent = 0; ///< 0 for the torso, n for the n-th limb, which must come earlier.
    PlanarPoint pivot;      ///< Where the joint is, in the parent's frame.
    PlanarBox box;
    PlanarJoint joint;
    float startAngle = 0; ///< The joint's angle at the start of an episode, noise aside.
    /// Which part of PlanarBody::startStride is added: 1 for one leg, -1 for the other.
    float strideShare = 0;
    LimbKind kind = LimbKind::Plain;
};

/// When the torso is so low or leans so much that the episode fails.
struct PlanarFall
{
    float lowestTorso = 0; ///< Height of the centre of its box.
    float greatestLean = 0;
};

/// What a PlanarRunner is made of: a torso and the limbs that hang from it.
///
/// All limbs' frames are parallel while all angles are 0; y points up, x forward. Angles grow
/// counter-clockwise.
///
/// Units:  metres, kilograms, seconds, radians.
struct PlanarBody
{
    PlanarBox torso;       ///< Its frame's origin is where startHeight counts.
    float startHeight = 0; ///< Above the ground, at the start of an episode.
    float startStride = 0; ///< Turned one way or the other, by chance.
    std::vector<PlanarLimb> limbs;
    float aliveBonus = 1;           ///< What each step earns, whatever the body does in it.
    std::optional<PlanarFall> fall; ///< None: whatever it does, the episode goes on.
};

} // namespace hscope::examples
