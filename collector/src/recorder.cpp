// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recorder.h"

#include "core/database/migration.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hscope::collector {

namespace {

pthread_key_t s_threadEnd; // its destructor is how the end of a thread is noticed

void onThreadEnd(void* /*mark*/)
{
    endThread(Recorder::instance());
}

void onControlSignal(int /*signal*/)
{
    Recorder::instance().toggle();
}

/// A database that is removed again unless the recording into it starts.
class NewDatabase
{
public:
    explicit NewDatabase(std::filesystem::path path)
        : m_path(std::move(path))
    {
    }

    NewDatabase(const NewDatabase&) = delete;
    NewDatabase& operator=(const NewDatabase&) = delete;

    ~NewDatabase()
    {
        if (!m_isKept) {
            core::removeDatabase(m_path);
        }
    }

    void keep() { m_isKept = true; }

private:
    std::filesystem::path m_path;
    bool m_isKept = false;
};

std::int32_t statusOf(const core::Error& error)
{
    std::fprintf(stderr, "heteroscope: not recording: %s\n", error.message.c_str());
    switch (error.code) {
    case core::ErrorCode::InvalidArgument:
        return HSCOPE_ERROR_INVALID_ARGUMENT;
    case core::ErrorCode::Exhausted:
        return HSCOPE_ERROR_RESOURCES;
    default:
        return HSCOPE_ERROR_OUTPUT;
    }
}

} // namespace

constinit thread_local ThreadState t_threadState{};

Recorder& Recorder::make()
{
    // Never destroyed: recording goes on in destructors of static objects.
    alignas(Recorder) static unsigned char s_memory[sizeof(Recorder)];
    static Recorder* const s_recorder = new (s_memory) Recorder;
    s_instance.store(s_recorder, std::memory_order_release);
    return *s_recorder;
}

Recorder::Recorder()
    : clock(HostClock::detect())
{
    pthread_key_create(&s_threadEnd, onThreadEnd);
    pthread_atfork([] { instance().prepareFork(); }, [] { instance().afterForkInParent(); },
                   [] { instance().afterForkInChild(); });
}

void endThread(Recorder& recorder)
{
    ThreadState& state = t_threadState;
    if (state.buffer != nullptr && state.recording == recorder.gate.started()) {
        state.buffer->end();
    }
    state.nesting.forget(); // later destructors may still end what is open
    state.buffer = nullptr;
    state.stage = ThreadState::Stage::Ended;
}

ThreadBuffer* Recorder::attach(ThreadState& state, std::uint32_t active)
{
    if (state.stage != ThreadState::Stage::Idle) {
        auto& counter =
            state.stage == ThreadState::Stage::Ended ? losses.afterThreadEnd : losses.withoutBuffer;
        counter.fetch_add(1, std::memory_order_relaxed);
        return nullptr;
    }
    state.stage = ThreadState::Stage::Attaching;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (m_childMayStart.load(std::memory_order_acquire)) {
        startInChild();
        active = gate.active();
    }
    if (state.recording != active) {
        state.nesting.forget(); // what recorded their begins is gone
        state.buffer = nullptr;
        state.recording = active;
    }
    Recording* const recording = m_recording.load(std::memory_order_acquire);
    if (active != 0 && recording != nullptr && state.buffer == nullptr) {
        state.buffer = recording->slots.attach(recording->pool, syscall(SYS_gettid));
        if (state.buffer != nullptr) {
            pthread_setspecific(s_threadEnd, this);
        } else {
            losses.withoutBuffer.fetch_add(1, std::memory_order_relaxed);
        }
    }
    std::atomic_signal_fence(std::memory_order_seq_cst);
    state.stage = ThreadState::Stage::Idle;
    return state.buffer;
}

std::int32_t Recorder::start(const hscope_config* config)
{
    const std::lock_guard transition(m_transition);
    const std::int32_t status = startOrJoin(config);
    if (status == HSCOPE_OK) {
        gpuWork.request(HSCOPE_GPU_START);
    }
    return status;
}

std::int32_t Recorder::startOrJoin(const hscope_config* config)
{
    const std::lock_guard lock(m_control);
    if (m_childMayStart.exchange(false)) {
        gate.close(); // this child records as it says, not as its parent said
    }
    if (gate.started() != 0) {
        if (!m_wasAutomatic) {
            return HSCOPE_ERROR_ALREADY_STARTED;
        }
        m_wasAutomatic = false; // the environment was first; the program may stop it as its own
        return HSCOPE_OK;
    }
    auto made = makeConfig(config);
    return made ? startWith(std::move(*made)) : statusOf(made.error());
}

void Recorder::startByEnvironment()
{
    m_wasAutomatic = start(nullptr) == HSCOPE_OK;
}

std::int32_t Recorder::startWith(RecordingConfig config)
{
    auto sink = DatabaseSink::create(config.path, getpid(), hostFacts());
    if (!sink) {
        return statusOf(sink.error());
    }
    NewDatabase file(config.path); // before what has it open
    std::unique_ptr<DatabaseSink> opened = std::move(*sink);
    auto recording = std::unique_ptr<Recording>(
        new Recording{ChunkPool(config.bufferBytes), {}, config, {}, m_recording.load()});
    if (!recording->pool.isValid() || !recording->slots.isValid()) {
        return statusOf({core::ErrorCode::Exhausted, "there is no memory for event buffers"});
    }
    const std::uint32_t reasons = (config.startPaused ? RecordingGate::Paused : 0U) |
                                  (config.delay.count() > 0 ? RecordingGate::Delayed : 0U);
    if (gpuWork.hasControl()) { // the hook says again what it cannot record
        gpuWork.setRefusal({});
    }
    facts.markAllChanged();
    costs.markAllNew();
    gpuWork.lock();
    gpuWork.forget();
    gpuWork.unlock();
    losses.withoutBuffer = 0;
    losses.afterThreadEnd = 0;
    losses.shortenedTexts = 0;
    m_lostBefore = 0;
    m_wasAutomatic = false;
    recording->drain =
        std::make_unique<Drain>(Drain::Sources{recording->pool, recording->slots, names, facts,
                                               costs, gpuWork, losses, gate},
                                config, clock, std::move(opened));
    if (auto started = recording->drain->start(); !started) {
        return statusOf(started.error());
    }
    file.keep();
    m_recording.store(recording.release(), std::memory_order_release);
    gate.open(++m_recordings, reasons, config.groups);
    takeSignal(config.controlSignal);
    return HSCOPE_OK;
}

