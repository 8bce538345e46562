// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/database/temporary_file.h"
#include "core/store/argument_source.h"
#include "core/store/simulation_tables.h"
#include "core/store/trace_store.h"

#include <filesystem>
#include <stop_token>

namespace hscope::core {

/// What a database is written from.
struct DatabaseContent
{
    const TraceStore& trace;
    ArgumentSource* arguments = nullptr;          ///< Null: none are written.
    const SimulationTables* simulation = nullptr; ///< Null: the trace is not a simulation's.
};

/// Writes a trace, and what a simulation knows besides, as a Heteroscope database.
///
/// The file appears under its name only when it is complete; a failure or a cancellation leaves
/// nothing behind. The same content gives the same bytes. Errors: AlreadyExists, Io, Cancelled.
[[nodiscard]] Result<void> writeDatabase(const DatabaseContent& content,
                                         const std::filesystem::path& path, Overwrite overwrite,
                                         ProgressSink& progress, std::stop_token stop);

/// The same for a trace that is not a simulation's; `arguments` may be null.
[[nodiscard]] Result<void> writeDatabase(const TraceStore& trace, ArgumentSource* arguments,
                                         const std::filesystem::path& path, Overwrite overwrite,
                                         ProgressSink& progress, std::stop_token stop);

} // namespace hscope::core
