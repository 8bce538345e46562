// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/chunk_pool.h"

#include <algorithm>
#include <sys/mman.h>

namespace hscope::collector {

namespace {

constexpr std::uint64_t kFewest = 4;
constexpr std::uint64_t kMost = 1U << 20U;
constexpr std::uint32_t kPrefaulted = 256; ///< Chunks whose pages exist from the start: 4 MiB.

constexpr std::uint64_t headOf(std::uint64_t counter, std::uint32_t index)
{
    return counter << 32U | index;
}

} // namespace

ChunkPool::ChunkPool(std::uint64_t bytes)
{
    const std::uint64_t count = std::clamp(bytes / kChunkBytes, kFewest, kMost);
    void* memory = mmap(nullptr, count * kChunkBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return;
    }
    m_chunks = static_cast<Chunk*>(memory);
    m_size = static_cast<std::uint32_t>(count);
    const std::uint32_t prefaulted = std::min(m_size, kPrefaulted);
    madvise(memory, prefaulted * kChunkBytes, MADV_POPULATE_WRITE); // a wish: older kernels refuse
}

std::uint32_t ChunkPool::takeFree()
{
    std::uint64_t head = m_free.load(std::memory_order_acquire);
    while (static_cast<std::uint32_t>(head) != kNoChunk) {
        const auto index = static_cast<std::uint32_t>(head);
        const std::uint32_t next = m_chunks[index].nextFree.load(std::memory_order_relaxed);
        if (m_free.compare_exchange_weak(head, headOf((head >> 32U) + 1, next),
                                         std::memory_order_acq_rel, std::memory_order_acquire)) {
            return index;
        }
    }
    std::uint32_t fresh = m_fresh.load(std::memory_order_relaxed);
    while (fresh < m_size) {
        if (m_fresh.compare_exchange_weak(fresh, fresh + 1, std::memory_order_relaxed)) {
            return fresh;
        }
    }
    return kNoChunk;
}

std::uint32_t ChunkPool::take()
{
    const std::uint32_t index = takeFree();
    if (index != kNoChunk) {
        m_inUse.fetch_add(1, std::memory_order_relaxed);
        Chunk& chunk = m_chunks[index];
        chunk.used.store(Chunk::kOpen, std::memory_order_relaxed);
        chunk.next.store(kNoChunk, std::memory_order_relaxed);
    }
    return index;
}

void ChunkPool::giveBack(std::uint32_t index, std::uint32_t used)
{
    Chunk& chunk = m_chunks[index];
    const std::size_t count = std::min<std::size_t>(used, Chunk::kRecords);
    for (std::size_t i = 0; i < count; ++i) {
        chunk.records[i].head.store(0, std::memory_order_relaxed);
    }
    m_inUse.fetch_sub(1, std::memory_order_relaxed);
    std::uint64_t head = m_free.load(std::memory_order_relaxed);
    do {
        chunk.nextFree.store(static_cast<std::uint32_t>(head), std::memory_order_relaxed);
    } while (!m_free.compare_exchange_weak(head, headOf((head >> 32U) + 1, index),
                                           std::memory_order_acq_rel, std::memory_order_relaxed));
}

void ChunkPool::release()
{
    madvise(m_chunks, std::size_t{m_size} * kChunkBytes, MADV_DONTNEED);
}

} // namespace hscope::collector
