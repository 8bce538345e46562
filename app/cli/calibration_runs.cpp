// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_runs.h"

#include "app/cli/child_process.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/correction/measured_span.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <deque>
#include <fmt/format.h>
#include <fstream>
#include <numeric>

namespace hscope::cli {

namespace {

constexpr double kNsPerS = 1e9;
constexpr std::size_t kFewestRepetitions = 4;
constexpr double kGreatSpread = 0.1; ///< Of event counts: the runs do not do the same.
constexpr double kSmallSpread = 0.01;

/// The end of what a program wrote, for a message.
std::string lastLines(const std::filesystem::path& path)
{
    constexpr std::size_t kLines = 5;
    std::ifstream file(path);
    std::deque<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(printable(line));
        if (lines.size() > kLines) {
            lines.pop_front();
        }
    }
    std::string text;
    for (const std::string& line : lines) {
        text += "\n  " + line;
    }
    return text;
}

bool wasInterrupted(const ChildEnd& end)
{
    return end.signal == SIGINT || end.signal == SIGTERM || end.signal == SIGHUP;
}

class Stopwatch
{
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

std::uint64_t sumOf(const core::EventCounts& events)
{
    return std::accumulate(events.begin(), events.end(), std::uint64_t{0});
}

core::Result<void> checkPilot(const RecordedRun& pilot, const CalibrationOptions& options)
{
    constexpr double kMany = 0.1;
    const core::EventCounts& events = pilot.numbers.events;
    const core::EventCounts everywhere = core::countEvents(*pilot.trace);
    if (sumOf(events) == 0 && sumOf(everywhere) > 0) {
        return core::failure(
            core::ErrorCode::InvalidArgument,
            options.command.front() +
                " recorded no events inside of its iterations, and only their time "
                "is measured");
    }
    if (const std::uint64_t elsewhere = sumOf(everywhere) - sumOf(events);
        static_cast<double>(elsewhere) > kMany * static_cast<double>(sumOf(everywhere))) {
        std::fprintf(stderr,
                     "hscope: %s of %s events are outside of the iterations or in other processes: "
                     "what they cost is taken from those inside\n",
                     formatCount(elsewhere).c_str(), formatCount(sumOf(everywhere)).c_str());
    }
    if (sumOf(events) == 0) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             options.command.front() +
                                 " recorded no events, so there is no overhead to measure; does it "
                                 "need --torch, --gpu or --python?");
    }
    using enum core::OverheadKind;
    const bool hasOperators = std::ranges::any_of(
        std::array{Torch, TorchAutograd, TorchBackward},
        [&events](core::OverheadKind kind) { return events[static_cast<std::size_t>(kind)] > 0; });
    if (options.torch && !hasOperators) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             options.command.front() +
                                 " ran no operators of LibTorch that could be recorded: leave "
                                 "--torch out, or see why `hscope record --torch` records none");
    }
    return {};
}

Calibration calibrationOf(const core::CalibrationEstimate& estimate,
                          const CalibrationOptions& options)
{
    return {estimate.model,
            options.command,
            static_cast<std::int64_t>(estimate.repetitions),
            estimate.baseNs / kNsPerS,
            estimate.overheadNs / kNsPerS,
            estimate.halfWidthNs / kNsPerS};
}

/// Says what a person should know before they rely on it; refuses what cannot be relied on.
core::Result<void> checkEstimate(const core::CalibrationEstimate& estimate)
{
    HSCOPE_TRY(checkSpread(estimate.spread));
    if (estimate.dropped > 0) {
        std::fprintf(stderr,
                     "hscope: %zu of %zu repetitions were left out, as one of their runs took far "
                     "longer or shorter than the others\n",
                     estimate.dropped, estimate.dropped + estimate.repetitions);
    }
    for (const core::OverheadKind kind : estimate.negative) {
        std::fprintf(stderr,
                     "hscope: runs with %s events were not slower than without: their cost is too "
                     "small to measure here and is taken as 0\n",
                     std::string(core::nameOf(kind)).c_str());
    }
    return {};
}

} // namespace

