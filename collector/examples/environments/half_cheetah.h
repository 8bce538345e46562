// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/planar_body.h"

namespace hscope::examples {

/// Half a cheetah: a lying torso, a hind leg and a front leg of thigh, shin and foot each.
///
///     +-----------------+
///     |o      torso    o|     actions and joints: hind hip, knee, ankle, front hip, knee, ankle
///     +-|-------------|-+
///       o             o        It cannot fall: whatever it does, the episode lasts its 300 steps.
///       |             |
///       o=            o=
///   ------------------------ x
///
/// Acting at random moves it back and forth on one spot and costs a little. The usual reward would
/// make less than 0 of that, to which no ratio can be taken; so an alive bonus of 1/4 keeps the
/// random policy's return at about 50. Three times as much takes 0.3 m/s, which is 3 m in 10 s.
[[nodiscard]] PlanarBody makeHalfCheetahBody();

} // namespace hscope::examples