void Recorder::takeSignal(int signal)
{
    giveSignalBack(); // a child of a fork has its parent's
    if (signal != 0) {
        struct sigaction action = {};
        action.sa_handler = onControlSignal;
        action.sa_flags = SA_RESTART;
        m_signal = sigaction(signal, &action, &m_signalBefore) == 0 ? signal : 0;
    }
}

void Recorder::giveSignalBack()
{
    struct sigaction now = {};
    if (m_signal != 0 && sigaction(m_signal, nullptr, &now) == 0 &&
        now.sa_handler == onControlSignal) { // else the host took it over meanwhile
        sigaction(m_signal, &m_signalBefore, nullptr);
    }
    m_signal = 0;
}

Drain* Recorder::drain() const
{
    Recording* const recording = m_recording.load(std::memory_order_acquire);
    return gate.started() == 0 || recording == nullptr ? nullptr : recording->drain.get();
}

std::int32_t Recorder::stop()
{
    const std::lock_guard transition(m_transition);
    if (gate.started() != 0) {
        gpuWork.request(HSCOPE_GPU_STOP);
    }
    const std::lock_guard lock(m_control);
    if (gate.started() == 0) {
        return HSCOPE_ERROR_NOT_STARTED;
    }
    Drain* const running = drain();
    gate.close();
    giveSignalBack();
    if (running == nullptr) { // a child of a fork that recorded nothing yet
        m_childMayStart = false;
        return HSCOPE_OK;
    }
    const bool isWritten = running->finish();
    m_lostBefore = running->lost();
    Recording* const recording = m_recording.load(std::memory_order_acquire);
    recording->drain.reset();
    recording->pool.release();
    return isWritten ? HSCOPE_OK : HSCOPE_ERROR_OUTPUT;
}

std::int32_t Recorder::flush()
{
    if (gate.started() != 0) {
        gpuWork.request(HSCOPE_GPU_FLUSH);
    }
    const std::lock_guard lock(m_control);
    if (gate.started() == 0) {
        return HSCOPE_ERROR_NOT_STARTED;
    }
    Drain* const running = drain();
    return running == nullptr || running->flush() ? HSCOPE_OK : HSCOPE_ERROR_OUTPUT;
}

std::uint64_t Recorder::lost()
{
    const std::lock_guard lock(m_control);
    const Drain* const running = drain();
    return running == nullptr ? m_lostBefore : running->lost();
}

void Recorder::toggle()
{
    if (gate.has(RecordingGate::Paused)) {
        gate.clear(RecordingGate::Paused);
    } else {
        gate.set(RecordingGate::Paused);
    }
}

void Recorder::prepareFork()
{
    m_control.lock();
    if (Drain* const running = drain()) { // before the others: it takes them while it works
        running->workMutex().lock();
    }
    names.lock();
    facts.lock();
    costs.lock();
    gpuWork.lock();
}

void Recorder::afterForkInParent()
{
    gpuWork.unlock();
    costs.unlock();
    facts.unlock();
    names.unlock();
    if (Drain* const running = drain()) {
        running->workMutex().unlock();
    }
    m_control.unlock();
}

/// The child has the parent's memory but not its drain. It leaves the parent's file alone and
/// records, from its first event on, into one of its own.
void Recorder::afterForkInChild()
{
    if (drain() != nullptr) {
        Recording* const recording = m_recording.load(std::memory_order_acquire);
        m_childConfig = recording->config;
        m_childConfig.startPaused = gate.has(RecordingGate::Paused);
        if (!gate.has(RecordingGate::Delayed)) {
            m_childConfig.delay = {};
        }
        // The drain and its connection belong to the parent: neither used nor closed here.
        static_cast<void>(recording->drain.release());
        if (gate.has(RecordingGate::Over)) {
            gate.close();
        } else {
            m_childMayStart = true;
            gate.open(++m_recordings, 0, m_childConfig.groups);
        }
    }
    ThreadState& state = t_threadState;
    state.nesting.forget();
    state.buffer = nullptr;
    new (&m_transition) std::mutex; // who had it is not here
    gpuWork.forget();
    gpuWork.unlock();
    costs.unlock();
    facts.unlock();
    names.unlock();
    m_control.unlock();
}

void Recorder::startInChild()
{
    {
        const std::lock_guard lock(m_control);
        if (!m_childMayStart.exchange(false)) {
            return;
        }
        gate.close();
        try {
            RecordingConfig config = m_childConfig;
            config.path = childPath(config.path, getpid());
            static_cast<void>(startWith(std::move(config)));
        } catch (const std::exception& error) { // called by an event, which must not throw
            static_cast<void>(statusOf({core::ErrorCode::Exhausted, error.what()}));
        }
    }
    gpuWork.request(HSCOPE_GPU_START);
}

} // namespace hscope::collector
