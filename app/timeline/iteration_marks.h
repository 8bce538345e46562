// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <cstddef>
#include <span>
#include <vector>

namespace hscope::app {

/// Where the begin of an iteration is marked on the time axis.
struct IterationMark
{
    std::size_t position = 0; ///< Of the iteration in the span it came from.
    double x = 0;
    bool startsHere =
        true; ///< False for the iteration that was already running when the view begins.

    friend bool operator==(const IterationMark&, const IterationMark&) = default;
};

/// The iterations (by start) that have room for a mark `minDistance` wide before the next one
/// starts.
///
///   |157   |158        |159 160 161          157 is running, 158 is marked, the others are too
///   close together
///
/// Cost: O(marks x log iterations).
[[nodiscard]] std::vector<IterationMark> iterationMarks(std::span<const core::Iteration> iterations,
                                                        core::TimeRange range, double width,
                                                        double minDistance);

} // namespace hscope::app
