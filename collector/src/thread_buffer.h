// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/chunk_pool.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hscope::collector {

/// The events of one thread on their way to the drain: a list of chunks with one producer, the
/// thread and its signal handlers, and one consumer.
///
/// A scope is accepted only if its end has room, too: `open` slots of the current chunk stay free
/// for the ends of recorded scopes. So an end is never lost while its begin is there.
class ThreadBuffer
{
public:
    static constexpr std::size_t kNameBytes = 16; ///< As the kernel has it, with a NUL.

    // ---- Producer. Async-signal-safe, no lock, no allocation, no system call.

    /// Begins a scope: `count` slots, and one kept free for its end. Null if there is no room.
    [[nodiscard]] Record* beginScope(std::uint32_t count)
    {
        Record* slots = take(count, m_openScopes + 1 + kHandlerSlots);
        if (slots != nullptr) {
            ++m_openScopes;
        }
        return slots;
    }

    /// Ends a scope that was begun.
    [[nodiscard]] Record* endScope()
    {
        Record* const slot = take(1, 0);
        --m_openScopes; // last: a handler that comes in between must leave this end its slot
        return slot;
    }

    /// Slots next to each other for an event without an end; null if there is no room.
    [[nodiscard]] Record* add(std::uint32_t count)
    {
        return take(count, m_openScopes + kHandlerSlots);
    }

    void countLost(std::uint64_t events) { m_lost.fetch_add(events, std::memory_order_relaxed); }

    void countUnbalancedEnd() { m_unbalanced.fetch_add(1, std::memory_order_relaxed); }

    /// The thread ends: keeps the name it has now. Nothing may be recorded after it.
    void end();

    // ---- Setting up, before the drain knows it.

    /// False if the pool has no chunk.
    [[nodiscard]] bool open(ChunkPool& pool, std::int64_t tid);

    // ---- Consumer: the drain.

    /// The next record if it is filled, else kind Empty. Does not move.
    [[nodiscard]] RecordView peek();

    void skip() { ++m_readIndex; }

    /// True once the thread ended and everything was read.
    [[nodiscard]] bool isDone() const { return m_isDone; }

    /// Gives back the last chunk.
    void close();

    [[nodiscard]] std::int64_t tid() const { return m_tid; }

    /// The name the thread had when it ended; empty before.
    [[nodiscard]] std::string_view nameAtEnd() const { return m_name; }

    [[nodiscard]] std::uint64_t lost() const { return m_lost.load(std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t unbalancedEnds() const
    {
        return m_unbalanced.load(std::memory_order_relaxed);
    }

    /// Slot number plus one in a list of ThreadSlots.
    std::atomic<std::uint32_t> nextInList{0};

private:
    /// Slots beyond those for ends, for a signal handler that comes between looking and taking.
    static constexpr std::uint32_t kHandlerSlots = 32;

    [[nodiscard]] Record* take(std::uint32_t count, std::uint32_t reserve)
    {
        Record* end = m_end;
        if (end - m_next < static_cast<std::ptrdiff_t>(count) + reserve) [[unlikely]] {
            // A handler that changed the chunk between the two reads makes a wrong difference; if
            // there is no further chunk, it is looked at once more.
            if (!nextChunk(count + reserve) &&
                m_end - m_next < static_cast<std::ptrdiff_t>(count) + reserve) {
                return nullptr;
            }
            end = m_end;
        }
        Record* const slots = advance(count);
        // Wrong only if a signal handler came in between. `end` is the one looked at before: a
        // handler that comes now may go on to another chunk.
        const auto room = static_cast<std::size_t>(end - slots);
        return room - count > Chunk::kRecords - count ? settle(slots, count, end) : slots;
    }

    /// Moves m_next and gives its old value, in one instruction: whole for a signal handler, and
    /// without the locked bus that it would need against other threads.
    [[nodiscard]] Record* advance(std::uint32_t count)
    {
#if defined(__x86_64__)
        std::uint64_t step = count * sizeof(Record);
        __asm__ volatile("xaddq %0, %1" : "+r"(step), "+m"(m_next) : : "memory", "cc");
        return reinterpret_cast<Record*>(step); // the old value of m_next
#else
        return __atomic_fetch_add(&m_next, count * sizeof(Record), __ATOMIC_RELAXED);
#endif
    }

    /// The slots if they lie in the chunk that a handler went on to. Else they are too few, because
    /// a handler used some: makes them count as filled and gives null.
    [[nodiscard]] Record* settle(Record* slots, std::uint32_t count, Record* end);
    [[nodiscard]] bool nextChunk(std::uint32_t slots);

    // Producer's
    Record* m_next = nullptr;
    Record* m_end = nullptr;
    std::uint32_t m_openScopes = 0;
    std::uint32_t m_writeChunk = kNoChunk;
    ChunkPool* m_pool = nullptr;
    bool m_isSwitching = false;
    std::atomic<std::uint64_t> m_lost{0};
    std::atomic<std::uint64_t> m_unbalanced{0};
    std::int64_t m_tid = 0;
    char m_name[kNameBytes] = {};
    std::atomic<bool> m_hasEnded{false};

    // Consumer's
    alignas(64) std::uint32_t m_readChunk = kNoChunk;
    std::uint32_t m_readIndex = 0;
    bool m_isDone = false;
};

} // namespace hscope::collector
