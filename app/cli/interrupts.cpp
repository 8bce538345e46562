// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupts.h"

#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

namespace hscope::cli {

namespace {

constexpr int kInterrupted = 130; // as shells report a program ended by Ctrl+C
constexpr int kWakeUp = SIGUSR2;  // for the thread: it ends, or says that it took what came before

bool isIgnored(int signal)
{
    struct sigaction action = {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

Interrupts::Interrupts()
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, kWakeUp);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (!isIgnored(signal)) { // such as SIGHUP under nohup
            sigaddset(&m_signals, signal);
        }
    }
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_thread = std::jthread([this](const std::stop_token& end) { watch(end); });
}

Interrupts::~Interrupts()
{
    m_thread.request_stop();
    pthread_kill(m_thread.native_handle(), kWakeUp);
}

void Interrupts::forwardTo(pid_t child)
{
    const std::lock_guard lock(m_mutex);
    m_child = child;
}

void Interrupts::stopForwarding()
{
    // A signal to the whole group reaches us before we learn of the child's death, but nobody may
    // have taken it yet; taken later, it would cancel what we do after the child.
    sigset_t forChild = m_signals;
    sigdelset(&forChild, kWakeUp);
    constexpr timespec kNoWait{};
    while (sigtimedwait(&forChild, nullptr, &kNoWait) > 0) {
    }
    std::unique_lock lock(m_mutex);
    const std::uint64_t before = m_wakeUps;
    pthread_kill(m_thread.native_handle(), kWakeUp);
    m_taken.wait(lock, [this, before] { return m_wakeUps != before; });
    m_child = 0;
}

void Interrupts::tellTaken()
{
    const std::lock_guard lock(m_mutex);
    ++m_wakeUps;
    m_taken.notify_all();
}

bool Interrupts::forward(const siginfo_t& info)
{
    const std::lock_guard lock(m_mutex);
    if (m_child == 0) {
        return false;
    }
    // A terminal signals its whole foreground group; the kernel is the sender then.
    const bool hasItAlready = info.si_code == SI_KERNEL && getpgid(m_child) == getpgrp();
    if (!hasItAlready) {
        kill(m_child, info.si_signo);
    }
    return true;
}

void Interrupts::watch(const std::stop_token& end)
{
    while (true) {
        siginfo_t info{};
        const int signal = sigwaitinfo(&m_signals, &info);
        if (end.stop_requested()) {
            return;
        }
        if (signal == kWakeUp) {
            tellTaken();
            continue;
        }
        if (signal <= 0 || forward(info)) {
            continue;
        }
        if (m_source.stop_requested()) {
            std::_Exit(kInterrupted); // asked twice: do not wait for the work to notice
        }
        m_source.request_stop();
    }
}

} // namespace hscope::cli
