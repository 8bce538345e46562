// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hscope::app {

/// The difference of two clusters: per list the stretch that differs, and the single values if any
/// does. An edit of one node among ten thousand is two nodes long.
///
///   before  a b c d      after  a x y d      at 1, removed b c, inserted x y
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
    template <typename T>
    struct Stretch
    {
        std::size_t at = 0;
        std::vector<T> removed;
        std::vector<T> inserted;
    };

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

    template <typename T>
    [[nodiscard]] static Stretch<T> stretchBetween(const std::vector<T>& before,
                                                   const std::vector<T>& after);
    template <typename T>
    static void splice(std::vector<T>& list, std::size_t at, std::size_t removed,
                       const std::vector<T>& inserted);
    [[nodiscard]] static Values valuesOf(const sim::Cluster& cluster);
    static void setValues(sim::Cluster& cluster, const Values& values);

    std::optional<ValuesChange> m_values;
    Stretch<sim::ResourceType> m_types;
    Stretch<sim::Node> m_nodes;
    Stretch<sim::Switch> m_switches;
    Stretch<sim::Group> m_groups;
    Stretch<sim::Link> m_links;
};

} // namespace hscope::app
