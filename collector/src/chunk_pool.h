// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/record.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hscope::collector {

inline constexpr std::size_t kChunkBytes = 16384;
inline constexpr std::uint32_t kNoChunk = ~std::uint32_t{0};

/// A stretch of records of one thread. A thread's chunks form a list.
struct Chunk
{
    static constexpr std::uint32_t kOpen = ~std::uint32_t{0};
    static constexpr std::size_t kHeader = 64;
    static constexpr std::size_t kRecords = (kChunkBytes - kHeader) / sizeof(Record);

    alignas(64) std::atomic<std::uint32_t> used; ///< Slots taken, kOpen while there may come more.
    std::atomic<std::uint32_t> next;             ///< Index of the next chunk once `used` is set.
    std::atomic<std::uint32_t> nextFree;         ///< In the pool's list of free chunks.
    alignas(64) std::array<Record, kRecords> records;
};

static_assert(sizeof(Chunk) == kChunkBytes);

/// A fixed number of chunks, handed out and taken back without a lock.
///
/// Memory is mapped once and never unmapped, so that a thread which still writes after the
/// recording ended writes into memory that nobody reads. A chunk that is handed out has all its
/// heads at 0.
class ChunkPool
{
public:
    /// At least four chunks. Maps nothing if there is no memory: isValid() is false then.
    explicit ChunkPool(std::uint64_t bytes);
    ChunkPool(const ChunkPool&) = delete;
    ChunkPool& operator=(const ChunkPool&) = delete;
    ~ChunkPool() = default;

    [[nodiscard]] bool isValid() const { return m_chunks != nullptr; }

    /// kNoChunk when all are in use. Thread: any, also in a signal handler. Cost: one exchange.
    [[nodiscard]] std::uint32_t take();

    /// Clears the first `used` records and gives the chunk back. Thread: any.
    void giveBack(std::uint32_t index, std::uint32_t used);

    [[nodiscard]] Chunk& at(std::uint32_t index) { return m_chunks[index]; }

    [[nodiscard]] std::uint32_t size() const { return m_size; }

    [[nodiscard]] std::uint32_t inUse() const { return m_inUse.load(std::memory_order_relaxed); }

    /// Gives the memory back to the system; the addresses stay ours.
    void release();

private:
    [[nodiscard]] std::uint32_t takeFree();

    Chunk* m_chunks = nullptr;
    std::uint32_t m_size = 0;
    /// Chunks from here on were never used: those given back come first, so that the same few are
    /// used again and the rest of the memory is never touched.
    std::atomic<std::uint32_t> m_fresh{0};
    /// Index of the first free chunk, and a counter above it against the same head coming back
    /// between a load and the exchange.
    std::atomic<std::uint64_t> m_free{kNoChunk};
    std::atomic<std::uint32_t> m_inUse{0};
};

} // namespace hscope::collector
