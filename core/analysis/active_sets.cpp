// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/active_sets.h"

#include <algorithm>

namespace hscope::core {

ActiveSets::ActiveSets()
    : m_edges(64)
{
    static_cast<void>(stateWith({}));
}

ActiveSets::State ActiveSets::stateWith(std::vector<Key> keys)
{
    const auto [entry, isNew] =
        m_states.emplace(std::move(keys), static_cast<State>(m_keys.size()));
    if (isNew) {
        m_keys.push_back(&entry->first);
    }
    return entry->second;
}

std::size_t ActiveSets::slotOf(std::uint64_t from) const
{
    constexpr std::uint64_t kMix =
        0x9E3779B97F4A7C15; // the golden ratio spreads neighbouring states and keys
    const std::uint64_t hash = from * kMix;
    std::size_t slot = (hash ^ (hash >> 32U)) & (m_edges.size() - 1);
    while (m_edges[slot].from != kFree && m_edges[slot].from != from) {
        slot = (slot + 1) & (m_edges.size() - 1);
    }
    return slot;
}

void ActiveSets::grow()
{
    std::vector<Edge> old(m_edges.size() * 2);
    old.swap(m_edges);
    for (const Edge& edge : old) {
        if (edge.from != kFree) {
            m_edges[slotOf(edge.from)] = edge;
        }
    }
}

ActiveSets::State ActiveSets::toggled(State state, Key key)
{
    const std::uint64_t from = (std::uint64_t{state} << 32U) | key;
    const Edge& edge = m_edges[slotOf(from)];
    if (edge.from == from) {
        return edge.to;
    }
    std::vector<Key> keys = *m_keys[state];
    const auto at = std::lower_bound(keys.begin(), keys.end(), key);
    if (at != keys.end() && *at == key) {
        keys.erase(at);
    } else {
        keys.insert(at, key);
    }
    const State to = stateWith(std::move(keys));
    if (2 * ++m_used > m_edges.size()) {
        grow();
    }
    m_edges[slotOf(from)] = {from, to};
    return to;
}

} // namespace hscope::core
