// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/thread_slots.h"

#include <new>
#include <sys/mman.h>

namespace hscope::collector {

ThreadSlots::ThreadSlots()
{
    void* memory = mmap(nullptr, kMost * sizeof(ThreadBuffer), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    m_buffers = memory == MAP_FAILED ? nullptr : static_cast<ThreadBuffer*>(memory);
}

std::uint32_t ThreadSlots::takeFree()
{
    std::uint64_t head = m_free.load(std::memory_order_acquire);
    while (static_cast<std::uint32_t>(head) != 0) {
        const std::uint32_t number = static_cast<std::uint32_t>(head);
        const std::uint64_t next = m_buffers[number - 1].nextInList.load(std::memory_order_relaxed);
        if (m_free.compare_exchange_weak(head, ((head >> 32U) + 1) << 32U | next,
                                         std::memory_order_acq_rel, std::memory_order_acquire)) {
            return number;
        }
    }
    std::uint32_t fresh = m_fresh.load(std::memory_order_relaxed);
    while (fresh < kMost) {
        if (m_fresh.compare_exchange_weak(fresh, fresh + 1, std::memory_order_relaxed)) {
            new (&m_buffers[fresh]) ThreadBuffer;
            return fresh + 1;
        }
    }
    return 0;
}

ThreadBuffer* ThreadSlots::attach(ChunkPool& pool, std::int64_t tid)
{
    const std::uint32_t number = takeFree();
    if (number == 0) {
        return nullptr;
    }
    ThreadBuffer& buffer = m_buffers[number - 1];
    if (!buffer.open(pool, tid)) {
        giveBack(buffer);
        return nullptr;
    }
    std::uint32_t head = m_new.load(std::memory_order_relaxed);
    do {
        buffer.nextInList.store(head, std::memory_order_relaxed);
    } while (!m_new.compare_exchange_weak(head, number, std::memory_order_acq_rel,
                                          std::memory_order_relaxed));
    return &buffer;
}

ThreadBuffer* ThreadSlots::takeNew()
{
    const std::uint32_t head = m_new.exchange(0, std::memory_order_acquire);
    return head == 0 ? nullptr : &m_buffers[head - 1];
}

ThreadBuffer* ThreadSlots::nextOf(const ThreadBuffer& buffer)
{
    const std::uint32_t next = buffer.nextInList.load(std::memory_order_relaxed);
    return next == 0 ? nullptr : &m_buffers[next - 1];
}

void ThreadSlots::giveBack(ThreadBuffer& buffer)
{
    const auto number = static_cast<std::uint64_t>(&buffer - m_buffers) + 1;
    std::uint64_t head = m_free.load(std::memory_order_relaxed);
    do {
        buffer.nextInList.store(static_cast<std::uint32_t>(head), std::memory_order_relaxed);
    } while (!m_free.compare_exchange_weak(head, ((head >> 32U) + 1) << 32U | number,
                                           std::memory_order_acq_rel, std::memory_order_relaxed));
}

} // namespace hscope::collector
