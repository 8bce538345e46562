// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/problem.h"

namespace hscope::test {

/// Two layers, types a and b. Layer 0 is ten times cheaper on a, layer 1 on b; no boundary traffic.
[[nodiscard]] sim::Problem twoLayers();

/// Six layers and three types; layer i cannot run on type i % 3.
[[nodiscard]] sim::Problem layersWithGaps();

} // namespace hscope::test
