// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/thread_buffer.h"
#include "collector/src/thread_slots.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <pthread.h>
#include <sys/time.h>
#include <thread>
#include <vector>

using namespace hscope::collector;

namespace {

/// Everything that is there, as the drain reads it.
std::vector<RecordView> readAll(ThreadBuffer& buffer)
{
    std::vector<RecordView> records;
    for (RecordView record = buffer.peek(); record.kind != RecordKind::Empty;
         record = buffer.peek()) {
        if (record.kind != RecordKind::Skip) {
            records.push_back(record);
        }
        buffer.skip();
    }
    return records;
}

bool addNumber(ThreadBuffer& buffer, std::uint64_t number)
{
    Record* const record = buffer.add(1);
    if (record != nullptr) {
        record->fill(number, RecordKind::Number, 0, 0);
    }
    return record != nullptr;
}

} // namespace

class tst_ThreadBuffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsInOrderAcrossChunks();
    void waitsForASlotThatIsNotFilled();
    void keepsRoomForEnds();
    void givesBackAllChunks();
    void isReadWhileItIsWritten();
    void isWrittenByASignalHandler();
    void attachesManyThreadsAtOnce();
};

void tst_ThreadBuffer::readsInOrderAcrossChunks()
{
    ChunkPool pool(8 * kChunkBytes);
    ThreadBuffer buffer;
    QVERIFY(buffer.open(pool, 7));
    QCOMPARE(buffer.tid(), 7);
    for (std::uint64_t i = 0; i < 3 * Chunk::kRecords; ++i) {
        QVERIFY(addNumber(buffer, i));
    }
    const auto records = readAll(buffer);
    QCOMPARE(records.size(), 3 * Chunk::kRecords);
    for (std::uint64_t i = 0; i < records.size(); ++i) {
        QCOMPARE(records[i].value, i);
    }
    QVERIFY(!buffer.isDone());
    buffer.end();
    QVERIFY(readAll(buffer).empty());
    QVERIFY(buffer.isDone());
}

void tst_ThreadBuffer::waitsForASlotThatIsNotFilled()
{
    ChunkPool pool(0);
    ThreadBuffer buffer;
    QVERIFY(buffer.open(pool, 1));
    Record* const late = buffer.add(2);
    QVERIFY(addNumber(buffer, 3)); // as a signal handler would
    QVERIFY(readAll(buffer).empty());
    late[1].fill(2, RecordKind::Number, 0, 0);
    QVERIFY(readAll(buffer).empty());
    late[0].fill(1, RecordKind::Number, 0, 0);
    QCOMPARE(readAll(buffer).size(), std::size_t{3});
}

void tst_ThreadBuffer::keepsRoomForEnds()
{
    ChunkPool pool(0);
    ThreadBuffer buffer;
    QVERIFY(buffer.open(pool, 1));
    std::size_t open = 0;
    while (Record* const record = buffer.beginScope(1)) {
        record->fill(open++, RecordKind::ScopeBegin, 0, 0);
    }
    QVERIFY(open > 400);
    for (std::size_t i = 0; i < open; ++i) {
        Record* const record = buffer.endScope();
        QVERIFY(record != nullptr);
        record->fill(i, RecordKind::ScopeEnd, 0, 0);
    }
    QCOMPARE(readAll(buffer).size(), 2 * open);
    // Now the other bound: nothing is read.
    std::size_t added = 0;
    while (addNumber(buffer, added)) {
        ++added;
    }
    QVERIFY(added >= 3 * (Chunk::kRecords - 40));
    QCOMPARE(readAll(buffer).size(), added);
    QVERIFY(addNumber(buffer, 0));
}

void tst_ThreadBuffer::givesBackAllChunks()
{
    ChunkPool pool(8 * kChunkBytes);
    for (std::uint64_t round = 0; round < 50; ++round) {
        ThreadBuffer buffer;
        QVERIFY(buffer.open(pool, 1));
        for (std::uint64_t i = 0; i < round * 100; ++i) {
            QVERIFY(addNumber(buffer, i));
        }
        buffer.end();
        const auto records = readAll(buffer);
        QCOMPARE(records.size(), round * 100); // nothing that an earlier round left
        QVERIFY(buffer.isDone());
        buffer.close();
        QCOMPARE(pool.inUse(), 0U);
    }
}

void tst_ThreadBuffer::isReadWhileItIsWritten()
{
    constexpr std::uint64_t kEvents = 300'000;
    ChunkPool pool(0);
    ThreadBuffer buffer;
    QVERIFY(buffer.open(pool, 1));
    std::thread producer([&buffer] {
        for (std::uint64_t i = 0; i < kEvents; ++i) {
            Record* const record = buffer.add(2);
            if (record == nullptr) {
                buffer.countLost(1);
                std::this_thread::yield();
                continue;
            }
            record[1].fill(~i, RecordKind::Real, 0, 0);
            record[0].fill(i, RecordKind::Number, 0, 0);
        }
        buffer.end();
    });
    std::uint64_t read = 0;
    std::uint64_t last = 0;
    bool isRight = true;
    while (!buffer.isDone()) {
        const auto records = readAll(buffer);
        for (const RecordView& record : records) {
            if (record.kind == RecordKind::Number) {
                isRight = isRight && (read == 0 || record.value > last);
                last = record.value;
                ++read;
            } else {
                isRight = isRight && record.value == ~last;
            }
        }
    }
    producer.join();
    QVERIFY(isRight);
    QCOMPARE(read + buffer.lost(), kEvents);
    QVERIFY(read > 0);
}

