// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"
#include "app/cli/calibration_runs.h"
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/correction/correction_validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hscope::cli {

namespace {

struct Options
{
    CalibrationOptions calibration;
    std::string file; ///< A stored calibration; empty: one is made first.
    bool singleRun = false;
    int rounds = 10;
    bool json = false;
};

constexpr double kNsPerS = 1e9;
constexpr double kShortestNs = 1000; ///< Operations below are not told about.

/// One way to correct, on the runs that all of them share.
struct Trial
{
    std::string method;
    std::optional<core::OverheadModel> model; ///< None: what each run measured itself.
    core::ValidationRuns runs;
    std::string refusal; ///< Why it could not be tried.

    [[nodiscard]] core::OverheadModel modelFor(const core::TraceStore& trace) const
    {
        return model ? *model : core::recordedModel(trace);
    }
};

Json toJson(const core::CorrectionValidation& result)
{
    return {{"uninstrumented_s", result.uninstrumentedNs / kNsPerS},
            {"instrumented_s", result.instrumentedNs / kNsPerS},
            {"corrected_s", result.correctedNs / kNsPerS},
            {"bias_percent", result.bias.percent},
            {"bias_low", result.bias.low},
            {"bias_high", result.bias.high},
            {"conclusive", result.isConclusive()},
            {"uncorrected_bias_percent", result.uncorrectedBias.percent},
            {"uncorrected_bias_low", result.uncorrectedBias.low},
            {"uncorrected_bias_high", result.uncorrectedBias.high},
            {"overhead_removed_percent", result.removed.percent},
            {"overhead_removed_low", result.removed.low},
            {"overhead_removed_high", result.removed.high},
            {"runs", result.runs}};
}

/// The operations that runs of both sorts have, and that take long enough to tell.
std::map<std::string, core::CorrectionValidation> validateOperations(const Trial& trial)
{
    std::map<std::string, core::CorrectionValidation> results;
    for (const auto& [name, runs] : trial.runs.operations) {
        if (runs.uninstrumentedNs.empty() || runs.recorded.empty()) {
            continue;
        }
        const auto result = core::validateCorrection(runs, trial.runs.model);
        if (result.uninstrumentedNs >= kShortestNs) {
            results.emplace(name, result);
        }
    }
    return results;
}

Json toJson(const Trial& trial)
{
    if (!trial.refusal.empty()) {
        return {{"method", trial.method}, {"refused", trial.refusal}};
    }
    Json json = toJson(core::validateCorrection(trial.runs.span, trial.runs.model));
    json["method"] = trial.method;
    for (const double ns : trial.runs.span.uninstrumentedNs) {
        json["uninstrumented_runs_s"].push_back(ns / kNsPerS);
    }
    for (const core::TimedRuns::Recorded& run : trial.runs.span.recorded) {
        json["instrumented_runs_s"].push_back(run.timeNs / kNsPerS);
        json["corrected_runs_s"].push_back(run.correctedNs / kNsPerS);
    }
    json["operations"] = Json::object();
    for (const auto& [name, result] : validateOperations(trial)) {
        json["operations"][name] = toJson(result);
    }
    return json;
}

std::string intervalOf(const core::ShareInterval& share)
{
    return fmt::format("{:+.2f} to {:+.2f}%", share.low, share.high);
}

/// One line for a correction of the whole run or of an operation, and if it is the first one before
/// it a line without correction.
void addLines(TextTable& table, const std::string& what, const std::string& method,
              const core::CorrectionValidation& result, bool isFirst)
{
    const auto seconds = [](double ns) { return formatDuration(std::llround(ns)); };
    if (isFirst) {
        table.add({what, "none", seconds(result.uninstrumentedNs), seconds(result.instrumentedNs),
                   fmt::format("{:+.2f}%", result.uncorrectedBias.percent),
                   intervalOf(result.uncorrectedBias), "", ""});
    }
    table.add({"", method, "", seconds(result.correctedNs),
               fmt::format("{:+.2f}%", result.bias.percent), intervalOf(result.bias),
               fmt::format("{:.1f}%", result.removed.percent),
               result.isConclusive() ? "" : "inconclusive"});
}

std::string toText(const std::vector<Trial>& trials)
{
    using enum TextTable::Align;
    TextTable table({{"", Left},
                     {"correction", Left},
                     {"without recording", Right},
                     {"with", Right},
                     {"bias", Right},
                     {"95% interval", Right},
                     {"overhead removed", Right},
                     {"", Left}});
    std::string refusals;
    bool isFirst = true;
    std::map<std::string, std::vector<std::pair<std::string, core::CorrectionValidation>>> byName;
    std::size_t runs = 0;
    for (const Trial& trial : trials) {
        if (!trial.refusal.empty()) {
            refusals += trial.method + ": " + trial.refusal + "\n";
            continue;
        }
        const auto result = core::validateCorrection(trial.runs.span, trial.runs.model);
        addLines(table, "whole run", trial.method, result, std::exchange(isFirst, false));
        runs = result.runs;
        for (const auto& [name, operation] : validateOperations(trial)) {
            byName[name].emplace_back(trial.method, operation);
        }
    }
    for (const auto& [name, results] : byName) {
        for (std::size_t i = 0; i < results.size(); ++i) {
            addLines(table, printable(name), results[i].first, results[i].second, i == 0);
        }
    }
    return table.toText() +
           fmt::format(
               "\n{} runs of each sort, in turns; inconclusive: the bias is not known to {}% "
               "either way\n",
               runs, core::CorrectionValidation::kWidest) +
           refusals;
}

core::Result<std::vector<Trial>> trialsFor(const CalibrationRunner& runner, const Options& options,
                                           const Context& context)
{
    std::vector<Trial> trials;
    if (!options.singleRun) {
        Calibration calibration;
        if (options.file.empty()) {
            HSCOPE_TRY_ASSIGN(calibration, calibrate(runner, options.calibration, context));
        } else {
            HSCOPE_TRY_ASSIGN(calibration, readCalibration(options.file));
        }
        trials.push_back({"calibration", std::move(calibration.model), {}, {}});
    }
    trials.push_back({"single run", std::nullopt, {}, {}});
    return trials;
}

void add(Trial& trial, const RecordedRun& run)
{
    if (!trial.refusal.empty()) {
        return;
    }
    const auto fits =
        trial.model ? core::checkOrigin(*trial.model, *run.trace) : core::Result<void>();
    const auto added = fits ? trial.runs.addRecorded(*run.trace, trial.modelFor(*run.trace)) : fits;
    if (!added) {
        trial.refusal = added.error().message;
    }
}

/// The sorts of runs, in turns.
enum class Sort : std::uint8_t
{
    Marks,
    Operations,
    Everything
};

core::Result<core::EventCounts> addRun(std::vector<Trial>& trials, const CalibrationRunner& runner,
                                       Sort sort)
{
    static constexpr std::array kGroups = {"marks", "marks,annotations", ""};
    HSCOPE_TRY_ASSIGN(const RecordedRun run, runner.run(kGroups[static_cast<std::size_t>(sort)]));
    for (Trial& trial : trials) {
        switch (sort) {
        case Sort::Marks:
            trial.runs.addUninstrumented(*run.trace);
            break;
        case Sort::Operations:
            trial.runs.addOperations(*run.trace, trial.modelFor(*run.trace));
            break;
        case Sort::Everything:
            add(trial, run);
            break;
        }
    }
    return run.numbers.events;
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const CalibrationRunner runner,
                      CalibrationRunner::make(options.calibration, context));
    HSCOPE_TRY_ASSIGN(std::vector<Trial> trials, trialsFor(runner, options, context));
    constexpr std::size_t kSorts = 3;
    TerminalProgress progress(context.showProgress);
    const auto rounds = static_cast<std::size_t>(options.rounds);
    std::vector<core::EventCounts> recorded;
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < kSorts; ++i) {
            progress.report("runs with and without recording", kSorts * round + i, kSorts * rounds);
            const auto sort = static_cast<Sort>(sortInRound(round, i, kSorts));
            HSCOPE_TRY_ASSIGN(const core::EventCounts events, addRun(trials, runner, sort));
            if (sort == Sort::Everything) {
                recorded.push_back(events);
            }
        }
    }
    HSCOPE_TRY(checkSpread(core::spreadOf(recorded)));
    if (std::ranges::all_of(trials, [](const Trial& trial) { return !trial.refusal.empty(); })) {
        return core::failure(core::ErrorCode::InvalidArgument, trials.front().refusal);
    }
    if (!options.json) {
        return print(toText(trials));
    }
    Json json = Json::array();
    for (const Trial& trial : trials) {
        json.push_back(toJson(trial));
    }
    return printJson(json);
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
                   "Only try what the recorder measured in each run, without a calibration")
        ->excludes(file);
    command
        ->add_option("--rounds", options->rounds,
                     "So many runs without recording, with operations alone and with everything "
                     "(default: 10)")
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
