// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace hscope::app {

/// One kind of work in the background, of which only the newest request counts.
///
///   GUI thread   start(A) ........ start(B) ........................ done(B)
///   pool            [ A ... stop requested, result dropped ]
///                                    [ B ......................... ]
///
/// `T` is what a job returns; it is handed over through the event queue of the thread that owns the
/// task. Results and posts of an older request never arrive, nor do those of a task that is gone.
///
/// Thread: everything but the job itself runs on the owner's thread. The destructor requests stop
/// and waits for jobs to notice; jobs poll their token at least every 50 ms of work.
template <typename T>
class BackgroundTask
{
    struct Shared
    {
        std::atomic<std::uint64_t> generation = 0;
        std::mutex mutex;
        std::condition_variable idle;
        int running = 0; ///< Guarded by `mutex`.
    };

public:
    /// What a job sees of the outside.
    class Job
    {
    public:
        std::stop_token stop;

        /// Runs `function` on the owner's thread, unless a newer request was made or the owner is
        /// gone by then.
        void post(std::function<void()> function) const
        {
            QMetaObject::invokeMethod(
                m_receiver,
                [shared = m_shared, generation = m_generation, function = std::move(function)] {
                    if (shared->generation.load() == generation) {
                        function();
                    }
                },
                Qt::QueuedConnection);
        }

    private:
        friend class BackgroundTask;
        std::shared_ptr<Shared> m_shared;
        std::uint64_t m_generation = 0;
        QObject* m_receiver =
            nullptr; ///< Outlives all jobs: the task's destructor joins them first.
    };

    explicit BackgroundTask(QThreadPool& pool)
        : m_pool(pool)
    {
    }

    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    ~BackgroundTask()
    {
        cancel();
        std::unique_lock lock(m_shared->mutex);
        m_shared->idle.wait(lock, [this] { return m_shared->running == 0; });
    }

    /// Runs `work` on the pool and `done` with its result on this thread; an older request is
    /// cancelled.
    void start(std::function<T(const Job&)> work, std::function<void(T)> done)
    {
        cancel();
        m_stop = std::stop_source();
        m_isRunning = true;
        Job job;
        job.stop = m_stop.get_token();
        job.m_shared = m_shared;
        job.m_generation = m_shared->generation.load();
        job.m_receiver = &m_receiver;
        {
            const std::lock_guard lock(m_shared->mutex);
            ++m_shared->running;
        }
        m_pool.start([this, job, work = std::move(work), done = std::move(done)] {
            if (!job.stop.stop_requested()) {
                auto result = std::make_shared<T>(work(job));
                job.post([this, result, done] {
                    m_isRunning = false;
                    done(std::move(*result));
                });
            }
            // Notified under the lock: after it is released the task may be gone, the shared state
            // is not.
            const std::lock_guard lock(job.m_shared->mutex);
            --job.m_shared->running;
            job.m_shared->idle.notify_all();
        });
    }

    /// The current request will never be answered.
    void cancel()
    {
        ++m_shared->generation;
        m_stop.request_stop();
        m_isRunning = false;
    }

    [[nodiscard]] bool isRunning() const { return m_isRunning; }

private:
    QThreadPool& m_pool;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    std::stop_source m_stop;
    bool m_isRunning = false;
    QObject m_receiver;
};

} // namespace hscope::app