std::size_t sortInRound(std::size_t round, std::size_t position, std::size_t count)
{
    const std::size_t turn = (position + round / 2) % count;
    return round % 2 == 0 ? turn : count - 1 - turn;
}

core::Result<void> checkSpread(const core::CountSpread& spread)
{
    const std::string what =
        fmt::format("{} to {} {} events, {:.1f}% apart", formatCount(spread.least),
                    formatCount(spread.most), core::nameOf(spread.kind), 100 * spread.share);
    if (spread.share > kGreatSpread) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             "the program does not do the same each time: its runs have " + what +
                                 "; fix its seed and its number of steps");
    }
    if (spread.share > kSmallSpread) {
        std::fprintf(stderr, "hscope: the runs have %s\n", what.c_str());
    }
    return {};
}

void addCalibrationOptions(CLI::App& command, CalibrationOptions& options)
{
    command.add_option("command", options.command, "The program and its arguments, after --")
        ->required();
    command.add_flag("--python", options.python,
                     "Let Python find the package heteroscope, so that programs can import it");
    auto* const torch =
        command.add_flag("--torch", options.torch, "Record the operators of LibTorch and PyTorch");
    command.add_flag("--shapes", options.shapes, "With the sizes of their inputs")->needs(torch);
    command.add_flag("--gpu", options.gpu,
                     "Record calls into CUDA, what GPUs do, and ranges of NVTX");
    command
        .add_option("--buffer", options.bufferMib,
                    "MiB of memory for events that are not yet written (default: 32)")
        ->check(CLI::Range(0.0, 1e6));
    command
        .add_option("--repetitions", options.mostRepetitions,
                    "Repeat the runs at most so many times (default: 20)")
        ->check(CLI::Range(2, 1000));
    command
        .add_option("--precision", options.precisionPercent,
                    "Stop when the overhead is known to so many percent of the run (default: 1)")
        ->check(CLI::Range(0.01, 100.0));
    command
        .add_option("--limit", options.limitSeconds,
                    "Begin no repetition after so many seconds and at least four (default: 600)")
        ->check(CLI::Range(1.0, 1e6));
}

core::Result<CalibrationRunner> CalibrationRunner::make(const CalibrationOptions& options,
                                                        const Context& context)
{
    HSCOPE_TRY_ASSIGN(
        std::shared_ptr<const core::ScratchFolder> folder,
        core::ScratchFolder::make(std::filesystem::temp_directory_path() / "heteroscope"));
    return CalibrationRunner(options, context, std::move(folder));
}

core::Result<RecordedRun> CalibrationRunner::run(const std::string& groups) const
{
    const std::filesystem::path trace = m_folder->path() / "run.hscope";
    const std::filesystem::path output = m_folder->path() / "output.txt";
    ChildCommand command;
    command.arguments = {"/proc/self/exe", "record", "--force", "-o", trace.string()};
    if (m_options->torch) {
        command.arguments.emplace_back("--torch");
    }
    if (m_options->shapes) {
        command.arguments.emplace_back("--shapes");
    }
    if (m_options->gpu) {
        command.arguments.emplace_back("--gpu");
    }
    if (m_options->bufferMib > 0) {
        command.arguments.insert(command.arguments.end(),
                                 {"--buffer", std::to_string(m_options->bufferMib)});
    }
    if (m_options->python) {
        command.arguments.emplace_back("--python");
    }
    command.arguments.emplace_back("--");
    std::ranges::copy(m_options->command, std::back_inserter(command.arguments));
    command.environment.emplace_back("HSCOPE_RECORD_ONLY", groups);
    command.outputFile = output.string();
    HSCOPE_TRY_ASSIGN(const ChildEnd end, runChild(command, m_context->interrupts));
    if (wasInterrupted(end) || m_context->stop.stop_requested()) {
        return core::failure(core::ErrorCode::Cancelled, "the runs were interrupted");
    }
    if (end.exitStatus != 0) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             fmt::format("`hscope record -- {}` ended with status {}:{}",
                                         printable(m_options->command.front()), end.exitStatus,
                                         lastLines(output)));
    }
    core::NullProgress progress;
    HSCOPE_TRY_ASSIGN(const core::LoadedTrace loaded,
                      core::openTrace(trace, progress, m_context->stop));
    const core::Diagnostics& diagnostics = loaded.store->diagnostics();
    if (const auto lost = diagnostics.countOf(core::DiagnosticId::RecordingEventsLost); lost > 0) {
        return core::failure(
            core::ErrorCode::InvalidArgument,
            fmt::format("{} events of the program came too fast to be recorded, so what they cost "
                        "cannot be told; give the recorder more memory with --buffer",
                        formatCount(lost)));
    }
    RecordedRun run;
    run.trace = loaded.store;
    run.numbers.spanNs = core::spanWithoutMarked(*run.trace);
    run.numbers.events = core::measuredEvents(*run.trace);
    run.numbers.apis = core::measuredApiTimes(*run.trace);
    return run;
}

