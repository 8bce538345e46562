// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"
#include "app/cli/calibration_runs.h"
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/merge_output.h"
#include "app/cli/text_table.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    CalibrationOptions calibration;
    std::string output = "calibration.json";
    bool force = false;
    bool json = false;
};

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY(refuseExisting(options.output, options.force));
    HSCOPE_TRY_ASSIGN(const CalibrationRunner runner,
                      CalibrationRunner::make(options.calibration, context));
    HSCOPE_TRY_ASSIGN(const Calibration calibration,
                      calibrate(runner, options.calibration, context));
    HSCOPE_TRY(writeCalibration(calibration, options.output));
    if (options.json) {
        return printJson({{"calibration", options.output},
                          {"repetitions", calibration.repetitions},
                          {"uninstrumented_s", calibration.spanS},
                          {"overhead_s", calibration.overheadS},
                          {"half_width_s", calibration.halfWidthS}});
    }
    const double percent = 100 / calibration.spanS;
    const auto duration = [](double seconds) {
        return formatDuration(std::llround(1e9 * seconds));
    };
    return print(fmt::format(
        "{}: {} repetitions\nrecording adds {} to {}: {:.1f}% (95% interval: +- {:.1f}%)\n\n{}",
        options.output, calibration.repetitions, duration(calibration.overheadS),
        duration(calibration.spanS), percent * calibration.overheadS,
        percent * calibration.halfWidthS, describeCosts(calibration.model)));
}

} // namespace

void addCalibrateCommand(CLI::App& app, Action& action, std::vector<std::string> program)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "calibrate", "Measures how much time recording adds to a program, by running it often");
    addCalibrationOptions(*command, options->calibration);
    addOutputOption(*command, options->output,
                    "The calibration to write (default: calibration.json)");
    command->add_flag("--force", options->force, "Replace an existing file");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action, program = std::move(program)] {
        if (!program.empty()) {
            options->calibration.command = program;
        }
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
