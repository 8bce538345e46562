// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/interrupts.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kInterrupted = 130; // as shells report a program ended by Ctrl+C

int fail(const hscope::core::Error& error)
{
    std::fprintf(stderr, "hscope: %s\n", error.message.c_str());
    return kFailed;
}

int runCommand(const hscope::cli::Action& action)
{
    hscope::cli::Interrupts interrupts;
    int exitStatus = 0;
    const hscope::cli::Context context{interrupts.token(), ::isatty(STDERR_FILENO) == 1, interrupts,
                                       exitStatus};
    const auto result = action(context);
    if (result) {
        return exitStatus;
    }
    if (result.error().code == hscope::core::ErrorCode::Cancelled &&
        context.stop.stop_requested()) {
        std::fputs("hscope: interrupted\n", stderr);
        return kInterrupted;
    }
    return fail(result.error());
}

bool isOptionOrCommand(const CLI::App& app, std::string_view argument)
{
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return argument.starts_with('-') ||
           std::ranges::any_of(commands, [argument](const CLI::App* command) {
               return command->get_name() == argument;
           });
}

/// What the parser throws: a request for help or the version, or a wrong command line.
int finishParsing(const CLI::App& app, const CLI::ParseError& error)
{
    std::ostringstream output;
    std::ostringstream complaint;
    const bool isRequest = app.exit(error, output, complaint) == 0;
    std::fputs(complaint.str().c_str(), stderr);
    if (!isRequest) {
        return kUsage;
    }
    const auto printed = hscope::cli::print(output.str());
    return printed ? 0 : fail(printed.error());
}

/// The words after the first `--`, untouched: the parser takes [a,b] apart.
std::vector<std::string> wordsAfterDashes(int argc, char** argv)
{
    char** const end = argv + argc;
    char** const dashes = std::find(argv, end, std::string_view("--"));
    return dashes == end ? std::vector<std::string>() : std::vector<std::string>(dashes + 1, end);
}

int parseAndRun(int argc, char** argv)
{
    CLI::App app("Heteroscope on the command line: opens traces of training runs and says where "
                 "their time goes",
                 "hscope");
    app.set_version_flag("--version", "hscope " HSCOPE_VERSION);
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    hscope::cli::Action action;
    hscope::cli::addDemoCommand(app, action);
    hscope::cli::addImportCommand(app, action);
    hscope::cli::addInfoCommand(app, action);
    hscope::cli::addRecordCommand(app, action, wordsAfterDashes(argc, argv));
    hscope::cli::addReportCommand(app, action);
    hscope::cli::addCalibrateCommand(app, action, wordsAfterDashes(argc, argv));
    hscope::cli::addCompareCalibrationsCommand(app, action);
    hscope::cli::addValidateCorrectionCommand(app, action, wordsAfterDashes(argc, argv));
    hscope::cli::addMergeCommand(app, action);
    hscope::cli::addQueryCommand(app, action);
    hscope::cli::addValidateCommand(app, action);
    hscope::cli::addClusterCommand(app, action);
    hscope::cli::addImportWorkloadCommand(app, action);
    hscope::cli::addScheduleCommand(app, action);
    hscope::cli::addCompareCommand(app, action);
    hscope::cli::addVerifyPlacementCommand(app, action);
    hscope::cli::addExplainPlacementCommand(app, action);
    hscope::cli::addSimulateCommand(app, action);
    if (argc == 1) {
        std::fputs(app.help().c_str(), stderr);
        return kUsage;
    }
    if (!isOptionOrCommand(app, argv[1])) {
        std::fprintf(stderr, "hscope: there is no command '%s'\n%s",
                     hscope::cli::printable(argv[1]).c_str(),
                     "Run with --help for more information.\n");
        return kUsage;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return finishParsing(app, error);
    }
    return runCommand(action);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return parseAndRun(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("hscope: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hscope: %s\n", error.what());
    }
    return kFailed;
}
