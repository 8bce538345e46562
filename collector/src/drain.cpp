// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/drain.h"

#include "collector/src/name_table.h"
#include "collector/src/self_calibration.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <pthread.h>
#include <system_error>
#include <unistd.h>

namespace hscope::collector {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPoll{10};
constexpr milliseconds kPollWhenFilling{1};
constexpr std::size_t kRowsPerTransaction = 1U << 15U;
constexpr std::uint64_t kRecordsPerLook = 256;
constexpr std::uint64_t kRecordsPerTurn = 1U << 14U;
constexpr std::size_t kGpuRecordsPerStep = 1U << 13U; ///< Some 50 ms: a fork waits for no more.
constexpr std::int64_t kNsPerMs = 1'000'000;

/// Blocks all signals while it lives, so that a thread started meanwhile never runs a handler of
/// the host.
class SignalsBlocked
{
public:
    SignalsBlocked()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &m_before);
    }

    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

private:
    sigset_t m_before;
};

std::string kernelName(std::int64_t tid)
{
    std::string name;
    std::ifstream file("/proc/self/task/" + std::to_string(tid) + "/comm");
    std::getline(file, name);
    return name;
}

/// A map through now and a moment shortly before.
TickMap firstMap(const HostClock& clock)
{
    constexpr milliseconds kApart{5};
    const HostClock::Moment earlier = clock.now();
    std::this_thread::sleep_for(kApart);
    return {earlier, clock.now()};
}

} // namespace

Drain::Drain(Sources sources, RecordingConfig config, HostClock clock,
             std::unique_ptr<DatabaseSink> sink)
    : m_sources(sources)
    , m_config(std::move(config))
    , m_clock(clock)
    , m_sink(std::move(sink))
    , m_map(firstMap(clock))
    , m_assembler(sources.names)
{
    m_startNs = nowNs();
    m_gpuWorkWriter.setStart(m_startNs);
    m_lastWriteNs = m_startNs;
    m_lastForgetNs = m_startNs;
    m_sink->setProcessName(m_assembler.stringOf(std::string_view(m_config.processName)));
}

Drain::~Drain()
{
    static_cast<void>(finish());
}

Result<void> Drain::start()
{
    const SignalsBlocked blocked;
    try {
        m_thread = std::thread([this] { run(); });
    } catch (const std::system_error& error) {
        return core::failure(core::ErrorCode::Exhausted, error.what());
    }
    return {};
}

bool Drain::flush()
{
    std::unique_lock lock(m_mutex);
    const std::uint64_t mine = ++m_flushWanted;
    m_changed.notify_all();
    m_changed.wait(lock, [&] { return m_flushDone >= mine; });
    return !m_hasFailed;
}

