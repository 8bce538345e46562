// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/chunk_pool.h"
#include "collector/src/database_sink.h"
#include "collector/src/gpu_work_writer.h"
#include "collector/src/hook_loader.h"
#include "collector/src/host_clock.h"
#include "collector/src/measured_costs.h"
#include "collector/src/recording_config.h"
#include "collector/src/recording_gate.h"
#include "collector/src/run_facts.h"
#include "collector/src/thread_decoder.h"
#include "collector/src/thread_slots.h"
#include "collector/src/trace_assembler.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace hscope::collector {

/// Losses that threads count outside their buffers.
struct LossCounters
{
    std::atomic<std::uint64_t> withoutBuffer{0}; ///< No slot, no chunk, or inside a handler.
    std::atomic<std::uint64_t> afterThreadEnd{0};
    std::atomic<std::uint64_t> shortenedTexts{0};
};

/// The recorder's own thread: empties the buffers of all threads, assembles rows and writes them.
///
/// It has all signals blocked. It works every few ms, sooner when buffers fill up, and holds
/// `workMutex` meanwhile, so that a fork can wait until it is between two steps.
class Drain
{
public:
    /// What it works with; all outlive it.
    struct Sources
    {
        ChunkPool& pool;
        ThreadSlots& slots;
        const NameTable& names;
        RunFacts& facts;
        MeasuredCosts& costs;
        GpuWork& gpuWork;
        LossCounters& losses;
        RecordingGate& gate;
    };

    Drain(Sources sources, RecordingConfig config, HostClock clock,
          std::unique_ptr<DatabaseSink> sink);
    Drain(const Drain&) = delete;
    Drain& operator=(const Drain&) = delete;
    ~Drain();

    /// Errors: Exhausted if there is no thread to be had.
    [[nodiscard]] Result<void> start();

    /// Returns once what was recorded before the call is written. False if writing failed.
    [[nodiscard]] bool flush();

    /// Writes the rest, closes the file and ends the thread. False if something could not be
    /// written.
    [[nodiscard]] bool finish();

    /// Events lost so far.
    [[nodiscard]] std::uint64_t lost() const { return m_lost.load(std::memory_order_relaxed); }

    /// Held while it works.
    [[nodiscard]] std::mutex& workMutex() { return m_workMutex; }

private:
    struct Reader
    {
        ThreadBuffer* buffer;
        ThreadDecoder decoder;
    };

    struct Mark ///< What had been recorded when.
    {
        std::int64_t timeNs;
        std::int64_t nextSlice;
    };

    void run();
    void calibrate();
    void step(bool stop, bool flush);
    [[nodiscard]] bool work();
    void writeGpuWork(const std::vector<GpuRecord>& records);
    void takeNewThreads();
    void drainThreads();
    [[nodiscard]] bool drainThread(Reader& reader, std::uint64_t most);
    void retire(Reader& reader);
    void countLosses();
    void nameThreads();
    void followTimers();
    void write();
    void fail(const core::Error& error);
    void closeFile();
    void forgetOld(std::int64_t nowNs);
    [[nodiscard]] ProblemCounts problems() const;
    [[nodiscard]] std::int64_t nowNs() const;

    Sources m_sources;
    RecordingConfig m_config;
    HostClock m_clock;
    std::unique_ptr<DatabaseSink> m_sink;
    TickMap m_map;
    TraceAssembler m_assembler;
    GpuWorkWriter m_gpuWorkWriter{m_assembler};
    std::vector<std::unique_ptr<Reader>> m_readers;
    EventFaults m_faults;
    HookLoader m_hooks;
    bool m_isCalibrated = false;
    bool m_isBehind = false; ///< Work of GPUs waits.
    std::uint64_t m_lostByEnded = 0;
    std::uint64_t m_unbalancedByEnded = 0;
    std::uint64_t m_notWritten = 0; ///< Rows that a failed transaction took along.
    std::atomic<std::uint64_t> m_lost{0};
    std::atomic<bool> m_hasFailed{false}; ///< Written by the thread, read by who waits for it.
    bool m_isOverLimit = false;
    std::int64_t m_firstBeyond = 0; ///< Slice that has no place once the file is too large.
    std::uint64_t m_beyondLimit = 0;
    std::int64_t m_startNs = 0;
    std::optional<std::int64_t> m_stopNs;
    bool m_isStartWritten = false;
    std::int64_t m_lastWriteNs = 0;
    std::int64_t m_lastForgetNs = 0;
    std::deque<Mark> m_marks;
    ProblemCounts m_written; ///< As the file has them.

    std::mutex m_workMutex;
    std::mutex m_mutex; ///< Of what follows.
    std::condition_variable m_changed;
    std::uint64_t m_flushWanted = 0;
    std::uint64_t m_flushDone = 0;
    bool m_stopWanted = false;
    std::thread m_thread;
};

} // namespace hscope::collector
