// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/child_process.h"
#include "app/cli/commands.h"
#include "app/cli/recorder_files.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace hscope::cli {

namespace {

struct Options
{
    std::string folder = "heteroscope-demo";
    std::int64_t steps = 20'000;
    bool force = false;
};

/// Shows a command as one would type it, and runs it with this program. False if it failed.
core::Result<bool> runShown(const std::vector<std::string>& arguments, const Context& context)
{
    std::string shown = "$ hscope";
    for (const std::string& argument : arguments) {
        shown += " " + printable(argument);
    }
    HSCOPE_TRY(print(shown + "\n"));
    ChildCommand command;
    command.arguments = arguments;
    command.arguments.insert(command.arguments.begin(), "/proc/self/exe");
    HSCOPE_TRY_ASSIGN(const ChildEnd end, runChild(command, context.interrupts));
    context.exitStatus = end.exitStatus;
    return end.exitStatus == 0;
}

/// Records the example's training and reports it. False if a command failed.
core::Result<bool> recordTraining(const Options& options, const std::filesystem::path& folder,
                                  const Context& context)
{
    const auto training = findRecorderFile("rl_training");
    if (!training) {
        return core::failure(core::ErrorCode::Unavailable,
                             "the example rl_training is not here: it is in the package "
                             "heteroscope-torch, and in builds that have LibTorch and Box2D "
                             "(Debian: apt install libtorch-dev libbox2d-dev)");
    }
    const std::string trace = (folder / "training.hscope").string();
    std::vector<std::string> record = {"record", "-o", trace};
    if (findRecorderFile("libhscope_torch.so")) {
        record.emplace_back("--torch");
    }
    if (options.force) {
        record.emplace_back("--force");
    }
    record.insert(record.end(), {"--", training->string(), "--steps", std::to_string(options.steps),
                                 "--seed", "1"});
    HSCOPE_TRY_ASSIGN(const bool isRecorded, runShown(record, context));
    return isRecorded ? runShown({"report", trace}, context) : core::Result<bool>(false);
}

/// Places a bundled workload on a bundled cluster and simulates it. False if a command failed.
core::Result<bool> simulateScenario(const Options& options, const std::filesystem::path& folder,
                                    const Context& context)
{
    const std::string placement = (folder / "placement.json").string();
    const std::string trace = (folder / "simulation.hscope").string();
    const std::vector<std::string> scenario = {"--workload", "CTRDNN_heavy", "--cluster",
                                               "paper-like"};
    const auto withScenario = [&scenario](std::vector<std::string> command,
                                          const std::vector<std::string>& rest) {
        command.insert(command.end(), scenario.begin(), scenario.end());
        command.insert(command.end(), rest.begin(), rest.end());
        return command;
    };
    std::vector<std::string> simulate =
        withScenario({"simulate"}, {"--placement", placement, "-o", trace});
    if (options.force) {
        simulate.emplace_back("--force");
    }
    for (const std::vector<std::string>& command :
         {withScenario({"compare"}, {"--schedulers", "exact,greedy,gpu-only"}),
          withScenario({"schedule"}, {"--scheduler", "exact", "-o", placement}), simulate}) {
        HSCOPE_TRY_ASSIGN(const bool isDone, runShown(command, context));
        if (!isDone) {
            return false;
        }
    }
    return true;
}

core::Result<void> run(const Options& options, const Context& context)
{
    const std::filesystem::path folder = options.folder;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return core::failure(core::ErrorCode::Io,
                             "cannot make the folder " + folder.string() + ": " + error.message());
    }
    // Without LibTorch there is no training to record; the scenario is shown all the same.
    const core::Result<bool> recorded = recordTraining(options, folder, context);
    if (!recorded && recorded.error().code != core::ErrorCode::Unavailable) {
        return tl::unexpected<core::Error>(recorded.error());
    }
    if (!recorded || *recorded) {
        HSCOPE_TRY(simulateScenario(options, folder, context));
    }
    if (!recorded) {
        return tl::unexpected<core::Error>(recorded.error());
    }
    return {};
}

} // namespace

void addDemoCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command =
        app.add_subcommand("demo", "Records and reports a training of the bundled example, places "
                                   "and simulates a bundled scenario");
    command->add_option("--out", options->folder,
                        "Folder for what it makes (default: heteroscope-demo)");
    command->add_option("--steps", options->steps,
                        "Steps of the simulated walker to train for (default: 20000)");
    command->add_flag("--force", options->force, "Replace the traces of an earlier demo");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
