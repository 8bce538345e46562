// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/worker_thread.h"

#include <chrono>
#include <csignal>
#include <exception>
#include <pthread.h>
#include <utility>

namespace hscope::cupti {

namespace {

constexpr std::chrono::milliseconds kPeriod{100};

} // namespace

void WorkerThread::start(std::function<void()> tick, std::function<void()> woken)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    try {
        m_thread = std::thread(
            [this, tick = std::move(tick), woken = std::move(woken)] { run(tick, woken); });
    } catch (const std::exception&) { // what it would do is not worth more than the program
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void WorkerThread::run(const std::function<void()>& tick, const std::function<void()>& woken)
{
    pthread_setname_np(pthread_self(), "hscope-gpu");
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait_for(lock, kPeriod, [this] { return m_isStopped || m_isWoken; });
        const bool isWoken = std::exchange(m_isWoken, false);
        if (m_isStopped && !isWoken) {
            return;
        }
        lock.unlock();
        (isWoken ? woken : tick)();
        lock.lock();
    }
}

void WorkerThread::wake()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isWoken = true;
    }
    m_changed.notify_one();
}

void WorkerThread::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
    }
    m_changed.notify_one();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

} // namespace hscope::cupti
