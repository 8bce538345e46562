// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/period_meter.h"

namespace hscope::sim {

void PeriodMeter::microbatchCompleted(std::int64_t microbatch, SimTime end)
{
    if (microbatch == 0) {
        m_first = end;
    }
    if (microbatch == m_last) {
        m_endOfLast = end;
    } else if (microbatch == m_last - m_slowest.replicas) {
        m_endBeforeLast = end;
    }
}

std::optional<Occupancy> PeriodMeter::measured() const
{
    if (m_last < m_slowest.replicas) {
        return std::nullopt;
    }
    return Occupancy{m_slowest.replicas, m_endOfLast - m_endBeforeLast};
}

} // namespace hscope::sim
