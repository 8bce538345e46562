// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/import/open_trace.h"

#include <CLI/App.hpp>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace hscope::cli {

class Interrupts;

/// What every command is given.
struct Context
{
    std::stop_token stop;      ///< Requested by Ctrl+C.
    bool showProgress = false; ///< Standard error is a terminal.
    Interrupts& interrupts;    ///< For a command that runs another program.
    int& exitStatus;           ///< Of the program if the command succeeds; 0 if it is not set.
};

/// What a chosen command does; set by the option parser. A failed Result ends the program with
/// status 1.
using Action = std::function<core::Result<void>(const Context&)>;

/// Each adds one command with its options to `app` and stores what to do in `action` when it is
/// chosen. `program` is what stands after `--` on the command line.
void addCalibrateCommand(CLI::App& app, Action& action, std::vector<std::string> program);
void addCompareCalibrationsCommand(CLI::App& app, Action& action);
void addClusterCommand(CLI::App& app, Action& action);
void addCompareCommand(CLI::App& app, Action& action);
void addDemoCommand(CLI::App& app, Action& action);
void addExplainPlacementCommand(CLI::App& app, Action& action);
void addImportCommand(CLI::App& app, Action& action);
void addImportWorkloadCommand(CLI::App& app, Action& action);
void addInfoCommand(CLI::App& app, Action& action);
void addMergeCommand(CLI::App& app, Action& action);
void addReportCommand(CLI::App& app, Action& action);
void addQueryCommand(CLI::App& app, Action& action);
void addScheduleCommand(CLI::App& app, Action& action);
void addSimulateCommand(CLI::App& app, Action& action);
void addValidateCommand(CLI::App& app, Action& action);
void addVerifyPlacementCommand(CLI::App& app, Action& action);

void addValidateCorrectionCommand(CLI::App& app, Action& action, std::vector<std::string> program);
void addRecordCommand(CLI::App& app, Action& action, std::vector<std::string> program);

/// Opens a trace for a command, with a progress line on a terminal.
[[nodiscard]] core::Result<core::LoadedTrace> openForCommand(const std::filesystem::path& path,
                                                             const Context& context);

/// Writes to standard output. Errors: Io (a full disk, a closed pipe).
[[nodiscard]] core::Result<void> print(std::string_view text);

/// `text` as it may be shown on a terminal: control characters become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

} // namespace hscope::cli
