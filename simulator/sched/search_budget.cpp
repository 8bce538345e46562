// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/search_budget.h"

#include <algorithm>

namespace hscope::sim {

TimeBudget::TimeBudget(std::optional<double> seconds)
    : m_seconds(seconds)
    , m_start(std::chrono::steady_clock::now())
{
}

double TimeBudget::share() const
{
    if (!m_seconds) {
        return 0;
    }
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - m_start;
    return *m_seconds > 0 ? std::min(1.0, used.count() / *m_seconds) : 1.0;
}

SearchBudget::SearchBudget(const SchedulerRequest& request)
    : m_request(request)
    , m_time(request.seconds)
{
}

bool SearchBudget::isSpent() const
{
    return m_done >= m_request.evaluations || m_request.stop.stop_requested() || m_time.isSpent();
}

void SearchBudget::count()
{
    constexpr std::int64_t kStep = 1024;
    if (++m_done % kStep != 0) {
        return;
    }
    if (m_request.seconds) {
        m_request.observer.progressed(static_cast<std::int64_t>(m_time.share() * kStep), kStep);
    } else {
        m_request.observer.progressed(m_done, m_request.evaluations);
    }
}

} // namespace hscope::sim
