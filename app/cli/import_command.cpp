// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/export/database_writer.h"

#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    std::string input;
    std::string output;
    bool force = false;
    bool json = false;
};

/// `run.pt.trace.json.gz` becomes `run.pt.trace.hscope`, in the current folder.
std::filesystem::path defaultOutput(const std::filesystem::path& input)
{
    std::filesystem::path name = input.filename();
    for (const char* suffix : {".gz", ".zst", ".json", ".hscope"}) {
        if (name.extension() == suffix) {
            name = name.stem();
        }
    }
    return name.string() + ".hscope";
}

core::Result<void> run(const Options& options, const Context& context)
{
    const std::filesystem::path output = options.output.empty()
                                             ? defaultOutput(options.input)
                                             : std::filesystem::path(options.output);
    const auto overwrite = options.force ? core::Overwrite::Yes : core::Overwrite::No;
    std::error_code ignored;
    if (std::filesystem::equivalent(options.input, output, ignored)) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             output.string() + " is the input itself; choose another name with -o");
    }
    if (!options.force && std::filesystem::exists(output, ignored)) {
        return core::failure(
            core::ErrorCode::AlreadyExists,
            output.string() +
                " exists already; choose another name with -o, or replace it with --force");
    }
    HSCOPE_TRY_ASSIGN(const core::LoadedTrace trace, openForCommand(options.input, context));
    {
        TerminalProgress progress(context.showProgress);
        const bool isSimulation = trace.simulation != core::SimulationTables();
        HSCOPE_TRY(core::writeDatabase(
            {*trace.store, trace.arguments.get(), isSimulation ? &trace.simulation : nullptr},
            output, overwrite, progress, context.stop));
    }
    if (options.json) {
        Json json;
        json["output"] = output.string();
        json["slices"] = trace.store->slices().size();
        json["diagnostics"] = diagnosticsJson(trace.store->diagnostics());
        return printJson(json);
    }
    std::string text =
        fmt::format("{}: {} slices\n", output.string(), formatCount(trace.store->slices().size()));
    for (const core::Diagnostic& entry : trace.store->diagnostics().list()) {
        text += fmt::format("  {} x {} ({}), first: {}\n", formatCount(entry.count), entry.name,
                            core::severityName(entry.severity), printable(entry.first));
    }
    return print(text);
}

} // namespace

void addImportCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command =
        app.add_subcommand("import", "Turns a trace of another program into a .hscope database");
    command
        ->add_option("input", options->input,
                     "A trace: PyTorch or Chrome JSON (also compressed), or .hscope")
        ->required();
    command
        ->add_option("-o,--output", options->output,
                     "The database to write (default: the input's name with .hscope, here)")
        ->check([](const std::string& name) {
            return name.empty() ? "the name of the file is empty" : std::string();
        });
    command->add_flag("--force", options->force, "Replace an existing file");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
