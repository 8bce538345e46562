// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/child_process.h"
#include "app/cli/commands.h"
#include "app/cli/merge_output.h"
#include "app/cli/recorder_files.h"
#include "app/cli/terminal_progress.h"
#include "core/import/run_folder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <thread>
#include <vector>

namespace hscope::cli {

namespace {

constexpr int kNotFound = 127; // as shells report a command that is not there
constexpr int kNotRun = 126;   // or cannot be executed
constexpr std::chrono::milliseconds kGrace{2000};

struct Options
{
    std::vector<std::string> command;
    std::string output = "trace.hscope";
    bool python = false;
    bool torch = false;
    bool shapes = false;
    bool gpu = false;
    double delaySeconds = 0;
    double durationSeconds = 0;
    double lastSeconds = 0;
    double maxMib = 0;
    double bufferMib = 0;
    std::string controlSignal;
    bool startPaused = false;
    bool force = false;
    bool json = false;
};

/// Puts something in front of a list in our environment, as PATH has them.
std::string inFrontOf(const char* variable, std::string list)
{
    if (const char* others = std::getenv(variable); others != nullptr && *others != '\0') {
        list += std::string(":") + others;
    }
    return list;
}

/// Lets Python find the package `heteroscope`.
core::Result<void> offerPython(ChildCommand& command)
{
    HSCOPE_TRY_ASSIGN(const std::filesystem::path folder, findPythonFolder());
    if (folder.string().find(':') != std::string::npos) {
        return core::failure(core::ErrorCode::Unsupported,
                             folder.string() + " cannot be given to Python: its path has a colon");
    }
    command.environment.emplace_back("PYTHONPATH", inFrontOf("PYTHONPATH", folder.string()));
    return {};
}

core::Result<void> preloadTorch(ChildCommand& command, bool withShapes)
{
    HSCOPE_TRY(findRecorderFile("libhscope_torch.so").map_error([](core::Error error) {
        return std::move(error).with("operators of LibTorch cannot be recorded");
    }));
    HSCOPE_TRY_ASSIGN(const std::filesystem::path preload,
                      findRecorderFile("libhscope_preload.so"));
    if (preload.string().find_first_of(" :") != std::string::npos) {
        return core::failure(core::ErrorCode::Unsupported,
                             preload.string() +
                                 " cannot be preloaded: its path has a space or a colon");
    }
    auto& environment = command.environment;
    environment.emplace_back("LD_PRELOAD", inFrontOf("LD_PRELOAD", preload.string()));
    environment.emplace_back("HSCOPE_HOOKS", "torch");
    environment.emplace_back("HSCOPE_TORCH_SHAPES", withShapes ? "1" : "0");
    return {};
}

/// Lets CUDA's driver, and the program's NVTX, load the hook for GPUs.
core::Result<void> injectGpu(ChildCommand& command)
{
    HSCOPE_TRY_ASSIGN(const std::filesystem::path hook,
                      findRecorderFile(kGpuHook).map_error([](core::Error error) {
                          return std::move(error).with("GPUs cannot be recorded");
                      }));
    for (const char* const variable : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"}) {
        const char* const other = std::getenv(variable);
        if (other != nullptr && *other != '\0' && other != hook) {
            return core::failure(core::ErrorCode::Unsupported,
                                 fmt::format("GPUs cannot be recorded: {} names {} of another "
                                             "profiler, and there can be only one",
                                             variable, other));
        }
        command.environment.emplace_back(variable, hook.string());
    }
    return {};
}

/// What tells the processes of the command to record, and where to.
core::Result<ChildCommand> makeCommand(const Options& options, const core::RunFolder& folder)
{
    constexpr double kMsPerSecond = 1000;
    constexpr double kBytesPerMib = 1 << 20;
    ChildCommand command;
    command.arguments = options.command;
    command.output = options.json ? ChildOutput::ToStandardError : ChildOutput::Inherit;
    auto& environment = command.environment;
    environment.emplace_back("HSCOPE_RECORD", "1");
    environment.emplace_back("HSCOPE_RUN_FOLDER", folder.path().string());
    const auto number = [&environment](const char* name, double value) {
        if (value > 0) {
            environment.emplace_back(name, std::to_string(std::llround(value)));
        }
    };
    number("HSCOPE_DELAY_MS", options.delaySeconds * kMsPerSecond);
    number("HSCOPE_DURATION_MS", options.durationSeconds * kMsPerSecond);
    number("HSCOPE_LAST_MS", options.lastSeconds * kMsPerSecond);
    number("HSCOPE_MAX_BYTES", options.maxMib * kBytesPerMib);
    number("HSCOPE_BUFFER_BYTES", options.bufferMib * kBytesPerMib);
    if (!options.controlSignal.empty()) {
        environment.emplace_back("HSCOPE_CONTROL_SIGNAL", options.controlSignal);
    }
    if (options.startPaused) {
        environment.emplace_back("HSCOPE_START_PAUSED", "1");
    }
    if (options.python) {
        HSCOPE_TRY(offerPython(command));
    }
    if (options.torch) {
        HSCOPE_TRY(preloadTorch(command, options.shapes));
    }
    if (options.gpu) {
        HSCOPE_TRY(injectGpu(command));
    }
    return command;
}

/// Why a command may have recorded nothing, and what can be done.
std::string whyNothing(const Options& options)
{
    if (options.gpu) {
        return "it called neither CUDA nor NVTX, and nothing else of it was to be recorded";
    }
    if (options.python) {
        return options.torch ? "no Python program imported heteroscope, and none has LibTorch"
                             : "no Python program imported heteroscope";
    }
    return options.torch
               ? "link it with libhscope_collector; it has no LibTorch either"
               : "link it with libhscope_collector, use --python if it is a Python program that "
                 "imports heteroscope, or --torch if it uses LibTorch or PyTorch";
}

/// The files once all processes ended, or the time for that is over.
std::vector<core::RunFile> filesAfterGrace(const core::RunFolder& folder,
                                           const std::stop_token& stop)
{
    constexpr std::chrono::milliseconds kPoll{20};
    const auto end = std::chrono::steady_clock::now() + kGrace;
    while (true) {
        std::vector<core::RunFile> files = folder.files();
        const bool areAllComplete = std::ranges::none_of(files, &core::RunFile::isBeingWritten);
        if (areAllComplete || std::chrono::steady_clock::now() > end || stop.stop_requested()) {
            return files;
        }
        std::this_thread::sleep_for(kPoll);
    }
}

struct Collected
{
    std::vector<std::filesystem::path> complete;
    std::vector<core::LeftOutInput> leftOut;
};

/// Closes what processes that died left open; a process that still runs keeps its file.
Collected collect(const std::vector<core::RunFile>& files)
{
    Collected collected;
    for (const core::RunFile& file : files) {
        if (file.isBeingWritten) {
            collected.leftOut.push_back(
                {file.path,
                 fmt::format("process {} outlives the command and is still recording", file.pid)});
        } else if (auto closed = core::RunFolder::close(file); !closed) {
            collected.leftOut.push_back({file.path, closed.error().message});
        } else {
            collected.complete.push_back(file.path);
        }
    }
    return collected;
}

std::string howItEnded(const ChildEnd& end)
{
    return end.signal ? fmt::format("was killed by signal {}", *end.signal)
                      : fmt::format("ended with status {}", end.exitStatus);
}

/// Why there is nothing to merge. A command that failed has told its own reason.
std::string nothingText(const Options& options, const Collected& collected, const ChildEnd& end)
{
    if (!collected.leftOut.empty()) {
        return "nothing can be used: " + collected.leftOut.front().reason;
    }
    const std::string text = options.command.front() + " recorded nothing";
    return end.exitStatus == 0 ? text + ": " + whyNothing(options) : text;
}

core::Result<core::MergeSummary> merge(const Options& options, const core::RunFolder& folder,
                                       const ChildEnd& end, const Context& context)
{
    Collected collected = collect(filesAfterGrace(folder, context.stop));
    if (collected.complete.empty()) {
        return core::failure(core::ErrorCode::NotFound, nothingText(options, collected, end));
    }
    TerminalProgress progress(context.showProgress);
    const core::MergeOptions how{options.force ? core::Overwrite::Yes : core::Overwrite::No,
                                 core::Unreadable::LeaveOut};
    HSCOPE_TRY_ASSIGN(
        core::MergeSummary summary,
        core::mergeTraces(collected.complete, options.output, how, progress, context.stop));
    summary.leftOut.insert(summary.leftOut.end(), collected.leftOut.begin(),
                           collected.leftOut.end());
    return summary;
}

/// The summary goes to standard error: standard output is the command's.
core::Result<void> tell(const Options& options, const core::MergeSummary& summary,
                        const ChildEnd& end, const core::RunFolder& folder)
{
    if (options.json) {
        Json json = toJson(summary, options.output);
        json["exit_status"] = end.exitStatus;
        json["signal"] = end.signal ? Json(*end.signal) : Json();
        json["run_folder"] = summary.leftOut.empty() ? Json() : Json(folder.path().string());
        return printJson(json);
    }
    std::string text = toText(summary, options.output);
    if (!summary.leftOut.empty()) {
        text += fmt::format("  what was left out is in {}\n", folder.path().string());
    }
    if (end.exitStatus != 0) {
        text += fmt::format("  {} {}\n", printable(options.command.front()), howItEnded(end));
    }
    std::fputs(text.c_str(), stderr);
    return {};
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY(refuseExisting(options.output, options.force));
    HSCOPE_TRY(core::checkTarget(options.output, core::Overwrite::Yes));
    HSCOPE_TRY_ASSIGN(const core::RunFolder folder, core::RunFolder::makeBeside(options.output));
    const auto command = makeCommand(options, folder);
    if (!command) {
        folder.remove();
        return tl::unexpected<core::Error>(command.error());
    }
    const auto end = runChild(*command, context.interrupts);
    if (!end) {
        folder.remove();
        std::fprintf(stderr, "hscope: %s\n", end.error().message.c_str());
        context.exitStatus = end.error().code == core::ErrorCode::NotFound ? kNotFound : kNotRun;
        return {};
    }
    context.exitStatus = end->exitStatus;
    const auto summary = merge(options, folder, *end, context);
    if (summary) {
        HSCOPE_TRY(tell(options, *summary, *end, folder));
        if (summary->leftOut.empty()) {
            folder.remove();
        }
        return {};
    }
    std::string message = summary.error().message;
    if (folder.files().empty()) {
        folder.remove();
    } else {
        message += "; what was recorded is in " + folder.path().string();
    }
    if (end->exitStatus == 0) {
        return core::failure(summary.error().code, message);
    }
    std::fprintf(stderr, "hscope: %s %s; %s\n", options.command.front().c_str(),
                 howItEnded(*end).c_str(), message.c_str());
    return {};
}

/// CLI11's own checks name all numbers there are.
std::string checkNumber(const std::string& text)
{
    constexpr double kMost = 1e6; // as milliseconds it still fits into 32 bits
    double value = 0;
    return CLI::detail::lexical_cast(text, value) && value > 0 && value <= kMost
               ? std::string()
               : text + " is not a number above 0 and up to a million";
}

/// A signal that pauses and resumes: one that programs leave to their users.
std::string checkSignal(const std::string& name)
{
    return name == "USR1" || name == "USR2" ? std::string() : name + " is neither USR1 nor USR2";
}

void addControl(CLI::App& command, Options& options)
{
    command
        .add_option("--control-signal", options.controlSignal,
                    "Pause and resume a process when it gets this signal, USR1 or USR2")
        ->check(checkSignal);
    command.add_flag("--start-paused", options.startPaused,
                     "Record nothing until the program or the control signal resumes");
}

void addTimes(CLI::App& command, Options& options)
{
    command
        .add_option("--delay", options.delaySeconds, "Record nothing for this many seconds first")
        ->check(checkNumber);
    command.add_option("--duration", options.durationSeconds, "Record for this many seconds only")
        ->check(checkNumber);
    command.add_option("--last", options.lastSeconds, "Keep about the last so many seconds only")
        ->check(checkNumber);
    command
        .add_option("--max-size", options.maxMib,
                    "Stop recording a process when its file has this many MiB")
        ->check(checkNumber);
    command
        .add_option("--buffer", options.bufferMib,
                    "MiB of memory for events that are not yet written (default: 32)")
        ->check(checkNumber);
}

} // namespace

void addRecordCommand(CLI::App& app, Action& action, std::vector<std::string> program)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "record", "Runs a program and records it and its children into one .hscope file");
    command->add_option("command", options->command, "The program and its arguments, after --")
        ->required();
    addOutputOption(*command, options->output, "The database to write (default: trace.hscope)");
    command->add_flag("--python", options->python,
                      "Let Python find the package heteroscope, so that programs can import it");
    auto* const torch = command->add_flag("--torch", options->torch,
                                          "Record the operators of LibTorch and PyTorch");
    command->add_flag("--shapes", options->shapes, "With the sizes of their inputs")->needs(torch);
    command->add_flag("--gpu", options->gpu,
                      "Record calls into CUDA, what GPUs do, and ranges of NVTX");
    addTimes(*command, *options);
    addControl(*command, *options);
    command->add_flag("--force", options->force, "Replace an existing file");
    command->add_flag("--json", options->json,
                      "Print JSON; the program's standard output goes to standard error");
    command->callback([options, &action, program = std::move(program)] {
        if (!program.empty()) {
            options->command = program;
        }
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
