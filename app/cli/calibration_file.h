// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/io/calibration_document.h"

#include <string>

namespace hscope::cli {

using sim::Calibration;
using sim::readCalibration;
using sim::writeCalibration;

/// The kind of a cost, and the function that it is for.
[[nodiscard]] std::string describeEvent(const core::OverheadCost& cost);

/// The lines that tell a model to a person.
[[nodiscard]] std::string describeCosts(const core::OverheadModel& model);

} // namespace hscope::cli
