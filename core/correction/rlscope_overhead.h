// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/correction/overhead_model.h"
#include "core/store/trace_store.h"

#include <memory>

namespace hscope::core {

/// The trace with RL-Scope's injected overhead (facts on RL-Scope, 4.4), for comparison. Per thread
/// there is one more, whose overhead slices may overlap each other and leave their scope:
///
///   GPU call from s to e      CUPTI [s, s + c), interception [e, e + i)
///   call into a library       Python to C [e + d, e + 2d); backend and simulator slices
///   operation from s          annotation [s, s + d)
///
/// Costs: cupti by API, gpu_api, python for what Python calls, annotation. Where a backend or
/// simulator slice was recorded by another hook, that hook's cost is d. Slices that no recorder of
/// ours wrote count as well, as RL-Scope knows no others.
[[nodiscard]] std::shared_ptr<const TraceStore> withRlScopeOverhead(const TraceStore& trace,
                                                                    const OverheadModel& model);

} // namespace hscope::core
