// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/planar_body.h"

namespace hscope::examples {

/// A walker: a torso and two legs of thigh, shin and foot.
///
///        +-+
///        | |  torso        actions and joints: left hip, knee, ankle, right hip, knee, ankle
///        +o+  hip
///         |                It starts with one leg before the other, either one, and falls when
///         o   knee         its torso, whose centre is at 1.26 m when it stands, sinks below
///         |                0.85 m or leans more than 1 rad.
///         o=  ankle
///   ----------------- x
[[nodiscard]] PlanarBody makeWalkerBody();

} // namespace hscope::examples
