// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/planar_body.h"

namespace hscope::examples {

/// Half a cheetah: a lying torso, a hind leg and a front leg of thigh, shin and foot each.
///
///     +-----------------+
///     |o      torso    o|     actions and joints: hind hip, knee, ankle, front hip, knee, ankle
///     +-\-------------/-+
///        o           o        It cannot fall: whatever it does, the episode lasts its 300 steps.
///       /             \       So even one that lies still earns 300, and 3 times as much takes
///      o=              o=     2 m/s.
///   ------------------------ x
[[nodiscard]] PlanarBody makeHalfCheetahBody();

} // namespace hscope::examples
