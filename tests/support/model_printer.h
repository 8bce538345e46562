// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/breakdown.h"
#include "core/store/trace_store.h"

#include <QStringList>

namespace hscope::test {

/// Rows as `operation: python + gpu_kernel 12`, `async operation: gpu_kernel 4`; with a phase,
/// `phase/operation: ...`. Rows of several processes start with the process, `trainer| operation:
/// ...`.
[[nodiscard]] QStringList printBreakdown(const core::TraceStore& trace,
                                         const core::Breakdown& breakdown);

/// Transitions as `operation@3 into backend 5`, `operation into backend 5` without an iteration.
[[nodiscard]] QStringList printTransitions(const core::Breakdown& breakdown);

/// Everything in a store as text, one line per thing, independent of ids that have no meaning.
[[nodiscard]] QStringList printTrace(const core::TraceStore& trace);

} // namespace hscope::test
