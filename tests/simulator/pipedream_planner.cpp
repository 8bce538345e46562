// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulator/pipedream_planner.h"

#include <algorithm>
#include <limits>
#include <set>

namespace hscope::test {

namespace {

/// The graph that is planned: nodes with their predecessors and successors.
struct Plain
{
    std::vector<sim::PipedreamNode> nodes;
    std::vector<std::vector<std::size_t>> before;
    std::vector<std::vector<std::size_t>> after;
};

Plain withoutInputs(const sim::PipedreamGraph& graph)
{
    std::vector<bool> isUsed(graph.nodes.size(), false);
    for (const auto& [from, to] : graph.edges) {
        isUsed[from] = true;
    }
    Plain plain;
    std::vector<std::size_t> numbers(graph.nodes.size(), SIZE_MAX);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const std::string& description = graph.nodes[i].description;
        if (!description.starts_with("Input") &&
            (isUsed[i] || !description.starts_with("__getitem__"))) {
            numbers[i] = plain.nodes.size();
            plain.nodes.push_back(graph.nodes[i]);
        }
    }
    plain.before.resize(plain.nodes.size());
    plain.after.resize(plain.nodes.size());
    for (const auto& [from, to] : graph.edges) {
        if (numbers[from] != SIZE_MAX && numbers[to] != SIZE_MAX) {
            plain.before[numbers[to]].push_back(numbers[from]);
            plain.after[numbers[from]].push_back(numbers[to]);
        }
    }
    return plain;
}

/// All nodes that one needs, directly or not.
std::set<std::size_t> ancestorsOf(const Plain& plain, std::size_t node)
{
    std::set<std::size_t> found;
    std::vector<std::size_t> open = plain.before[node];
    while (!open.empty()) {
        const std::size_t next = open.back();
        open.pop_back();
        if (found.insert(next).second) {
            open.insert(open.end(), plain.before[next].begin(), plain.before[next].end());
        }
    }
    return found;
}

double chargedBytes(const Plain& plain, const std::vector<bool>& nodes)
{
    std::set<std::size_t> charged;
    for (std::size_t last = 0; last < nodes.size(); ++last) {
        const auto isInside = [&](std::size_t node) { return nodes[node]; };
        if (!nodes[last] ||
            std::any_of(plain.after[last].begin(), plain.after[last].end(), isInside)) {
            continue;
        }
        charged.insert(last);
        const std::set<std::size_t> ancestors = ancestorsOf(plain, last);
        for (const std::size_t ancestor : ancestors) {
            const auto isElsewhere = [&](std::size_t next) {
                return next != last && !ancestors.contains(next);
            };
            if (std::any_of(plain.after[ancestor].begin(), plain.after[ancestor].end(),
                            isElsewhere)) {
                charged.insert(ancestor);
            }
        }
    }
    double sum = 0;
    for (const std::size_t node : charged) {
        sum += plain.nodes[node].activationBytes;
    }
    return sum;
}

GraphState stateOf(const Plain& plain, const std::vector<bool>& nodes)
{
    GraphState state;
    state.nodes = nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i]) {
            continue;
        }
        state.milliseconds += plain.nodes[i].forwardMs + plain.nodes[i].backwardMs;
        state.parameterBytes += plain.nodes[i].parameterBytes;
        const bool isNeeded = std::any_of(plain.after[i].begin(), plain.after[i].end(),
                                          [&](std::size_t next) { return !nodes[next]; });
        state.frontierBytes += isNeeded ? plain.nodes[i].activationBytes : 0;
    }
    state.chargedBytes = chargedBytes(plain, nodes);
    return state;
}

bool contains(const std::vector<bool>& all, const std::vector<bool>& part)
{
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (part[i] && !all[i]) {
            return false;
        }
    }
    return true;
}

} // namespace

std::vector<GraphState> graphStates(const sim::PipedreamGraph& graph)
{
    const Plain plain = withoutInputs(graph);
    std::set<std::vector<bool>> seen;
    std::vector<std::vector<bool>> order{std::vector<bool>(plain.nodes.size(), false)};
    for (std::size_t next = 0; next < order.size(); ++next) { // By size: contained ones first.
        for (std::size_t i = 0; i < plain.nodes.size(); ++i) {
            const bool isReady =
                !order[next][i] && std::all_of(plain.before[i].begin(), plain.before[i].end(),
                                               [&](std::size_t b) { return order[next][b]; });
            std::vector<bool> larger = order[next];
            larger[i] = true;
            if (isReady && seen.insert(larger).second) {
                order.push_back(std::move(larger));
            }
        }
    }
    std::vector<GraphState> states;
    for (std::size_t i = 1; i < order.size(); ++i) {
        states.push_back(stateOf(plain, order[i]));
    }
    return states;
}

double leastBottleneck(const std::vector<GraphState>& states, const PlannerInput& input)
{
    const auto machines = static_cast<std::size_t>(input.machines);
    // least[j][m]: of the nodes up to state j on m machines.
    std::vector<std::vector<double>> least(
        states.size(), std::vector<double>(machines + 1, std::numeric_limits<double>::infinity()));
    const auto stage = [&](double milliseconds, double bytes, std::size_t replicas) {
        const auto m = static_cast<double>(replicas);
        return (milliseconds / 1000 + 4 * (m - 1) * bytes / (input.bytesPerSecond * m)) / m;
    };
    for (std::size_t j = 0; j < states.size(); ++j) {
        for (std::size_t m = 1; m <= machines; ++m) {
            least[j][m] = stage(states[j].milliseconds, states[j].parameterBytes, m);
        }
        for (std::size_t i = 0; i < j; ++i) {
            if (!contains(states[j].nodes, states[i].nodes)) {
                continue;
            }
            for (std::size_t m = 2; m <= machines; ++m) {
                for (std::size_t last = 1; last < m; ++last) {
                    const double time =
                        stage(states[j].milliseconds - states[i].milliseconds,
                              states[j].parameterBytes - states[i].parameterBytes, last);
                    const double bytes = input.cutBytes ? states[i].*input.cutBytes : 0;
                    const double cut =
                        2 * bytes / (input.bytesPerSecond * static_cast<double>(last));
                    least[j][m] = std::min(least[j][m], std::max({least[i][m - last], time, cut}));
                }
            }
        }
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t m = 1; m <= machines; ++m) {
        best = std::min(best, least.back()[m]);
    }
    return best;
}

} // namespace hscope::test
