// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hscope/hooks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace hscope::collector {

struct SliceArgument
{
    hscope_name name = 0;
    std::string json;
};

/// Something that a GPU did; see hscope_gpu_slice.
struct GpuSlice
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t correlation = 0;
    std::int64_t stream = 0;
    std::int32_t device = 0;
    std::int32_t category = 0;
    hscope_name name = 0;
    std::vector<SliceArgument> arguments;
};

/// What became known of a call into a GPU's runtime when it was over.
struct CallDescription
{
    std::int64_t correlation = 0;
    std::vector<SliceArgument> arguments;
};

/// Time that a profiler's library took.
struct LibraryOverhead
{
    hscope_name name = 0;
    std::int64_t tid = 0; ///< 0: not known.
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

using GpuRecord = std::variant<GpuSlice, CallDescription, LibraryOverhead>;

/// What hooks report of GPUs, on its way to the drain. Unlike the events of threads it is known
/// late, in any order, and comes from a library's own threads, so it may wait for a lock.
class GpuWork
{
public:
    /// So many records wait at most; the drain takes them every few ms.
    static constexpr std::size_t kMostWaiting = std::size_t{1} << 20U;

    /// Counts the record as lost if too many wait.
    void add(GpuRecord record)
    {
        const std::lock_guard lock(m_mutex);
        if (m_records.size() < kMostWaiting) {
            m_records.push_back(std::move(record));
        } else {
            countLost(1);
        }
    }

    /// What came since the last call.
    [[nodiscard]] std::vector<GpuRecord> take()
    {
        std::vector<GpuRecord> taken;
        const std::lock_guard lock(m_mutex);
        taken.swap(m_records);
        return taken;
    }

    void countLost(std::uint64_t count) { m_lost.fetch_add(count, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t lost() const { return m_lost.load(std::memory_order_relaxed); }

    /// Something is not recorded, in this and all later recordings of the process.
    void refuse() { m_refusals.fetch_add(1, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t refusals() const
    {
        return m_refusals.load(std::memory_order_relaxed);
    }

    /// What makes a hook hand over the records that it holds.
    void setFlush(void (*handOver)(std::int32_t isLast))
    {
        m_flush.store(handOver, std::memory_order_release);
    }

    /// Hold no lock that an event may want.
    void flush(bool isLast) const
    {
        if (auto* const handOver = m_flush.load(std::memory_order_acquire)) {
            handOver(isLast ? 1 : 0);
        }
    }

    /// A new recording, or a forked child: what is here belongs to another file.
    void forget()
    {
        m_records.clear();
        m_lost.store(0, std::memory_order_relaxed);
    }

    /// For a fork.
    void lock() { m_mutex.lock(); }

    void unlock() { m_mutex.unlock(); }

private:
    std::mutex m_mutex;
    std::vector<GpuRecord> m_records;
    std::atomic<std::uint64_t> m_lost{0};
    std::atomic<std::uint64_t> m_refusals{0};
    std::atomic<void (*)(std::int32_t isLast)> m_flush{nullptr};
};

} // namespace hscope::collector
