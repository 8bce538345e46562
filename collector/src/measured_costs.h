// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/event_rows.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace hscope::collector {

/// What threads of the program measured, on its way to the drain.
class MeasuredCosts
{
public:
    void add(std::vector<EventRows::CalibrationRow> rows)
    {
        const std::lock_guard lock(m_mutex);
        std::ranges::move(rows, std::back_inserter(m_rows));
    }

    [[nodiscard]] std::vector<EventRows::CalibrationRow> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_rows, {});
    }

    /// For a fork.
    void lock() { m_mutex.lock(); }

    void unlock() { m_mutex.unlock(); }

private:
    std::mutex m_mutex;
    std::vector<EventRows::CalibrationRow> m_rows;
};

} // namespace hscope::collector
