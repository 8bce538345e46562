// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <sys/types.h>
#include <thread>

namespace hscope::cli {

/// Takes the signals that ask a program to end (SIGINT, SIGTERM, SIGHUP), unless they are ignored.
///
/// They become a stop request, or, while a child runs that they are meant for, go to the child. A
/// thread waits for them, so no handler runs in a half-done state. Make one per program, before
/// other threads: they inherit the blocked signals.
class Interrupts
{
public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

    /// From now on signals go to `child`, which must not be reaped meanwhile. What a terminal sends
    /// to both of us is not sent again.
    void forwardTo(pid_t child);

    /// The child has ended. What was sent until now was for it, also if nobody took it yet.
    void stopForwarding();

    /// The signals of this process as they were before; for a child.
    [[nodiscard]] const sigset_t& maskBefore() const { return m_maskBefore; }

private:
    void watch(const std::stop_token& end);
    /// True if a child got the signal.
    [[nodiscard]] bool forward(const siginfo_t& info);
    void tellTaken();

    sigset_t m_signals{};
    sigset_t m_maskBefore{};
    std::stop_source m_source;
    std::mutex m_mutex;
    std::condition_variable m_taken;
    std::uint64_t m_wakeUps = 0; ///< How often the thread was woken; all signals before are done.
    pid_t m_child = 0;           ///< 0: none.
    std::jthread m_thread;
};

} // namespace hscope::cli
