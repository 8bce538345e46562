// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/io/pipedream_graph.h"

#include <cstddef>
#include <vector>

namespace hscope::test {

/// A set of nodes that is closed under predecessors: what may run before a cut.
struct GraphState
{
    std::vector<bool> nodes;
    double milliseconds = 0;
    double parameterBytes = 0;
    double frontierBytes = 0; ///< Outputs that nodes outside need.
    /// What PipeDream's optimiser charges instead: outputs of the last nodes, and of those before
    /// one of them that something needs which is not before the same one, inside or not.
    double chargedBytes = 0;
};

/// All such sets that are not empty, of a graph without its inputs and unused outputs, each after
/// those it contains.
[[nodiscard]] std::vector<GraphState> graphStates(const sim::PipedreamGraph& graph);

/// What stages are made of.
struct PlannerInput
{
    int machines = 1;
    double bytesPerSecond = 0;
    double GraphState::* cutBytes = nullptr; ///< Charged at each cut; null: nothing.
};

/// Least time of the slowest stage, over all ways to cut the states into stages with replicas. A
/// stage of T seconds and P bytes of weights on m machines takes (T + 4 (m-1) P / (B m)) / m, a cut
/// of a bytes before the stage 2 a / (B m).
[[nodiscard]] double leastBottleneck(const std::vector<GraphState>& states,
                                     const PlannerInput& input);

} // namespace hscope::test
