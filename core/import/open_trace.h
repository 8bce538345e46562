// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/store/argument_source.h"
#include "core/store/simulation_tables.h"
#include "core/store/trace_store.h"

#include <filesystem>
#include <memory>
#include <stop_token>

namespace hscope::core {

/// A trace in memory together with the way to its slices' arguments.
struct LoadedTrace
{
    std::shared_ptr<const TraceStore> store;
    std::shared_ptr<ArgumentSource> arguments;
    SimulationTables simulation = {}; ///< Empty unless a simulation wrote the file.
};

/// Opens any trace file the readers know: the kind is recognised by content, never by extension.
///
/// Opening never changes the file or its folder.
/// Errors: NotFound, Io, Unsupported (not a trace, or newer than this program), Corrupt, Cancelled.
[[nodiscard]] Result<LoadedTrace> openTrace(const std::filesystem::path& path,
                                            ProgressSink& progress, std::stop_token stop);

/// Reads a small, evenly spread part of a large database, so that something can be shown while the
/// rest loads. A null store means that there is nothing to gain (the file is small, or not a
/// database).
[[nodiscard]] Result<std::shared_ptr<const TraceStore>>
previewTrace(const std::filesystem::path& path);

} // namespace hscope::core
