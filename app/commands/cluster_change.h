// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/list_change.h"
#include "simulator/model/cluster.h"

#include <optional>
#include <string>

namespace hscope::app {

/// The difference of two clusters: per list the stretch that differs, and the single values if any
/// does. An edit of one node among ten thousand is two nodes long.
class ClusterChange
{
public:
    ClusterChange() = default;

    [[nodiscard]] static ClusterChange between(const sim::Cluster& before,
                                               const sim::Cluster& after);

    [[nodiscard]] bool isEmpty() const;

    /// From before to after, and back. The cluster must be the one that the change starts from.
    void apply(sim::Cluster& cluster) const;
    void revert(sim::Cluster& cluster) const;

private:
    /// Everything of a cluster that is no list.
    struct Values
    {
        std::string name;
        std::string pricesAsOf;
        double fixedCostUsdPerHour = 0;
        double billingStepSeconds = 1;
        std::optional<double> storageGbPerSecond;

        bool operator==(const Values&) const = default;
    };

    struct ValuesChange
    {
        Values before;
        Values after;
    };

    [[nodiscard]] static Values valuesOf(const sim::Cluster& cluster);
    static void setValues(sim::Cluster& cluster, const Values& values);

    std::optional<ValuesChange> m_values;
    ListChange<sim::ResourceType> m_types;
    ListChange<sim::Node> m_nodes;
    ListChange<sim::Switch> m_switches;
    ListChange<sim::Group> m_groups;
    ListChange<sim::Link> m_links;
};

} // namespace hscope::app