namespace {

ThreadBuffer* s_interrupted = nullptr;
pthread_t s_interruptedThread;
std::atomic<std::uint64_t> s_added{0};
std::atomic<std::uint64_t> s_lost{0};

/// Ten events, one of them long, so that a handler often meets the end of a chunk.
void recordInHandler(int /*signal*/)
{
    if (pthread_equal(pthread_self(), s_interruptedThread) == 0) {
        return; // Qt Test has a thread of its own
    }
    for (std::uint32_t i = 0; i < 10; ++i) {
        const std::uint32_t places = i == 5 ? 100 : 2;
        Record* const record = s_interrupted->beginScope(places);
        if (record == nullptr) {
            s_lost.fetch_add(1);
            continue;
        }
        for (std::uint32_t slot = 1; slot < places; ++slot) {
            record[slot].fill(slot, RecordKind::Bytes, 0, 0);
        }
        record->fill(places, RecordKind::ScopeBegin, 0, 0);
        Record* const end = s_interrupted->endScope();
        if (end != nullptr) {
            end->fill(0, RecordKind::ScopeEnd, 0, 0);
            s_added.fetch_add(1);
        }
    }
}

} // namespace

/// Both the thread and its handler record events of several places; whatever the handler
/// interrupts, the places of an event lie beside each other and none is missing.
void tst_ThreadBuffer::isWrittenByASignalHandler()
{
    constexpr std::uint64_t kFromHandler = 20'000;
    constexpr std::uint64_t kMostFromThread = 5'000'000;
    ChunkPool pool(0);
    ThreadBuffer buffer;
    QVERIFY(buffer.open(pool, 1));
    s_interrupted = &buffer;
    s_interruptedThread = pthread_self();
    std::atomic<bool> isOver{false};
    std::uint64_t begins = 0;
    std::uint64_t ends = 0;
    bool isRight = true;
    std::thread consumer([&] {
        std::uint64_t missing = 0; // places of an event that must come next
        std::uint64_t places = 0;
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        while (!buffer.isDone()) {
            for (const RecordView& record : readAll(buffer)) {
                if (missing > 0) {
                    isRight = isRight && record.kind == RecordKind::Bytes &&
                              record.value == places - missing;
                    --missing;
                } else if (record.kind == RecordKind::ScopeBegin) {
                    places = record.value;
                    missing = places - 1;
                    ++begins;
                } else {
                    isRight = isRight && record.kind == RecordKind::ScopeEnd;
                    ++ends;
                }
            }
        }
        isOver = true;
    });
    struct sigaction action = {};
    struct sigaction before = {};
    action.sa_handler = recordInHandler;
    sigaction(SIGALRM, &action, &before);
    const itimerval often{{0, 100}, {0, 100}};
    setitimer(ITIMER_REAL, &often, nullptr);
    std::uint64_t added = 0;
    std::uint64_t endsLost = 0;
    // ThreadSanitizer holds signals back, so not only those count.
    while (s_added.load() < kFromHandler && added < kMostFromThread) {
        Record* const record = buffer.beginScope(3);
        if (record == nullptr) {
            continue;
        }
        record[2].fill(2, RecordKind::Bytes, 0, 0);
        record[1].fill(1, RecordKind::Bytes, 0, 0);
        record->fill(3, RecordKind::ScopeBegin, 0, 0);
        ++added;
        if (Record* const end = buffer.endScope()) {
            end->fill(0, RecordKind::ScopeEnd, 0, 0);
        } else {
            ++endsLost;
        }
    }
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before, nullptr);
    buffer.end();
    consumer.join();
    QVERIFY(isOver);
    QVERIFY(isRight);
    QCOMPARE(endsLost, std::uint64_t{0});
    QCOMPARE(begins, added + s_added.load());
    QCOMPARE(ends, begins);
}

void tst_ThreadBuffer::attachesManyThreadsAtOnce()
{
    constexpr std::uint64_t kThreads = 4;
    constexpr std::uint64_t kRounds = 2000;
    ChunkPool pool(64 * kChunkBytes);
    ThreadSlots threadSlots;
    QVERIFY(threadSlots.isValid());
    std::atomic<std::uint64_t> attached{0};
    std::atomic<std::uint64_t> running{kThreads};
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            for (std::uint64_t round = 0; round < kRounds; ++round) {
                // As if each round were a thread of its own.
                if (ThreadBuffer* const buffer = threadSlots.attach(pool, 1)) {
                    addNumber(*buffer, round);
                    buffer->end();
                    attached.fetch_add(1);
                }
            }
            running.fetch_sub(1);
        });
    }
    std::vector<ThreadBuffer*> readers;
    std::uint64_t done = 0;
    std::uint64_t records = 0;
    while (running.load() > 0 || done < attached.load()) {
        for (ThreadBuffer* next = threadSlots.takeNew(); next != nullptr;
             next = threadSlots.nextOf(*next)) {
            readers.push_back(next);
        }
        std::erase_if(readers, [&](ThreadBuffer* buffer) {
            records += readAll(*buffer).size();
            if (buffer->isDone()) {
                buffer->close();
                threadSlots.giveBack(*buffer);
                ++done;
                return true;
            }
            return false;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    QCOMPARE(records, attached.load());
    QCOMPARE(pool.inUse(), 0U);
}

QTEST_APPLESS_MAIN(tst_ThreadBuffer)
#include "tst_thread_buffer.moc"
