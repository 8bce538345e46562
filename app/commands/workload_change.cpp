// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/workload_change.h"

namespace hscope::app {

namespace {

sim::Workload valuesOf(const sim::Workload& workload)
{
    return {workload.name,
            workload.batchSize,
            workload.microbatches,
            workload.samplesPerEpoch,
            workload.epochs,
            workload.throughputLimit,
            workload.chargeBoundaryTraffic,
            {},
            std::nullopt};
}

void setValues(sim::Workload& workload, sim::Workload values)
{
    values.layers = std::move(workload.layers);
    values.edges = std::move(workload.edges);
    workload = std::move(values);
}

template <typename Splice>
void changeEdges(sim::Workload& workload, bool remain, const Splice& splice)
{
    std::vector<sim::Edge> edges = std::move(workload.edges).value_or(std::vector<sim::Edge>());
    splice(edges);
    workload.edges = remain ? std::optional(std::move(edges)) : std::nullopt;
}

} // namespace

WorkloadChange WorkloadChange::between(const sim::Workload& before, const sim::Workload& after)
{
    WorkloadChange change;
    sim::Workload oldValues = valuesOf(before);
    sim::Workload newValues = valuesOf(after);
    if (oldValues != newValues) {
        change.m_values = ValuesChange{std::move(oldValues), std::move(newValues)};
    }
    change.m_layers = ListChange<sim::Layer>::between(before.layers, after.layers);
    const std::vector<sim::Edge> none;
    change.m_edges = ListChange<sim::Edge>::between(before.edges ? *before.edges : none,
                                                    after.edges ? *after.edges : none);
    change.m_hadEdges = before.edges.has_value();
    change.m_hasEdges = after.edges.has_value();
    return change;
}

bool WorkloadChange::isEmpty() const
{
    return !m_values && m_layers.isEmpty() && m_edges.isEmpty() && m_hadEdges == m_hasEdges;
}

void WorkloadChange::apply(sim::Workload& workload) const
{
    if (m_values) {
        setValues(workload, m_values->after);
    }
    m_layers.apply(workload.layers);
    changeEdges(workload, m_hasEdges, [this](auto& edges) { m_edges.apply(edges); });
}

void WorkloadChange::revert(sim::Workload& workload) const
{
    if (m_values) {
        setValues(workload, m_values->before);
    }
    m_layers.revert(workload.layers);
    changeEdges(workload, m_hadEdges, [this](auto& edges) { m_edges.revert(edges); });
}

} // namespace hscope::app
