// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/simulation_tables.h"

#include <filesystem>

namespace hscope::core {

class Connection;

/// Reads what a database holds of a simulation; nothing if it is the trace of a recorded program.
///
/// Errors: NotFound, Io, Unsupported (no database, another program's, or a newer version), Corrupt.
[[nodiscard]] Result<SimulationTables> readSimulationTables(const std::filesystem::path& path);

/// The same from an open database of ours.
[[nodiscard]] Result<SimulationTables> readSimulationTables(Connection& connection);

} // namespace hscope::core
