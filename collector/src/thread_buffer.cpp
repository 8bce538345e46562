// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/thread_buffer.h"

#include <algorithm>
#include <sys/prctl.h>

namespace hscope::collector {

bool ThreadBuffer::open(ChunkPool& pool, std::int64_t tid)
{
    const std::uint32_t index = pool.take();
    if (index == kNoChunk) {
        return false;
    }
    m_pool = &pool;
    m_tid = tid;
    m_writeChunk = index;
    m_readChunk = index;
    m_readIndex = 0;
    m_next = pool.at(index).records.data();
    m_end = m_next + Chunk::kRecords;
    m_openScopes = 0;
    m_isSwitching = false;
    m_isDone = false;
    m_name[0] = '\0';
    m_lost.store(0, std::memory_order_relaxed);
    m_unbalanced.store(0, std::memory_order_relaxed);
    m_hasEnded.store(false, std::memory_order_relaxed);
    return true;
}

bool ThreadBuffer::nextChunk(std::uint32_t slots)
{
    // A signal handler that comes in the middle of this loses its event; it must not switch, too.
    if (m_isSwitching || slots > Chunk::kRecords) {
        return false;
    }
    m_isSwitching = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const std::uint32_t index = m_pool->take();
    if (index != kNoChunk) {
        Chunk& old = m_pool->at(m_writeChunk);
        Record* const first = m_pool->at(index).records.data();
        m_end = nullptr; // from here on a handler finds no room, neither in the old chunk
        std::atomic_signal_fence(std::memory_order_seq_cst);
        const auto used = static_cast<std::uint32_t>(
            std::min<std::ptrdiff_t>(m_next - old.records.data(), Chunk::kRecords));
        m_writeChunk = index;
        m_next = first;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        m_end = first + Chunk::kRecords;
        old.next.store(index, std::memory_order_relaxed);
        old.used.store(used, std::memory_order_release);
    }
    std::atomic_signal_fence(std::memory_order_seq_cst);
    m_isSwitching = false;
    return index != kNoChunk;
}

Record* ThreadBuffer::settle(Record* slots, std::uint32_t count, Record* end)
{
    const auto lieBefore = [slots](const Record* chunkEnd) {
        return chunkEnd != nullptr && slots >= chunkEnd - Chunk::kRecords && slots < chunkEnd;
    };
    Record* const endNow = m_end;
    if (!lieBefore(end) && lieBefore(endNow) && endNow - slots >= count) {
        return slots;
    }
    Record* const stop = lieBefore(end) ? end : endNow;
    // Nobody may take slots beyond the chunk; if another handler went on by now, nobody will.
    Record* beyond = slots + count;
    __atomic_compare_exchange_n(&m_next, &beyond, stop, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (lieBefore(stop)) {
        for (; slots < stop; ++slots) {
            slots->fill(0, RecordKind::Skip, 0, 0);
        }
    }
    return nullptr;
}

void ThreadBuffer::end()
{
    prctl(PR_GET_NAME, m_name);
    m_hasEnded.store(true, std::memory_order_release);
}

RecordView ThreadBuffer::peek()
{
    while (true) {
        // Read before the record: if the thread had ended by then, an empty slot stays empty.
        const bool hadEnded = m_hasEnded.load(std::memory_order_acquire);
        Chunk& chunk = m_pool->at(m_readChunk);
        const std::uint32_t used = chunk.used.load(std::memory_order_acquire);
        if (m_readIndex < Chunk::kRecords && m_readIndex < used) {
            const RecordView view = viewOf(chunk.records[m_readIndex]);
            m_isDone = m_isDone || (hadEnded && view.kind == RecordKind::Empty);
            return view;
        }
        if (used == Chunk::kOpen) { // full, and the thread has not gone on
            m_isDone = m_isDone || hadEnded;
            return {};
        }
        const std::uint32_t next = chunk.next.load(std::memory_order_relaxed);
        m_pool->giveBack(m_readChunk, used);
        m_readChunk = next;
        m_readIndex = 0;
    }
}

void ThreadBuffer::close()
{
    m_pool->giveBack(m_readChunk, Chunk::kRecords);
}

} // namespace hscope::collector
