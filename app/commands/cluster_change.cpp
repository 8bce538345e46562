// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_change.h"

#include <algorithm>

namespace hscope::app {

template <typename T>
ClusterChange::Stretch<T> ClusterChange::stretchBetween(const std::vector<T>& before,
                                                        const std::vector<T>& after)
{
    const auto start = std::ranges::mismatch(before, after);
    const auto tailEnd = std::mismatch(before.rbegin(), std::make_reverse_iterator(start.in1),
                                       after.rbegin(), std::make_reverse_iterator(start.in2));
    return {static_cast<std::size_t>(start.in1 - before.begin()),
            std::vector<T>(start.in1, tailEnd.first.base()),
            std::vector<T>(start.in2, tailEnd.second.base())};
}

template <typename T>
void ClusterChange::splice(std::vector<T>& list, std::size_t at, std::size_t removed,
                           const std::vector<T>& inserted)
{
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t common = std::min(removed, inserted.size());
    const auto split = inserted.begin() + static_cast<std::ptrdiff_t>(common);
    const auto rest = std::copy(inserted.begin(), split, first);
    if (removed > common) {
        list.erase(rest, first + static_cast<std::ptrdiff_t>(removed));
    } else {
        list.insert(rest, split, inserted.end());
    }
}

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
    change.m_types = stretchBetween(before.resourceTypes, after.resourceTypes);
    change.m_nodes = stretchBetween(before.nodes, after.nodes);
    change.m_switches = stretchBetween(before.switches, after.switches);
    change.m_groups = stretchBetween(before.groups, after.groups);
    change.m_links = stretchBetween(before.links, after.links);
    return change;
}

bool ClusterChange::isEmpty() const
{
    const auto same = [](const auto& stretch) {
        return stretch.removed.empty() && stretch.inserted.empty();
    };
    return !m_values && same(m_types) && same(m_nodes) && same(m_switches) && same(m_groups) &&
           same(m_links);
}

void ClusterChange::apply(sim::Cluster& cluster) const
{
    if (m_values) {
        setValues(cluster, m_values->after);
    }
    const auto forward = [](auto& list, const auto& stretch) {
        splice(list, stretch.at, stretch.removed.size(), stretch.inserted);
    };
    forward(cluster.resourceTypes, m_types);
    forward(cluster.nodes, m_nodes);
    forward(cluster.switches, m_switches);
    forward(cluster.groups, m_groups);
    forward(cluster.links, m_links);
}

void ClusterChange::revert(sim::Cluster& cluster) const
{
    if (m_values) {
        setValues(cluster, m_values->before);
    }
    const auto back = [](auto& list, const auto& stretch) {
        splice(list, stretch.at, stretch.inserted.size(), stretch.removed);
    };
    back(cluster.resourceTypes, m_types);
    back(cluster.nodes, m_nodes);
    back(cluster.switches, m_switches);
    back(cluster.groups, m_groups);
    back(cluster.links, m_links);
}

} // namespace hscope::app
