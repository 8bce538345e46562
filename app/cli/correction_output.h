// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/json_output.h"
#include "core/correction/corrected_breakdown.h"

#include <filesystem>
#include <string>

namespace hscope::cli {

/// The model that `--correct` names: a calibration file, or `recorded` for what the recorder itself
/// measured while it recorded the trace.
///
/// Errors: Unavailable if the trace has no such measurement; InvalidArgument if a calibration does
/// not fit the trace; those of reading a calibration.
[[nodiscard]] core::Result<core::OverheadModel> modelForCorrection(const std::string& source,
                                                                   const core::TraceStore& trace);

/// Adds what a correction took out to the members of a report.
void addCorrection(Json& report, const core::CorrectedBreakdown& corrected);

/// The same as lines of text.
[[nodiscard]] std::string correctionText(const core::CorrectedBreakdown& corrected);

/// A 95% interval as `+- 1.2 ms`; where it is not even, as its two ends.
[[nodiscard]] std::string intervalText(std::int64_t ns, std::int64_t lowNs, std::int64_t highNs);

} // namespace hscope::cli
