// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>

namespace hscope::cupti {

/// Which calls were made while nothing was recorded: what they launched is left out, too, although
/// it is reported later. Correlation ids rise from call to call, so stretches of them are enough.
/// Thread: any.
class PausedCalls
{
public:
    /// A call begins. Cheap while nothing changes.
    void note(std::uint32_t correlation, bool isRecorded)
    {
        if (isRecorded == m_isRecorded.load(std::memory_order_acquire)) {
            return;
        }
        const std::lock_guard lock(m_mutex);
        if (isRecorded == m_isRecorded.load(std::memory_order_relaxed)) {
            return;
        }
        if (isRecorded) {
            m_stretches.back().last = correlation - 1;
        } else {
            m_stretches.push_back({correlation, UINT32_MAX});
            if (m_stretches.size() > kMostStretches) {
                m_stretches.pop_front();
            }
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
    static constexpr std::size_t kMostStretches = 64; // work is reported soon after its call

    struct Stretch
    {
        std::uint32_t first;
        std::uint32_t last;
    };

    mutable std::mutex m_mutex;
    std::deque<Stretch> m_stretches;
    std::atomic<bool> m_isRecorded{true};
};

} // namespace hscope::cupti
