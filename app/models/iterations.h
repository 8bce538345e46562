// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <optional>
#include <span>

namespace hscope::app {

/// The iteration of `process` that contains `time`; null if there is none. Cost: O(log iterations).
[[nodiscard]] const core::Iteration* findIteration(const core::TraceStore& store,
                                                   core::ProcessId process, core::TraceTime time);

/// The iterations one steps through: those of the process that has most of them. Empty without any.
[[nodiscard]] std::span<const core::Iteration> mainIterations(const core::TraceStore& store);

/// The position in `iterations` of the one that contains `time`, else of the last one before it.
[[nodiscard]] std::optional<std::size_t> iterationAt(std::span<const core::Iteration> iterations,
                                                     core::TraceTime time);

} // namespace hscope::app
