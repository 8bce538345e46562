// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"
#include "app/cli/calibration_runs.h"
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/terminal_progress.h"
#include "core/correction/correction_validation.h"

#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace hscope::cli {

namespace {

struct Options
{
    CalibrationOptions calibration;
    std::string file; ///< A stored calibration; empty: one is made first.
    bool singleRun = false;
    int pairs = 10;
    bool json = false;
};

constexpr double kNsPerS = 1e9;

Json toJson(const core::CorrectionValidation& result)
{
    return {{"uninstrumented_s", result.uninstrumentedNs / kNsPerS},
            {"instrumented_s", result.instrumentedNs / kNsPerS},
            {"corrected_s", result.correctedNs / kNsPerS},
            {"bias_percent", result.bias.percent},
            {"bias_low", result.bias.low},
            {"bias_high", result.bias.high},
            {"uncorrected_bias_percent", result.uncorrectedBias.percent},
            {"uncorrected_bias_low", result.uncorrectedBias.low},
            {"uncorrected_bias_high", result.uncorrectedBias.high},
            {"overhead_removed_percent", result.removed.percent},
            {"overhead_removed_low", result.removed.low},
            {"overhead_removed_high", result.removed.high},
            {"runs", result.runs}};
}

std::string lineOf(const char* what, const core::ShareInterval& share)
{
    return fmt::format("{:<22}{:>+7.2f}%  (95% interval: {:+.2f}% to {:+.2f}%)\n", what,
                       share.percent, share.low, share.high);
}

std::string toText(const core::CorrectionValidation& result)
{
    return fmt::format("uninstrumented        {:.3f} s\n"
                       "instrumented          {:.3f} s, {:.3f} times as long\n"
                       "corrected             {:.3f} s\n\n",
                       result.uninstrumentedNs / kNsPerS, result.instrumentedNs / kNsPerS,
                       result.instrumentedNs / result.uninstrumentedNs,
                       result.correctedNs / kNsPerS) +
           lineOf("bias", result.bias) + lineOf("bias, not corrected", result.uncorrectedBias) +
           lineOf("overhead removed", result.removed) +
           fmt::format("\n{} runs without and {} with recording, in turns\n", result.runs,
                       result.runs);
}

/// The model to try; none if each trace's own is to be used.
core::Result<std::optional<core::OverheadModel>>
modelFor(const CalibrationRunner& runner, const Options& options, const Context& context)
{
    if (options.singleRun) {
        return std::nullopt;
    }
    if (!options.file.empty()) {
        HSCOPE_TRY_ASSIGN(Calibration calibration, readCalibration(options.file));
        return std::move(calibration.model);
    }
    HSCOPE_TRY_ASSIGN(Calibration calibration, calibrate(runner, options.calibration, context));
    return std::move(calibration.model);
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const CalibrationRunner runner,
                      CalibrationRunner::make(options.calibration, context));
    HSCOPE_TRY_ASSIGN(const std::optional<core::OverheadModel> model,
                      modelFor(runner, options, context));
    core::ValidationRuns runs;
    TerminalProgress progress(context.showProgress);
    const auto pairs = static_cast<std::uint64_t>(options.pairs);
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        progress.report("runs with and without recording", pair, pairs);
        for (const bool isFirst : {true, false}) {
            const bool isRecorded = isFirst == (pair % 2 == 0); // in turns: drift cancels
            HSCOPE_TRY_ASSIGN(const RecordedRun run, runner.run(isRecorded ? "" : "marks"));
            if (!isRecorded) {
                runs.uninstrumentedNs.push_back(static_cast<double>(run.numbers.spanNs));
                continue;
            }
            if (!model) {
                HSCOPE_TRY(runs.add(*run.trace, core::recordedModel(*run.trace)));
                continue;
            }
            HSCOPE_TRY(core::checkOrigin(*model, *run.trace));
            HSCOPE_TRY(runs.add(*run.trace, *model));
        }
    }
    const core::CorrectionValidation result = core::validateCorrection(runs);
    return options.json ? printJson(toJson(result)) : print(toText(result));
}

} // namespace

void addValidateCorrectionCommand(CLI::App& app, Action& action, std::vector<std::string> program)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "validate-correction",
        "Compares corrected times of a program with those that it takes without recording");
    addCalibrationOptions(*command, options->calibration);
    auto* const file = command->add_option("--calibration", options->file,
                                           "Use this calibration instead of making one first");
    command
        ->add_flag("--single-run", options->singleRun,
                   "Use what the recorder measured in each run, without a calibration")
        ->excludes(file);
    command
        ->add_option("--pairs", options->pairs,
                     "So many runs with and without recording (default: 10)")
        ->check(CLI::Range(2, 1000));
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action, program = std::move(program)] {
        if (!program.empty()) {
            options->calibration.command = program;
        }
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
