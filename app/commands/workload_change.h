// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/list_change.h"
#include "simulator/model/workload.h"

#include <optional>

namespace hscope::app {

/// The difference of two workloads: the stretches of layers and of edges that differ, and the
/// single values if any does.
class WorkloadChange
{
public:
    [[nodiscard]] static WorkloadChange between(const sim::Workload& before,
                                                const sim::Workload& after);

    [[nodiscard]] bool isEmpty() const;

    /// From before to after, and back. The workload must be the one that the change starts from.
    void apply(sim::Workload& workload) const;
    void revert(sim::Workload& workload) const;

private:
    /// Workloads without layers and edges.
    struct ValuesChange
    {
        sim::Workload before;
        sim::Workload after;
    };

    std::optional<ValuesChange> m_values;
    ListChange<sim::Layer> m_layers;
    ListChange<sim::Edge> m_edges;
    bool m_hadEdges = false; ///< An empty list of edges is another than none.
    bool m_hasEdges = false;
};

} // namespace hscope::app
