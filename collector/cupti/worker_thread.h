// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace hscope::cupti {

/// The hook's one thread: does something every 100 ms, and something else when it is woken. It
/// never runs a signal handler of the program.
class WorkerThread
{
public:
    WorkerThread() = default;
    WorkerThread(const WorkerThread&) = delete;
    WorkerThread& operator=(const WorkerThread&) = delete;
    ~WorkerThread() = default;

    /// Both are called on the thread. Without a thread to be had they are never called.
    void start(std::function<void()> tick, std::function<void()> woken);

    /// What it is woken for is done even if stop() comes before. Thread: any.
    void wake();

    /// Returns when the thread has ended; nothing if there is none. To be called by the process
    /// that started it: a fork has no such thread.
    void stop();

private:
    void run(const std::function<void()>& tick, const std::function<void()>& woken);

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isWoken = false;
    bool m_isStopped = false;
    std::thread m_thread;
};

} // namespace hscope::cupti
