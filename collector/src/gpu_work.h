// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hscope/hooks.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>
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

/// What a library did on a thread.
struct ThreadSlice
{
    hscope_name name = 0;
    std::int32_t category = 0;
    std::int64_t tid = 0; ///< 0: not known.
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

using GpuRecord = std::variant<GpuSlice, CallDescription, ThreadSlice>;

/// What hooks report of GPUs, on its way to the drain. Unlike the events of threads it is known
/// late, in any order, and comes from a library's own threads, so it may wait: for a lock, and for
/// the drain if that is behind.
class GpuWork
{
public:
    /// So many records wait at most: some 25 MiB.
    static constexpr std::size_t kMostWaiting = std::size_t{1} << 16U;

    /// Waits while too many records do; after a second it is counted as lost.
    void add(GpuRecord record)
    {
        std::unique_lock lock(m_mutex);
        const auto hasRoom = [this] { return m_records.size() < kMostWaiting; };
        if (m_taken.wait_for(lock, kPatience, hasRoom)) {
            m_records.push_back(std::move(record));
        } else {
            countLost(1);
        }
    }

    /// At most so many of the oldest ones.
    [[nodiscard]] std::vector<GpuRecord> take(std::size_t most)
    {
        std::vector<GpuRecord> taken;
        {
            const std::lock_guard lock(m_mutex);
            const std::size_t count = std::min(most, m_records.size());
            const auto end = m_records.begin() + static_cast<std::ptrdiff_t>(count);
            taken.assign(std::move_iterator(m_records.begin()), std::move_iterator(end));
            m_records.erase(m_records.begin(), end);
        }
        m_taken.notify_all();
        return taken;
    }

    void countLost(std::uint64_t count) { m_lost.fetch_add(count, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t lost() const { return m_lost.load(std::memory_order_relaxed); }

    /// Why something is not recorded; empty if all is.
    void setRefusal(std::string why)
    {
        const std::lock_guard lock(m_mutex);
        m_refusal = std::move(why);
    }

    [[nodiscard]] std::string refusal() const
    {
        const std::lock_guard lock(m_mutex);
        return m_refusal;
    }

    using Control = void (*)(std::int32_t request);

    void setControl(Control control) { m_control.store(control, std::memory_order_release); }

    /// Whether a hook is attached, which says again at each start what it cannot record.
    [[nodiscard]] bool hasControl() const { return m_control.load() != nullptr; }

    /// Tells the hook. Hold no lock that an event may want.
    void request(hscope_gpu_request what) const
    {
        if (const Control control = m_control.load(std::memory_order_acquire)) {
            control(what);
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
    static constexpr std::chrono::seconds kPatience{1};

    mutable std::mutex m_mutex;
    std::condition_variable m_taken;
    std::deque<GpuRecord> m_records;
    std::atomic<std::uint64_t> m_lost{0};
    std::string m_refusal;
    std::atomic<Control> m_control{nullptr};
};

} // namespace hscope::collector
