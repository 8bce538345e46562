// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/examples/environments/planar_body.h"

namespace hscope::examples {

/// A hopper: a torso on one leg of thigh, shin and foot.
///
///        +-+
///        | |  torso        actions and joints: hip, knee, ankle
///        +o+  hip
///          \               It starts with a bent knee, and falls when its torso, whose centre is
///           o  knee        at 1.17 m then, sinks below 0.75 m or leans more than 0.7 rad.
///          /
///         o=  ankle
///   ----------------- x
[[nodiscard]] PlanarBody makeHopperBody();

} // namespace hscope::examples
