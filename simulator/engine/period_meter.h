// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/pipeline.h"

#include <optional>

namespace hscope::sim {

/// Measures the steady period of a pipeline at its last stage.
///
/// With k replicas of the slowest part, microbatches come out in bursts, and only the completions
/// of every k-th one, from the first, are equally far apart: C(nk) - C((n-1)k) is that part's time
/// for one microbatch, exactly, for every n >= 1. For K(nk) (see Pipeline) is n times that time:
/// nothing has more time per replica. Between other microbatches that holds only far behind the
/// fill, if parts of unequal k are almost equally slow.
class PeriodMeter final : public PipelineObserver
{
public:
    explicit PeriodMeter(const Pipeline& pipeline)
        : m_slowest(slowestPart(pipeline))
        , m_last((pipeline.microbatches - 1) / m_slowest.replicas * m_slowest.replicas)
    {
    }

    void microbatchCompleted(std::int64_t microbatch, SimTime end) override;

    /// When the first microbatch was completed: the fill.
    [[nodiscard]] SimTime first() const { return m_first; }

    /// A replica's time for one microbatch as measured; none with k microbatches or fewer.
    [[nodiscard]] std::optional<Occupancy> measured() const;

private:
    Occupancy m_slowest;
    std::int64_t m_last; ///< The last microbatch that is a multiple of k.
    SimTime m_first;
    SimTime m_endOfLast;
    SimTime m_endBeforeLast; ///< k microbatches earlier.
};

} // namespace hscope::sim
