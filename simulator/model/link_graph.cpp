// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/link_graph.h"

#include <algorithm>

namespace hscope::sim {

namespace {

constexpr std::size_t kNone = SIZE_MAX;

} // namespace

LinkGraph::LinkGraph(const Cluster& cluster)
    : m_cluster(cluster)
    , m_ends(cluster.nodes.size() + cluster.switches.size())
    , m_parts(m_ends.size(), kNone)
{
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        m_indices.emplace(id(i), i);
    }
    for (const Link& link : cluster.links) {
        const std::optional<std::size_t> from = find(link.from);
        const std::optional<std::size_t> to = find(link.to);
        if (from && to && from != to) {
            m_ends[*from].push_back({*to, &link});
            m_ends[*to].push_back({*from, &link});
        }
    }
    findParts();
}

std::optional<std::size_t> LinkGraph::find(std::string_view id) const
{
    const auto found = m_indices.find(id);
    return found == m_indices.end() ? std::nullopt : std::optional(found->second);
}

void LinkGraph::findParts()
{
    for (std::size_t first = 0; first < m_ends.size(); ++first) {
        if (m_parts[first] != kNone) {
            continue;
        }
        std::vector<std::size_t> open{first};
        m_parts[first] = m_partCount;
        while (!open.empty()) {
            const std::size_t element = open.back();
            open.pop_back();
            for (const End& end : m_ends[element]) {
                if (m_parts[end.other] == kNone) {
                    m_parts[end.other] = m_partCount;
                    open.push_back(end.other);
                }
            }
        }
        ++m_partCount;
    }
}

std::optional<std::size_t> LinkGraph::largestPart() const
{
    // Copies of a part's nodes that have no element of one copy to meet at lie apart.
    std::vector<std::int64_t> least(m_partCount, INT64_MAX);
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        least[m_parts[i]] = std::min(least[m_parts[i]], copies(i));
    }
    std::vector<std::int64_t> nodes(m_partCount, 0);
    for (std::size_t i = 0; i < m_cluster.nodes.size(); ++i) {
        const std::int64_t apart = least[m_parts[i]];
        nodes[m_parts[i]] += (copies(i) + apart - 1) / apart;
    }
    const auto largest = std::max_element(nodes.begin(), nodes.end());
    return largest == nodes.end() || *largest == 0
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(largest - nodes.begin()));
}

} // namespace hscope::sim
