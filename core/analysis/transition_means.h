// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/breakdown.h"

#include <optional>
#include <string>
#include <vector>

namespace hscope::core {

/// How often a category was entered in an operation, over the whole trace.
struct TransitionMean
{
    ProcessId process;
    std::string operation;
    Category category = Category::Native;
    std::uint64_t count = 0;
    /// The mean over all iterations of the process, also those without such a transition; what
    /// happens outside of iterations is left out of it. None if the process has no iterations.
    std::optional<double> perIteration;

    friend bool operator==(const TransitionMean&, const TransitionMean&) = default;
};

/// By process, operation, category. Iterations that occur twice under one number count once.
[[nodiscard]] std::vector<TransitionMean> transitionMeans(const TraceStore& trace,
                                                          const Breakdown& breakdown);

} // namespace hscope::core
