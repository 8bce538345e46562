// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/limited_search.h"

#include <algorithm>

namespace hscope::sim {

namespace {

constexpr double kUnreachable = LayeredSearch::kUnreachable;

} // namespace

LimitedSearch::LimitedSearch(const Problem& problem)
    : m_problem(problem)
{
}

void LimitedSearch::collectEdges(double period, PeriodTest test)
{
    m_edges.clear();
    for (std::size_t first = 0; first < m_problem.layerCount(); ++first) {
        for (std::size_t type = 0; type < m_problem.typeCount(); ++type) {
            for (std::size_t end = first + 1; end <= m_problem.layerCount(); ++end) {
                const StageRange stage{first, end, type};
                if (const auto units = m_problem.leastUnits(stage, period, test)) {
                    m_edges.push_back({static_cast<std::uint32_t>(first),
                                       static_cast<std::uint32_t>(end),
                                       static_cast<std::uint32_t>(type), *units});
                } else if (m_problem.exceedsForAnyEnd(stage, period)) {
                    break;
                }
            }
        }
    }
}

void LimitedSearch::findCompletions()
{
    // Element boundary * types + t: the least weight of the layers from `boundary` on, if the stage
    // before it is on t. At boundary 0 there is no stage before; type 0 stands for that.
    const std::size_t types = m_problem.typeCount();
    const std::size_t layers = m_problem.layerCount();
    m_completions.assign((layers + 1) * types, kUnreachable);
    std::fill(m_completions.end() - static_cast<std::ptrdiff_t>(types), m_completions.end(), 0.0);
    std::vector<double> starting(types); // Least weight if a stage of this type starts here.
    auto edge = m_edges.rbegin();
    for (std::size_t boundary = layers; boundary-- > 0;) {
        std::fill(starting.begin(), starting.end(), kUnreachable);
        for (; edge != m_edges.rend() && edge->first == boundary; ++edge) {
            const double weight = m_problem.price(edge->type) * static_cast<double>(edge->units) +
                                  m_completions[edge->end * types + edge->type];
            starting[edge->type] = std::min(starting[edge->type], weight);
        }
        for (std::size_t type = 0; type < types; ++type) {
            for (std::size_t other = 0; other < types; ++other) {
                if (boundary == 0 || other != type) {
                    double& least = m_completions[boundary * types + type];
                    least = std::min(least, starting[other]);
                }
            }
        }
    }
}

bool LimitedSearch::insert(std::vector<std::uint32_t>& node, const Label& label,
                           std::span<const std::int64_t> units)
{
    const auto covers = [](std::span<const std::int64_t> few, std::span<const std::int64_t> many) {
        return std::equal(few.begin(), few.end(), many.begin(),
                          [](std::int64_t a, std::int64_t b) { return a <= b; });
    };
    for (const std::uint32_t other : node) {
        if (m_labels[other].weight <= label.weight && covers(unitsOf(other), units)) {
            return false;
        }
    }
    std::erase_if(node, [&](std::uint32_t other) {
        return label.weight <= m_labels[other].weight && covers(units, unitsOf(other));
    });
    node.push_back(static_cast<std::uint32_t>(m_labels.size()));
    m_labels.push_back(label);
    m_units.insert(m_units.end(), units.begin(), units.end());
    return true;
}

LimitedSearch::Outcome LimitedSearch::setLabels(double weightBound, const std::stop_token& stop)
{
    const std::size_t types = m_problem.typeCount();
    const std::size_t layers = m_problem.layerCount();
    std::vector<std::vector<std::uint32_t>> nodes((layers + 1) * types);
    m_labels.assign(1, Label{});
    m_units.assign(m_active.size(), 0);
    nodes[0].push_back(0);
    std::vector<std::int64_t> units(m_active.size());
    std::uint32_t steps = 0;
    for (const Edge& edge :
         m_edges) { // By first layer: all labels of a boundary are there when it is left.
        const double weight = m_problem.price(edge.type) * static_cast<double>(edge.units);
        const std::size_t active = static_cast<std::size_t>(
            std::find(m_active.begin(), m_active.end(), std::size_t{edge.type}) - m_active.begin());
        for (std::size_t before = 0; before < types; ++before) {
            if (edge.first > 0 && before == edge.type) {
                continue;
            }
            for (const std::uint32_t parent : nodes[edge.first * types + before]) {
                if (++steps % 65536 == 0 && stop.stop_requested()) {
                    return Outcome::Stopped;
                }
                const Label label{m_labels[parent].weight + weight,
                                  static_cast<std::uint32_t>(&edge - m_edges.data()), parent};
                if (!(label.weight + m_completions[edge.end * types + edge.type] < weightBound)) {
                    continue;
                }
                const std::span<const std::int64_t> used = unitsOf(parent);
                std::copy(used.begin(), used.end(), units.begin());
                if (active < m_active.size() &&
                    (units[active] += edge.units) > m_problem.limit(edge.type)) {
                    continue;
                }
                insert(nodes[edge.end * types + edge.type], label, units);
                if (m_labels.size() > kMostLabels) {
                    return Outcome::GaveUp;
                }
            }
        }
    }
    std::optional<std::uint32_t> best;
    for (std::size_t type = 0; type < types; ++type) {
        for (const std::uint32_t label : nodes[layers * types + type]) {
            if (!best || m_labels[label].weight < m_labels[*best].weight) {
                best = label;
            }
        }
    }
    if (!best) {
        return Outcome::Infeasible;
    }
    readStages(*best);
    return Outcome::Found;
}

void LimitedSearch::readStages(std::uint32_t label)
{
    m_weight = m_labels[label].weight;
    m_stages.clear();
    for (; label != 0; label = m_labels[label].parent) {
        const Edge& edge = m_edges[m_labels[label].edge];
        m_stages.push_back({{edge.first, edge.end, edge.type}, edge.units});
    }
    std::reverse(m_stages.begin(), m_stages.end());
}

std::optional<std::size_t> LimitedSearch::brokenType() const
{
    for (std::size_t type = 0; type < m_problem.typeCount(); ++type) {
        std::int64_t units = 0;
        for (const ProvisionedStage& stage : m_stages) {
            units += stage.range.type == type ? stage.units : 0;
        }
        if (units > m_problem.limit(type)) {
            return type;
        }
    }
    return std::nullopt;
}

LimitedSearch::Outcome LimitedSearch::run(double period, PeriodTest test, double weightBound,
                                          const std::stop_token& stop)
{
    collectEdges(period, test);
    findCompletions();
    while (true) {
        const Outcome outcome = setLabels(weightBound, stop);
        if (outcome != Outcome::Found) {
            return outcome;
        }
        const std::optional<std::size_t> broken = brokenType();
        if (!broken) {
            return Outcome::Found;
        }
        m_active.push_back(*broken);
    }
}

} // namespace hscope::sim