core::Result<Calibration> calibrate(const CalibrationRunner& runner,
                                    const CalibrationOptions& options, const Context& context)
{
    const Stopwatch watch;
    TerminalProgress progress(context.showProgress);
    progress.report("first run, with everything recorded", 0, 0);
    HSCOPE_TRY_ASSIGN(const RecordedRun pilot, runner.run({}));
    HSCOPE_TRY(checkPilot(pilot, options));
    const core::OverheadModel recorded = core::recordedModel(*pilot.trace);
    const auto plan = core::planCalibration(pilot.numbers, recorded);
    std::vector<core::CalibrationRun> runs;
    core::Result<core::CalibrationEstimate> estimate =
        core::failure(core::ErrorCode::Internal, "no repetition was made");
    const auto most = static_cast<std::size_t>(options.mostRepetitions);
    for (std::size_t repetition = 0; repetition < most; ++repetition) {
        const double before = watch.seconds();
        for (std::size_t i = 0; i < plan.size(); ++i) {
            const std::size_t c = sortInRound(repetition, i, plan.size());
            const double perRun = watch.seconds() / static_cast<double>(runs.size() + 1);
            const std::size_t left = (most - repetition) * plan.size() - i;
            progress.report(fmt::format("repetition {} of at most {} ({}), {:.0f} s or less to go",
                                        repetition + 1, most, plan[c].name,
                                        std::min(options.limitSeconds - watch.seconds(),
                                                 perRun * static_cast<double>(left))),
                            runs.size(), most * plan.size());
            HSCOPE_TRY_ASSIGN(RecordedRun run, runner.run(plan[c].groups));
            run.numbers.configuration = c;
            run.numbers.repetition = repetition;
            runs.push_back(run.numbers);
        }
        if (repetition + 1 < std::min(kFewestRepetitions, most)) {
            continue;
        }
        estimate = core::estimateCosts(plan, runs, recorded);
        const double wanted = options.precisionPercent / 100;
        const double next = watch.seconds() + watch.seconds() - before;
        if (!estimate || estimate->halfWidthNs <= wanted * estimate->baseNs ||
            next > options.limitSeconds) {
            break;
        }
    }
    HSCOPE_TRY(estimate.map([](const auto&) {}));
    HSCOPE_TRY(checkEstimate(*estimate));
    if (estimate->halfWidthNs > options.precisionPercent / 100 * estimate->baseNs) {
        std::fprintf(
            stderr,
            "hscope: after %zu repetitions the overhead is known to %.1f%% of the run, not "
            "to %.1f%%\n",
            estimate->repetitions, 100 * estimate->halfWidthNs / estimate->baseNs,
            options.precisionPercent);
    }
    return calibrationOf(*estimate, options);
}

} // namespace hscope::cli
