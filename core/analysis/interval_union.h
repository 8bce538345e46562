// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time_range.h"

#include <span>
#include <vector>

namespace hscope::core {

/// The union of ranges in any order as disjoint ascending ranges; touching ones are merged, empty
/// ones dropped.
[[nodiscard]] std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges);

/// Total length of disjoint ranges.
[[nodiscard]] Duration totalLength(std::span<const TimeRange> ranges);

} // namespace hscope::core
