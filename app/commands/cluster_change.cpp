// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_change.h"

namespace hscope::app {

ClusterChange::Values ClusterChange::valuesOf(const sim::Cluster& cluster)
{
    return {cluster.name, cluster.pricesAsOf, cluster.fixedCostUsdPerHour,
            cluster.billingStepSeconds, cluster.storageGbPerSecond};
}

void ClusterChange::setValues(sim::Cluster& cluster, const Values& values)
{
    cluster.name = values.name;
    cluster.pricesAsOf = values.pricesAsOf;
    cluster.fixedCostUsdPerHour = values.fixedCostUsdPerHour;
    cluster.billingStepSeconds = values.billingStepSeconds;
    cluster.storageGbPerSecond = values.storageGbPerSecond;
}

ClusterChange ClusterChange::between(const sim::Cluster& before, const sim::Cluster& after)
{
    ClusterChange change;
    if (valuesOf(before) != valuesOf(after)) {
        change.m_values = ValuesChange{valuesOf(before), valuesOf(after)};
    }
    change.m_types =
        ListChange<sim::ResourceType>::between(before.resourceTypes, after.resourceTypes);
    change.m_nodes = ListChange<sim::Node>::between(before.nodes, after.nodes);
    change.m_switches = ListChange<sim::Switch>::between(before.switches, after.switches);
    change.m_groups = ListChange<sim::Group>::between(before.groups, after.groups);
    change.m_links = ListChange<sim::Link>::between(before.links, after.links);
    return change;
}

bool ClusterChange::isEmpty() const
{
    return !m_values && m_types.isEmpty() && m_nodes.isEmpty() && m_switches.isEmpty() &&
           m_groups.isEmpty() && m_links.isEmpty();
}

void ClusterChange::apply(sim::Cluster& cluster) const
{
    if (m_values) {
        setValues(cluster, m_values->after);
    }
    m_types.apply(cluster.resourceTypes);
    m_nodes.apply(cluster.nodes);
    m_switches.apply(cluster.switches);
    m_groups.apply(cluster.groups);
    m_links.apply(cluster.links);
}

void ClusterChange::revert(sim::Cluster& cluster) const
{
    if (m_values) {
        setValues(cluster, m_values->before);
    }
    m_types.revert(cluster.resourceTypes);
    m_nodes.revert(cluster.nodes);
    m_switches.revert(cluster.switches);
    m_groups.revert(cluster.groups);
    m_links.revert(cluster.links);
}

} // namespace hscope::app
