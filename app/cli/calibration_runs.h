// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/calibration_file.h"
#include "app/cli/commands.h"
#include "core/correction/calibration_estimate.h"
#include "core/database/scratch_folder.h"

#include <memory>
#include <string>
#include <vector>

namespace hscope::cli {

/// What to run again and again, and until when.
struct CalibrationOptions
{
    std::vector<std::string> command;
    bool torch = false;
    bool shapes = false;
    bool gpu = false;
    double bufferMib = 0;
    bool python = false;
    int mostRepetitions = 20;
    double precisionPercent = 1; ///< Half of the interval of the overhead, of the span.
    double limitSeconds = 600;
};

/// Adds the options above to a command; `program` is what stands after `--`.
void addCalibrationOptions(CLI::App& command, CalibrationOptions& options);

/// A run and what was recorded of it.
struct RecordedRun
{
    core::CalibrationRun numbers;
    std::shared_ptr<const core::TraceStore> trace;
};

/// Runs a program under `hscope record` with some groups of events, and reads what it wrote. The
/// program's output is shown only if it fails.
class CalibrationRunner
{
public:
    /// Errors: Io.
    [[nodiscard]] static core::Result<CalibrationRunner> make(const CalibrationOptions& options,
                                                              const Context& context);

    /// `groups` as in HSCOPE_RECORD_ONLY; empty: everything. Errors: Cancelled; InvalidArgument if
    /// the program fails, with how it ended and its last lines; whatever reading a trace gives.
    [[nodiscard]] core::Result<RecordedRun> run(const std::string& groups) const;

private:
    CalibrationRunner(const CalibrationOptions& options, const Context& context,
                      std::shared_ptr<const core::ScratchFolder> folder)
        : m_options(&options)
        , m_context(&context)
        , m_folder(std::move(folder))
    {
    }

    const CalibrationOptions* m_options;
    const Context* m_context;
    std::shared_ptr<const core::ScratchFolder> m_folder;
};

/// Which of `count` sorts of runs comes at `position` in a round, so that each comes first and last
/// about as often as the others and drift of the machine cancels.
[[nodiscard]] std::size_t sortInRound(std::size_t round, std::size_t position, std::size_t count);

/// Says by how much runs differ that should do the same. Errors: InvalidArgument if that is too
/// much to compare them.
[[nodiscard]] core::Result<void> checkSpread(const core::CountSpread& spread);

/// Runs the configurations that the program needs, interleaved, until the overhead is known well
/// enough or a limit is reached, with progress on a terminal.
///
/// Errors: those of the runs; InvalidArgument if nothing is recorded, or if the runs differ so much
/// in what they do that there is nothing to compare.
[[nodiscard]] core::Result<Calibration> calibrate(const CalibrationRunner& runner,
                                                  const CalibrationOptions& options,
                                                  const Context& context);

} // namespace hscope::cli
