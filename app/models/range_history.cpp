// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/range_history.h"

#include <algorithm>

namespace hscope::app {

void RangeHistory::leave(core::TimeRange range)
{
    m_forward.clear();
    if (!m_back.empty() && m_back.back() == range) {
        return;
    }
    if (m_back.size() == kLimit) {
        m_back.erase(m_back.begin());
    }
    m_back.push_back(range);
}

std::optional<core::TimeRange> RangeHistory::back(core::TimeRange current)
{
    if (m_back.empty()) {
        return std::nullopt;
    }
    const core::TimeRange result = m_back.back();
    m_back.pop_back();
    m_forward.push_back(current);
    return result;
}

std::optional<core::TimeRange> RangeHistory::forward(core::TimeRange current)
{
    if (m_forward.empty()) {
        return std::nullopt;
    }
    const core::TimeRange result = m_forward.back();
    m_forward.pop_back();
    m_back.push_back(current);
    return result;
}

void RangeHistory::change(const std::function<core::TimeRange(core::TimeRange)>& changed)
{
    std::ranges::transform(m_back, m_back.begin(), changed);
    std::ranges::transform(m_forward, m_forward.begin(), changed);
}

void RangeHistory::clear()
{
    m_back.clear();
    m_forward.clear();
}

} // namespace hscope::app
