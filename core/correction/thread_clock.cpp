// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/thread_clock.h"

#include <algorithm>

namespace hscope::core {

ThreadClock::ThreadClock(std::span<const OverheadInterval> overhead)
    : m_overhead(overhead)
{
    std::int64_t sum = 0;
    for (const OverheadInterval& interval : overhead) {
        m_sumNs.push_back(sum);
        sum += interval.endNs - interval.startNs;
    }
}

std::int64_t ThreadClock::overheadBefore(std::int64_t ns) const
{
    const auto after = std::ranges::upper_bound(m_overhead, ns, {}, &OverheadInterval::startNs);
    if (after == m_overhead.begin()) {
        return 0;
    }
    const auto last = static_cast<std::size_t>(after - m_overhead.begin()) - 1;
    return m_sumNs[last] + std::min(ns, m_overhead[last].endNs) - m_overhead[last].startNs;
}

std::int64_t ThreadClock::at(std::int64_t ns) const
{
    const auto after = std::ranges::upper_bound(m_moments, ns, {}, &Moment::ns);
    if (after == m_moments.begin()) {
        const std::int64_t own = ns - overheadBefore(ns);
        if (m_moments.empty()) {
            return own;
        }
        const Moment& first = m_moments.front();
        return first.mapped - (first.ns - overheadBefore(first.ns) - own);
    }
    const Moment& before = *std::prev(after);
    const std::int64_t passed = ns - before.ns - overheadBefore(ns) + overheadBefore(before.ns);
    const std::int64_t mapped = before.mapped + passed;
    return after == m_moments.end() ? mapped : std::min(mapped, after->mapped);
}

std::int64_t ThreadClock::set(std::int64_t ns, std::int64_t mapped)
{
    if (!m_moments.empty()) {
        mapped = std::max(mapped, m_moments.back().mapped);
    }
    if (!m_moments.empty() && m_moments.back().ns == ns) {
        m_moments.back().mapped = mapped;
    } else {
        m_moments.push_back({ns, mapped});
    }
    return mapped;
}

} // namespace hscope::core
