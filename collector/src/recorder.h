// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/drain.h"
#include "collector/src/gpu_work.h"
#include "collector/src/measured_costs.h"
#include "collector/src/name_table.h"
#include "collector/src/nesting.h"
#include "collector/src/recording_gate.h"
#include "collector/src/run_facts.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <memory>
#include <mutex>

namespace hscope::collector {

/// What a thread keeps between its events. Trivial and in the initial-exec TLS model: no
/// constructor, no destructor, no call to find it.
struct ThreadState
{
    enum class Stage : std::uint8_t
    {
        Idle,
        Attaching, ///< A signal handler that comes now must not attach, too.
        Ended
    };

    ThreadBuffer* buffer; ///< Of recording number `recording`.
    std::uint32_t recording;
    Stage stage;
    Nesting nesting;
};

/// The recorder of this process: what all threads share. There is one per copy of the library,
/// since the C interface has no handle; it is never destroyed, because threads, and destructors of
/// static objects, may record until the process is gone.
///
/// Life of a recording, in the order that shutting down needs:
///   1. the gate closes: no thread begins an event any more
///   2. the drain reads what is there, writes it, closes the file and ends
///   3. buffers stay mapped, their pages go back: a thread in the middle of an event harms nobody
class Recorder
{
public:
    static Recorder& instance()
    {
        Recorder* const made = s_instance.load(std::memory_order_acquire);
        return made != nullptr ? *made : make();
    }

    // ---- What every event needs.

    RecordingGate gate;
    NameTable names;
    RunFacts facts;
    MeasuredCosts costs;
    GpuWork gpuWork;
    LossCounters losses;
    HostClock clock;

    [[nodiscard]] std::uint64_t ticks() const { return clock.ticks(); }

    /// The calling thread's buffer for recording `active`; null if it cannot have one, which is
    /// counted. Called when the thread state does not fit.
    [[nodiscard]] ThreadBuffer* attach(ThreadState& state, std::uint32_t active);

    // ---- Control. Thread: any.

    [[nodiscard]] std::int32_t start(const hscope_config* config);
    /// Starts as the environment says; a later start() by the program then joins in.
    void startByEnvironment();
    [[nodiscard]] std::int32_t stop();
    [[nodiscard]] std::int32_t flush();
    [[nodiscard]] std::uint64_t lost();
    /// Pauses, or resumes if paused. Async-signal-safe.
    void toggle();

    // ---- Fork: nobody holds a lock and the drain is between two steps while the process is
    // copied.

    void prepareFork();
    void afterForkInParent();
    void afterForkInChild();

private:
    /// A recording's memory. Never freed, see above.
    struct Recording
    {
        ChunkPool pool;
        ThreadSlots slots;
        RecordingConfig config;
        std::unique_ptr<Drain> drain; ///< Null once it is finished.
        Recording* before;            ///< Keeps all of them reachable.
    };

    Recorder();
    static Recorder& make();

    [[nodiscard]] std::int32_t startOrJoin(const hscope_config* config);
    [[nodiscard]] std::int32_t startWith(RecordingConfig config);
    void startInChild();
    void takeSignal(int signal);
    void giveSignalBack();
    /// The drain of the recording that runs; null if none does, or only a parent's.
    [[nodiscard]] Drain* drain() const;

    inline static std::atomic<Recorder*> s_instance{nullptr};

    /// Held around a whole start or stop, so that the hook for GPUs hears of them in their order.
    /// Not taken by a fork, which must not wait for a driver; a child makes it anew.
    std::mutex m_transition;
    std::mutex m_control;
    std::atomic<Recording*> m_recording{nullptr};
    std::atomic<bool> m_childMayStart{false};
    RecordingConfig m_childConfig;
    std::uint32_t m_recordings = 0;
    std::uint64_t m_lostBefore = 0; ///< By the last recording, once it is stopped.
    bool m_wasAutomatic = false;
    int m_signal = 0; ///< That we handle; 0: none.
    struct sigaction m_signalBefore = {};
};

/// The calling thread's state. Constant-initialised and initial-exec, so that reaching it is no
/// call.
extern constinit thread_local ThreadState t_threadState __attribute__((tls_model("initial-exec")));

/// The thread is about to end.
void endThread(Recorder& recorder);

} // namespace hscope::collector
