// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/child_process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // POSIX declares it nowhere

namespace hscope::cli {

namespace {

/// Ctrl+\ on a terminal is for the child, which gets it too; we stay to collect what it leaves.
class QuitIgnored
{
public:
    QuitIgnored()
    {
        struct sigaction ignore = {};
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGQUIT, &ignore, &m_before);
    }

    QuitIgnored(const QuitIgnored&) = delete;
    QuitIgnored& operator=(const QuitIgnored&) = delete;

    ~QuitIgnored() { sigaction(SIGQUIT, &m_before, nullptr); }

    [[nodiscard]] bool wasIgnored() const { return m_before.sa_handler == SIG_IGN; }

private:
    struct sigaction m_before = {};
};

std::vector<std::string> environmentOf(const ChildCommand& command)
{
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::string_view name = text.substr(0, text.find('='));
        bool isReplaced = false;
        for (const auto& [key, value] : command.environment) {
            isReplaced = isReplaced || key == name;
        }
        if (!isReplaced) {
            result.emplace_back(text);
        }
    }
    for (const auto& [key, value] : command.environment) {
        result.push_back(key + "=" + value);
    }
    return result;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

core::Result<pid_t> start(const ChildCommand& command, const sigset_t& mask, bool resetQuit)
{
    std::vector<std::string> arguments = command.arguments;
    std::vector<std::string> environment = environmentOf(command);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &mask);
    sigset_t defaults;
    sigemptyset(&defaults);
    if (resetQuit) {
        sigaddset(&defaults, SIGQUIT);
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    if (!command.outputFile.empty()) {
        constexpr mode_t kMode = 0600;
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, command.outputFile.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, kMode);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    } else if (command.output == ChildOutput::ToStandardError) {
        posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    }
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments.front().c_str(), &files, &attributes,
                                   pointersTo(arguments).data(), pointersTo(environment).data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) {
        return core::failure(error == ENOENT ? core::ErrorCode::NotFound : core::ErrorCode::Io,
                             "cannot run " + arguments.front() + ": " + std::strerror(error));
    }
    return child;
}

} // namespace

core::Result<ChildEnd> runChild(const ChildCommand& command, Interrupts& interrupts)
{
    const QuitIgnored quit;
    HSCOPE_TRY_ASSIGN(const pid_t child,
                      start(command, interrupts.maskBefore(), !quit.wasIgnored()));
    interrupts.forwardTo(child);
    siginfo_t info{};
    // Not reaped yet, so that no signal can go to a process that got its number later.
    while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
    interrupts.stopForwarding();
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int kKilled = 128;
    if (WIFSIGNALED(status)) {
        return ChildEnd{kKilled + WTERMSIG(status), WTERMSIG(status)};
    }
    return ChildEnd{WEXITSTATUS(status), std::nullopt};
}

} // namespace hscope::cli
