// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/layered_search.h"

#include <algorithm>

namespace hscope::sim {

LayeredSearch::LayeredSearch(const Problem& problem, std::stop_token stop)
    : m_problem(problem)
    , m_stop(std::move(stop))
    , m_least((problem.layerCount() + 1) * problem.typeCount())
    , m_arrivals(m_least.size())
{
}

LayeredSearch::TwoLeast LayeredSearch::twoLeast(std::size_t boundary) const
{
    TwoLeast two;
    const double* values = m_least.data() + boundary * m_problem.typeCount();
    for (std::size_t type = 0; type < m_problem.typeCount(); ++type) {
        if (values[type] < two.least) {
            two.second = two.least;
            two.secondType = two.type;
            two.least = values[type];
            two.type = static_cast<std::uint32_t>(type);
        } else if (values[type] < two.second) {
            two.second = values[type];
            two.secondType = static_cast<std::uint32_t>(type);
        }
    }
    return two;
}

template <typename EdgeOf, typename IsLast>
bool LayeredSearch::findLeast(const EdgeOf& edgeOf, const IsLast& isLast)
{
    const std::size_t types = m_problem.typeCount();
    const std::size_t layers = m_problem.layerCount();
    std::fill(m_least.begin(), m_least.end(), kUnreachable);
    for (std::size_t boundary = 0; boundary < layers; ++boundary) {
        if (m_stop.stop_requested()) {
            return false;
        }
        const TwoLeast before = twoLeast(boundary);
        for (std::size_t type = 0; type < types; ++type) {
            // Neighbouring stages differ in type: otherwise they would be one.
            const bool ownIsLeast = boundary > 0 && before.type == type;
            const double base = boundary == 0 ? 0 : ownIsLeast ? before.second : before.least;
            if (base == kUnreachable) {
                continue;
            }
            const std::uint32_t from = ownIsLeast ? before.secondType : before.type;
            for (std::size_t end = boundary + 1; end <= layers; ++end) {
                const StageRange stage{boundary, end, type};
                const std::optional<Edge> edge = edgeOf(stage);
                if (!edge) {
                    if (isLast(stage)) {
                        break;
                    }
                    continue;
                }
                const std::size_t node = end * types + type;
                if (base + edge->weight < m_least[node]) {
                    m_least[node] = base + edge->weight;
                    m_arrivals[node] = {static_cast<std::uint32_t>(boundary), from, edge->units};
                }
            }
        }
    }
    const TwoLeast last = twoLeast(layers);
    m_weight = last.least;
    m_lastType = last.type;
    return true;
}

bool LayeredSearch::run(double period, PeriodTest test, std::span<const double> extraPrice)
{
    const auto edgeOf = [&](const StageRange& stage) -> std::optional<Edge> {
        const std::optional<std::int64_t> units = m_problem.leastUnits(stage, period, test);
        if (!units) {
            return std::nullopt;
        }
        const double extra = extraPrice.empty() ? 0 : extraPrice[stage.type];
        return Edge{(m_problem.price(stage.type) + extra) * static_cast<double>(*units), *units};
    };
    const auto isLast = [&](const StageRange& stage) {
        return m_problem.exceedsForAnyEnd(stage, period);
    };
    return findLeast(edgeOf, isLast) && m_weight != kUnreachable;
}

double LayeredSearch::leastRate(double period)
{
    const auto edgeOf = [&](const StageRange& stage) -> std::optional<Edge> {
        const double unitSeconds = m_problem.leastUnitSeconds(stage, period);
        return unitSeconds == kUnreachable
                   ? std::nullopt
                   : std::optional(Edge{m_problem.price(stage.type) * unitSeconds, 0});
    };
    return findLeast(edgeOf, [](const StageRange& /*stage*/) { return false; }) ? m_weight : 0;
}

std::vector<ProvisionedStage> LayeredSearch::stages() const
{
    std::vector<ProvisionedStage> stages;
    std::size_t boundary = m_problem.layerCount();
    std::size_t type = m_lastType;
    while (boundary > 0) {
        const Arrival& arrival = m_arrivals[boundary * m_problem.typeCount() + type];
        stages.push_back({{arrival.first, boundary, type}, arrival.units});
        boundary = arrival.first;
        type = arrival.type;
    }
    std::reverse(stages.begin(), stages.end());
    return stages;
}

} // namespace hscope::sim
