// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/event_rows.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <vector>

namespace hscope::collector {

/// What threads of the program measured, once each, on its way to the drain. It goes into every
/// recording of the process.
class MeasuredCosts
{
public:
    void add(std::vector<EventRows::CalibrationRow> rows)
    {
        const std::lock_guard lock(m_mutex);
        std::ranges::move(rows, std::back_inserter(m_rows));
    }

    /// Those that are new since the last call.
    [[nodiscard]] std::vector<EventRows::CalibrationRow> takeNew()
    {
        const std::lock_guard lock(m_mutex);
        const auto first = m_rows.begin() + static_cast<std::ptrdiff_t>(m_taken);
        m_taken = m_rows.size();
        return {first, m_rows.end()};
    }

    /// A new recording: all of them count as new.
    void markAllNew()
    {
        const std::lock_guard lock(m_mutex);
        m_taken = 0;
    }

    /// For a fork.
    void lock() { m_mutex.lock(); }

    void unlock() { m_mutex.unlock(); }

private:
    std::mutex m_mutex;
    std::vector<EventRows::CalibrationRow> m_rows;
    std::size_t m_taken = 0;
};

} // namespace hscope::collector
