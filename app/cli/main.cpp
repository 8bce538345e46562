// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kInterrupted = 130; // as shells report a program ended by Ctrl+C

/// Turns Ctrl+C into a stop request. A thread waits for the signal, so no handler runs in a
/// half-done state.
class InterruptWatcher
{
public:
    InterruptWatcher()
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        sigaddset(&m_signals, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
        m_thread = std::jthread([this](const std::stop_token& end) { watch(end); });
    }

    InterruptWatcher(const InterruptWatcher&) = delete;
    InterruptWatcher& operator=(const InterruptWatcher&) = delete;

    /// Wakes the thread with a signal of its own, which nobody else sees.
    ~InterruptWatcher()
    {
        m_thread.request_stop();
        pthread_kill(m_thread.native_handle(), SIGINT);
    }

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    void watch(const std::stop_token& end)
    {
        int signal = 0;
        while (sigwait(&m_signals, &signal) == 0 && !end.stop_requested()) {
            if (m_source.stop_requested()) {
                std::_Exit(kInterrupted); // asked twice: do not wait for the work to notice
            }
            m_source.request_stop();
        }
    }

    sigset_t m_signals{};
    std::stop_source m_source;
    std::jthread m_thread;
};

int fail(const hscope::core::Error& error)
{
    std::fprintf(stderr, "hscope: %s\n", error.message.c_str());
    return kFailed;
}

int runCommand(const hscope::cli::Action& action)
{
    const InterruptWatcher interrupts;
    const hscope::cli::Context context{interrupts.token(), ::isatty(STDERR_FILENO) == 1};
    const auto result = action(context);
    if (result) {
        return 0;
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

int parseAndRun(int argc, char** argv)
{
    CLI::App app("Heteroscope on the command line: opens traces of training runs and says where "
                 "their time goes",
                 "hscope");
    app.set_version_flag("--version", "hscope " HSCOPE_VERSION);
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    hscope::cli::Action action;
    hscope::cli::addImportCommand(app, action);
    hscope::cli::addInfoCommand(app, action);
    hscope::cli::addReportCommand(app, action);
    hscope::cli::addQueryCommand(app, action);
    hscope::cli::addValidateCommand(app, action);
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
