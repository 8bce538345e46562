// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/json_output.h"
#include "core/analysis/gpu_truth.h"

#include <string>
#include <vector>

namespace hscope::cli {

/// Both take the names of the processes by their id.

/// `{"window_s", "kernel_wait_below_ns", "devices": [...], "operations": [...]}`; without GPU work
/// there are no devices.
[[nodiscard]] Json gpuTruthJson(const core::TraceStore& trace, const core::Breakdown& breakdown,
                                const std::vector<std::string>& processes,
                                const core::GpuTruthOptions& options);

/// Two tables after an empty line, devices with their streams and operations; empty without GPU
/// work.
[[nodiscard]] std::string gpuTruthText(const core::TraceStore& trace,
                                       const core::Breakdown& breakdown,
                                       const std::vector<std::string>& processes,
                                       const core::GpuTruthOptions& options);

} // namespace hscope::cli
