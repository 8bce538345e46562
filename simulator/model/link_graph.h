// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace hscope::sim {

/// The nodes, then the switches of a cluster under one numbering, their links, and the parts that
/// links hold together. Refers to the cluster. Links without two different ends are left out.
class LinkGraph
{
public:
    struct End
    {
        std::size_t other = 0; ///< Element at the other end.
        const Link* link = nullptr;
    };

    explicit LinkGraph(const Cluster& cluster);

    [[nodiscard]] std::size_t elementCount() const { return m_ends.size(); }

    [[nodiscard]] bool isNode(std::size_t element) const
    {
        return element < m_cluster.nodes.size();
    }

    [[nodiscard]] std::int64_t copies(std::size_t element) const
    {
        return isNode(element) ? m_cluster.nodes[element].count : 1;
    }

    [[nodiscard]] const std::string& id(std::size_t element) const
    {
        return isNode(element) ? m_cluster.nodes[element].id
                               : m_cluster.switches[element - m_cluster.nodes.size()].id;
    }

    [[nodiscard]] std::optional<std::size_t> find(std::string_view id) const;

    [[nodiscard]] const std::vector<End>& ends(std::size_t element) const
    {
        return m_ends[element];
    }

    /// Number of the part that an element is in; an element without links is a part of its own.
    [[nodiscard]] std::size_t partOf(std::size_t element) const { return m_parts[element]; }

    /// The part with the most nodes, copies counted, of equal ones the first; none without nodes.
    [[nodiscard]] std::optional<std::size_t> largestPart() const;

private:
    void findParts();

    const Cluster& m_cluster;
    std::map<std::string_view, std::size_t> m_indices;
    std::vector<std::vector<End>> m_ends;
    std::vector<std::size_t> m_parts;
    std::size_t m_partCount = 0;
};

} // namespace hscope::sim
