// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/correction/overhead_model.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hscope::sim {

/// A stored overhead model with what it was measured on. As a file: JSON with `"format":
/// "heteroscope-calibration"`, see docs/CORRECTION.md.
struct Calibration
{
    core::OverheadModel model;
    std::vector<std::string> command; ///< The program that was run and its arguments.
    std::int64_t repetitions = 0;
    double spanS = 0;      ///< Mean length of the runs without recording.
    double overheadS = 0;  ///< Mean of what all recording added.
    double halfWidthS = 0; ///< Of the 95% interval of overheadS.
};

/// Errors: those of every document, with the place of what is wrong: another format or version, a
/// field that is missing, unknown or of the wrong kind, a negative or unordered cost.
[[nodiscard]] core::Result<Calibration> readCalibration(const std::filesystem::path& path);

/// Errors: Io.
[[nodiscard]] core::Result<void> writeCalibration(const Calibration& calibration,
                                                  const std::filesystem::path& path);

} // namespace hscope::sim
