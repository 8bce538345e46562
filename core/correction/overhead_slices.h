// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/correction/overhead_layout.h"
#include "core/store/trace_store.h"

#include <memory>
#include <span>

namespace hscope::core {

/// The trace with a slice of category overhead for each stretch that recording took, named by its
/// kind, on the thread it was taken from. Nothing moves; tracks and names keep their ids, slices
/// get new ones.
[[nodiscard]] std::shared_ptr<const TraceStore>
withOverheadSlices(const TraceStore& trace, std::span<const ThreadOverhead> overhead);

} // namespace hscope::core
