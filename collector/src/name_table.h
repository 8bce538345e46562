// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace hscope::collector {

/// Names that a program interned, as numbers from 1 on. Bounded, never shrinks, and its texts never
/// move; 0 stands for every name that found no room.
///
/// Works before and after a recording. Text is kept as it came, cut to kLongestName bytes.
class NameTable
{
public:
    static constexpr std::size_t kMostNames = 65'536; ///< With number 0.
    static constexpr std::size_t kMostBytes = 8U << 20U;
    static constexpr std::size_t kLongestName = 4096;

    constexpr NameTable() = default;
    NameTable(const NameTable&) = delete;
    NameTable& operator=(const NameTable&) = delete;
    ~NameTable() = default;

    /// Thread: any; takes a lock.
    [[nodiscard]] std::uint32_t intern(std::string_view text);

    /// The text of a number that intern() gave; empty for others. Thread: any, no lock.
    [[nodiscard]] std::string_view at(std::uint32_t name) const;

    /// Whether intern() gave this number; 0 counts. Thread: any, no lock.
    [[nodiscard]] bool has(std::uint32_t name) const
    {
        return name < m_count.load(std::memory_order_acquire);
    }

    [[nodiscard]] std::uint64_t refused() const
    {
        return m_refused.load(std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t shortened() const
    {
        return m_shortened.load(std::memory_order_relaxed);
    }

    /// For a fork: nobody is inside while the process is copied.
    void lock() { m_mutex.lock(); }

    void unlock() { m_mutex.unlock(); }

private:
    struct Entry
    {
        const char* text;
        std::uint32_t length;
        std::uint32_t hash;
    };

    [[nodiscard]] bool prepare();

    std::mutex m_mutex;
    Entry* m_entries = nullptr;       ///< By number.
    std::uint32_t* m_slots = nullptr; ///< Hash table of numbers, open addressing.
    char* m_text = nullptr;
    std::size_t m_textUsed = 0;
    std::atomic<std::uint32_t> m_count{1};
    std::atomic<std::uint64_t> m_refused{0};
    std::atomic<std::uint64_t> m_shortened{0};
};

} // namespace hscope::collector
