// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/chunk_pool.h"
#include "collector/src/thread_buffer.h"

#include <atomic>
#include <cstdint>

namespace hscope::collector {

/// Places for the buffers of all threads that record at one time. Handed out and taken back without
/// a lock; memory is mapped once and never unmapped, as in ChunkPool.
class ThreadSlots
{
public:
    static constexpr std::uint32_t kMost = 8192;

    ThreadSlots();
    ThreadSlots(const ThreadSlots&) = delete;
    ThreadSlots& operator=(const ThreadSlots&) = delete;
    ~ThreadSlots() = default;

    [[nodiscard]] bool isValid() const { return m_buffers != nullptr; }

    /// An open buffer for the calling thread, null if there is no slot or no chunk. The drain will
    /// find it with takeNew(). Async-signal-safe.
    [[nodiscard]] ThreadBuffer* attach(ChunkPool& pool, std::int64_t tid);

    /// The buffers attached since the last call, as a list by ThreadBuffer::nextInList.
    [[nodiscard]] ThreadBuffer* takeNew();

    [[nodiscard]] ThreadBuffer* nextOf(const ThreadBuffer& buffer);

    void giveBack(ThreadBuffer& buffer);

private:
    [[nodiscard]] std::uint32_t takeFree();

    ThreadBuffer* m_buffers = nullptr;
    std::atomic<std::uint32_t> m_fresh{0}; ///< Slots from here on were never used.
    std::atomic<std::uint64_t> m_free{0};  ///< Slot number plus one, and a counter above it.
    std::atomic<std::uint32_t> m_new{0};   ///< Slot number plus one.
};

} // namespace hscope::collector
