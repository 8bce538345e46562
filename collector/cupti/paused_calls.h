// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace hscope::cupti {

/// Which calls were made while nothing was recorded: what they launched is left out, too, although
/// it is reported later. Correlation ids rise from call to call, so stretches of them are enough;
/// the last 64 are kept, as work is reported soon after its call. Thread: any.
class PausedCalls
{
public:
    /// A call begins. Cheap while nothing changes.
    void note(std::uint32_t correlation, bool isRecorded) noexcept
    {
        if (isRecorded == m_isRecorded.load(std::memory_order_acquire)) {
            return;
        }
        const std::lock_guard lock(m_mutex);
        if (isRecorded == m_isRecorded.load(std::memory_order_relaxed)) {
            return;
        }
        // Threads may come late with the call that they are in: what is older changes nothing.
        if (isRecorded) {
            Stretch& open = m_stretches[(m_next - 1) % kStretches];
            if (correlation < open.first) {
                return;
            }
            open.last = correlation - 1;
            m_resumedAt = correlation;
        } else if (correlation < m_resumedAt) {
            return;
        } else {
            m_stretches[m_next++ % kStretches] = {correlation, UINT32_MAX};
        }
        m_isRecorded.store(isRecorded, std::memory_order_release);
    }

    [[nodiscard]] bool contains(std::uint32_t correlation) const
    {
        const std::lock_guard lock(m_mutex);
        return std::ranges::any_of(m_stretches, [correlation](const Stretch& stretch) {
            return correlation >= stretch.first && correlation <= stretch.last;
        });
    }

private:
    static constexpr std::size_t kStretches = 64;

    struct Stretch
    {
        std::uint32_t first = 1; ///< Empty: it ends before it begins.
        std::uint32_t last = 0;
    };

    mutable std::mutex m_mutex;
    std::array<Stretch, kStretches> m_stretches{};
    std::size_t m_next = 0;
    std::uint32_t m_resumedAt = 0;
    std::atomic<bool> m_isRecorded{true};
};

} // namespace hscope::cupti
