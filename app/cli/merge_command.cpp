// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/merge_output.h"
#include "app/cli/terminal_progress.h"

#include <memory>
#include <vector>

namespace hscope::cli {

namespace {

struct Options
{
    std::vector<std::string> inputs;
    std::string output;
    bool force = false;
    bool json = false;
};

core::Result<void> run(const Options& options, const Context& context)
{
    const std::filesystem::path output = options.output;
    HSCOPE_TRY(refuseExisting(output, options.force));
    const std::vector<std::filesystem::path> inputs(options.inputs.begin(), options.inputs.end());
    const core::MergeOptions how{options.force ? core::Overwrite::Yes : core::Overwrite::No,
                                 core::Unreadable::Fail};
    core::MergeSummary summary;
    {
        TerminalProgress progress(context.showProgress);
        HSCOPE_TRY_ASSIGN(summary, core::mergeTraces(inputs, output, how, progress, context.stop));
    }
    return options.json ? printJson(toJson(summary, output)) : print(toText(summary, output));
}

} // namespace

void addMergeCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "merge", "Puts the .hscope files of the processes of one run into one file");
    command->add_option("inputs", options->inputs, "The .hscope files")->required();
    addOutputOption(*command, options->output, "The database to write");
    command->get_option("--output")->required();
    command->add_flag("--force", options->force, "Replace an existing file");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
