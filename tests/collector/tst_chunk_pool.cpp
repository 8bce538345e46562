// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/chunk_pool.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace hscope::collector;

class tst_ChunkPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasAtLeastFourChunks();
    void handsOutEachChunkOnce();
    void leavesUnusedMemoryAlone();
    void givesBackClean();
    void neverGivesOneChunkToTwoThreads();
};

void tst_ChunkPool::hasAtLeastFourChunks()
{
    const ChunkPool small(0);
    QVERIFY(small.isValid());
    QCOMPARE(small.size(), 4U);
    const ChunkPool exact(10 * kChunkBytes + 5);
    QCOMPARE(exact.size(), 10U);
    QCOMPARE(exact.inUse(), 0U);
}

void tst_ChunkPool::handsOutEachChunkOnce()
{
    ChunkPool pool(6 * kChunkBytes);
    std::set<std::uint32_t> taken;
    for (int i = 0; i < 6; ++i) {
        taken.insert(pool.take());
    }
    QCOMPARE(taken.size(), std::size_t{6});
    QCOMPARE(*taken.rbegin(), 5U);
    QCOMPARE(pool.take(), kNoChunk);
    QCOMPARE(pool.inUse(), 6U);
    pool.giveBack(3, 0);
    QCOMPARE(pool.take(), 3U); // the warm one first
    QCOMPARE(pool.take(), kNoChunk);
}

/// Only the first chunks are there from the start: a large pool costs nothing until it is needed.
void tst_ChunkPool::leavesUnusedMemoryAlone()
{
    ChunkPool pool(std::uint64_t{256} << 20U);
    const std::uint32_t index = pool.take();
    pool.giveBack(index, 0);
    const std::size_t bytes = std::size_t{pool.size()} * kChunkBytes;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> present(bytes / page);
    QCOMPARE(mincore(&pool.at(0), bytes, present.data()), 0);
    const auto count = std::count_if(present.begin(), present.end(),
                                     [](unsigned char flags) { return (flags & 1U) != 0; });
    QVERIFY(static_cast<std::size_t>(count) * page <= std::size_t{8} << 20U);
}

void tst_ChunkPool::givesBackClean()
{
    ChunkPool pool(0);
    const std::uint32_t index = pool.take();
    Chunk& chunk = pool.at(index);
    chunk.records[0].fill(1, RecordKind::Number, 0, 0);
    chunk.records[Chunk::kRecords - 1].fill(1, RecordKind::Number, 0, 0);
    chunk.used = Chunk::kRecords;
    pool.giveBack(index, ~std::uint32_t{0}); // more than there are
    QCOMPARE(pool.take(), index);
    QCOMPARE(chunk.used.load(), Chunk::kOpen);
    QCOMPARE(chunk.next.load(), kNoChunk);
    for (const Record& record : chunk.records) {
        QVERIFY(viewOf(record).kind == RecordKind::Empty);
    }
}

/// Whoever has a chunk writes its own mark into it, without atomics: what another thread writes
/// there would show, and ThreadSanitizer sees a missing order.
void tst_ChunkPool::neverGivesOneChunkToTwoThreads()
{
    constexpr int kRounds = 20'000;
    ChunkPool pool(8 * kChunkBytes);
    std::array<std::uint64_t, 4> mixedUp{};
    std::vector<std::thread> threads;
    for (std::uint64_t mark = 0; mark < mixedUp.size(); ++mark) {
        threads.emplace_back([&pool, &mixedUp, mark] {
            for (int i = 0; i < kRounds; ++i) {
                const std::uint32_t first = pool.take();
                const std::uint32_t second = pool.take();
                for (const std::uint32_t index : {first, second}) {
                    if (index != kNoChunk) {
                        pool.at(index).records[0].value = mark;
                    }
                }
                for (const std::uint32_t index : {first, second}) {
                    if (index != kNoChunk) {
                        mixedUp[mark] += pool.at(index).records[0].value == mark ? 0U : 1U;
                        pool.giveBack(index, 1);
                    }
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const std::uint64_t count : mixedUp) {
        QCOMPARE(count, std::uint64_t{0});
    }
    QCOMPARE(pool.inUse(), 0U);
}

QTEST_APPLESS_MAIN(tst_ChunkPool)
#include "tst_chunk_pool.moc"