bool Drain::finish()
{
    if (m_thread.joinable()) {
        {
            const std::lock_guard lock(m_mutex);
            m_stopWanted = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }
    return !m_hasFailed;
}

void Drain::run()
{
    pthread_setname_np(pthread_self(), "hscope-drain");
    bool stop = false;
    while (!stop) {
        std::uint64_t flush = 0;
        {
            const bool isFilling = m_isBehind || m_sources.pool.inUse() > m_sources.pool.size() / 4;
            std::unique_lock lock(m_mutex);
            m_changed.wait_for(lock, isFilling ? kPollWhenFilling : kPoll,
                               [&] { return m_stopWanted || m_flushWanted > m_flushDone; });
            stop = m_stopWanted;
            flush = m_flushWanted;
        }
        if (!stop) {
            m_hooks.look(); // without the work mutex: it may wait for a thread that forks
        }
        {
            const std::lock_guard working(m_workMutex);
            try {
                step(stop, flush > m_flushDone);
            } catch (const std::exception& error) { // no memory: the host must not feel it
                fail({core::ErrorCode::Exhausted, error.what()});
            }
        }
        const std::lock_guard lock(m_mutex);
        m_flushDone = flush;
        m_changed.notify_all();
    }
    const std::lock_guard lock(m_mutex);
    m_flushDone = ~std::uint64_t{0}; // nobody waits for a drain that is gone
    m_changed.notify_all();
}

/// Measures once what events cost, before there may be so much to read that no later moment comes.
/// A fork waits.
void Drain::calibrate()
{
    if (m_isCalibrated || m_sources.gate.active() == 0) {
        return;
    }
    m_isCalibrated = true;
    m_assembler.addCalibrations(SelfCalibration(m_clock).measureOwn());
}

void Drain::step(bool stop, bool flush)
{
    if (stop) {
        m_stopNs = nowNs();
    } else {
        calibrate();
    }
    // What a flush asks for was handed over before it; more may come for as long as it takes.
    constexpr std::size_t kMostTurns = 2 * GpuWork::kMostWaiting / kGpuRecordsPerStep;
    std::size_t turns = 1;
    m_isBehind = work();
    while (m_isBehind && (stop || flush) && turns < kMostTurns) {
        m_isBehind = work();
        ++turns;
    }
    if (stop) {
        nameThreads();
    }
    if (stop || flush || nowNs() - m_lastWriteNs >= m_config.flush.count() * kNsPerMs) {
        write();
    }
    if (stop) {
        closeFile();
    }
}

std::int64_t Drain::nowNs() const
{
    return m_map.toNs(m_clock.ticks());
}

/// True if there may be more that should not wait.
bool Drain::work()
{
    m_map.follow(m_clock.now());
    const auto gpuRecords = m_sources.gpuWork.take(kGpuRecordsPerStep); // launched before now
    takeNewThreads();
    drainThreads();
    writeGpuWork(gpuRecords);
    countLosses();
    return gpuRecords.size() == kGpuRecordsPerStep;
}

void Drain::writeGpuWork(const std::vector<GpuRecord>& records)
{
    for (const GpuRecord& record : records) {
        m_gpuWorkWriter.write(record);
        if (m_assembler.waiting() >= kRowsPerTransaction) {
            write();
        }
    }
}

void Drain::countLosses()
{
    std::uint64_t lost =
        m_lostByEnded + m_sources.losses.withoutBuffer.load(std::memory_order_relaxed);
    for (const auto& reader : m_readers) {
        lost += reader->buffer->lost();
    }
    m_lost.store(lost, std::memory_order_relaxed);
}

void Drain::takeNewThreads()
{
    ThreadBuffer* buffer = m_sources.slots.takeNew();
    std::vector<ThreadBuffer*> news;
    for (; buffer != nullptr; buffer = m_sources.slots.nextOf(*buffer)) {
        news.push_back(buffer);
    }
    for (auto next = news.rbegin(); next != news.rend(); ++next) { // the list has the latest first
        const std::int64_t track = m_assembler.addThread((*next)->tid());
        m_readers.push_back(
            std::make_unique<Reader>(Reader{*next, ThreadDecoder(m_assembler, track)}));
    }
}

/// Reads all that is there now. Threads take turns, and none gets more than the pool can hold: one
/// that records faster than this reads would never let it end.
void Drain::drainThreads()
{
    std::uint64_t left = std::uint64_t{m_sources.pool.size()} * Chunk::kRecords;
    bool isMore = true;
    while (isMore && left > 0) {
        isMore = false;
        const std::uint64_t most = std::min(left, kRecordsPerTurn);
        for (const auto& reader : m_readers) {
            isMore = drainThread(*reader, most) || isMore;
        }
        left -= most;
        followTimers();
    }
    std::erase_if(m_readers, [this](const std::unique_ptr<Reader>& reader) {
        if (!reader->buffer->isDone()) {
            return false;
        }
        retire(*reader);
        return true;
    });
}

/// Reads at most so many records; true if there may be more.
bool Drain::drainThread(Reader& reader, std::uint64_t most)
{
    bool isMore = true;
    for (std::uint64_t records = 1; records <= most; ++records) {
        const RecordView record = reader.buffer->peek();
        if (record.kind == RecordKind::Empty) {
            isMore = false;
            break;
        }
        reader.decoder.decode(record, m_map, m_faults);
        reader.buffer->skip();
        if (records % kRecordsPerLook == 0 && m_assembler.waiting() >= kRowsPerTransaction) {
            write();
        }
    }
    if (const auto name = reader.decoder.takeProcessName()) {
        m_sink->setProcessName(*name);
    }
    return isMore;
}

void Drain::retire(Reader& reader)
{
    reader.decoder.endAll(m_faults);
    if (!reader.decoder.isNamed()) {
        const bool isMain = reader.buffer->tid() == getpid();
        m_assembler.nameTrack(
            reader.decoder.track(),
            m_assembler.stringOf(isMain ? std::string_view("main") : reader.buffer->nameAtEnd()));
    }
    m_lostByEnded += reader.buffer->lost();
    m_unbalancedByEnded += reader.buffer->unbalancedEnds();
    reader.buffer->close();
    m_sources.slots.giveBack(*reader.buffer);
}

/// Threads that still run get the name they have now, unless the program gave them one.
void Drain::nameThreads()
{
    for (const auto& reader : m_readers) {
        if (!reader->decoder.isNamed()) {
            const std::int64_t tid = reader->buffer->tid();
            const std::string name = tid == getpid() ? "main" : kernelName(tid);
            m_assembler.nameTrack(reader->decoder.track(),
                                  m_assembler.stringOf(std::string_view(name)));
        }
    }
}

void Drain::followTimers()
{
    const std::int64_t passed = (nowNs() - m_startNs) / kNsPerMs;
    RecordingGate& gate = m_sources.gate;
    if (gate.has(RecordingGate::Delayed) && passed >= m_config.delay.count()) {
        gate.clear(RecordingGate::Delayed);
    }
    if (m_config.duration.count() > 0 &&
        passed >= m_config.delay.count() + m_config.duration.count()) {
        gate.set(RecordingGate::Over);
    }
}

ProblemCounts Drain::problems() const
{
    using enum RecordingProblem;
    const LossCounters& losses = m_sources.losses;
    ProblemCounts counts;
    counts[EventsLost] = m_lost.load();
    counts[AfterThreadEnd] = losses.afterThreadEnd.load(std::memory_order_relaxed);
    counts[WriteFailed] = m_notWritten;
    counts[SizeLimit] = m_isOverLimit ? 1 : 0;
    counts[BeyondSizeLimit] = m_beyondLimit;
    counts[EndWithoutBegin] = m_faults.endsWithoutBegin + m_unbalancedByEnded;
    for (const auto& reader : m_readers) {
        counts[EndWithoutBegin] += reader->buffer->unbalancedEnds();
    }
    counts[EndOutOfOrder] = m_faults.endsOutOfOrder;
    counts[ScopeLeftOpen] = m_faults.scopesLeftOpen;
    counts[ArgumentWithoutScope] = m_faults.argumentsWithoutScope;
    counts[ClockBackwards] = m_faults.clockBackwards;
    counts[NamesRefused] =
        m_sources.names.refused() + m_assembler.refusedNames() + m_sources.facts.refused();
    counts[NamesShortened] =
        m_sources.names.shortened() + losses.shortenedTexts.load(std::memory_order_relaxed);
    counts[NamesRepaired] = m_assembler.repairedTexts() + m_faults.textsRepaired;
    counts[NamesUnknown] = m_assembler.unknownNames();
    counts[GpuWorkLost] = m_sources.gpuWork.lost() + m_gpuWorkWriter.lost();
    counts.gpuRefusal = m_sources.gpuWork.refusal();
    counts[GpuNotRecorded] = counts.gpuRefusal.empty() ? 0 : 1;
    return counts;
}

void Drain::write()
{
    const std::int64_t now = nowNs();
    m_lastWriteNs = now;
    m_assembler.addCalibrations(m_sources.costs.takeNew());
    EventRows& rows = m_assembler.rows(now);
    if (m_hasFailed) {
        m_notWritten += rows.slices.size();
        rows.clear();
        return;
    }
    if (m_isOverLimit) { // what was in the buffers could still be many times the limit
        m_beyondLimit += rows.dropFrom(m_firstBeyond);
    }
    auto facts = m_sources.facts.takeChanged();
    if (!m_isStartWritten) {
        facts.push_back({"recording_start_ns", std::to_string(m_startNs)});
    }
    if (m_stopNs) {
        facts.push_back({"recording_stop_ns", std::to_string(*m_stopNs)});
    }
    const ProblemCounts found = problems();
    if (rows.isEmpty() && facts.empty() && found == m_written && !m_sink->hasNewProcessName()) {
        return;
    }
    if (auto written = m_sink->write(rows, facts, found); !written) {
        m_notWritten += rows.slices.size();
        rows.clear();
        fail(written.error());
        return;
    }
    rows.clear();
    m_isStartWritten = true;
    m_written = found;
    if (m_config.last.count() > 0) {
        forgetOld(now);
    }
    if (m_config.maxFileBytes > 0 && !m_isOverLimit) {
        const auto bytes = m_sink->bytes();
        if (bytes && static_cast<std::uint64_t>(*bytes) >= m_config.maxFileBytes) {
            m_isOverLimit = true;
            m_firstBeyond = m_assembler.nextSlice();
            m_sources.gate.set(RecordingGate::Over);
        }
    }
}

/// What is left to do at the end: a file that could not hold all rows still says so, if there is
/// room for that, and closes as a whole one if it can.
void Drain::closeFile()
{
    const EventRows none;
    if (m_config.last.count() > 0 && !m_hasFailed) { // work whose launch was forgotten meanwhile
        static_cast<void>(m_sink->forgetBrokenLinks());
    }
    if (m_hasFailed && !m_sink->write(none, {}, problems())) {
        static_cast<void>(m_sink->makeRoom());
        static_cast<void>(m_sink->write(none, {}, problems()));
    }
    if (auto closed = m_sink->close(); !closed) {
        fail(closed.error());
    }
}

/// The host goes on; it just is not recorded any more.
void Drain::fail(const core::Error& error)
{
    if (m_hasFailed.exchange(true)) {
        return;
    }
    m_sources.gate.set(RecordingGate::Over);
    std::fprintf(stderr, "heteroscope: recording to %s stopped: %s\n", m_config.path.c_str(),
                 error.message.c_str());
}

void Drain::forgetOld(std::int64_t nowNs)
{
    const std::int64_t keep = m_config.last.count() * kNsPerMs;
    m_marks.push_back({nowNs, m_assembler.nextSlice()});
    if (nowNs - m_lastForgetNs < std::max(keep / 8, 200 * kNsPerMs)) {
        return;
    }
    m_lastForgetNs = nowNs;
    std::int64_t slice = 0;
    while (m_marks.size() > 1 && m_marks[1].timeNs <= nowNs - keep) {
        m_marks.pop_front();
        slice = m_marks.front().nextSlice;
    }
    if (slice > 0) {
        if (auto done = m_sink->forgetBefore(slice, nowNs - keep); !done) {
            fail(done.error());
        }
    }
}

} // namespace hscope::collector
