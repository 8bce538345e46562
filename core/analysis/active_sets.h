// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace hscope::core {

/// Sets of keys as small integers, so that a sweep can follow "what is active now" at constant cost
/// per change.
///
/// Each distinct set is a state; switching one key on or off leads along an edge to another state.
/// States and edges are made when they are first walked:
///
///   {} --python--> {python} --kernel--> {kernel, python} --python--> {kernel}
///
/// Exact for any number of keys; memory grows with the number of distinct sets that really occur.
class ActiveSets
{
public:
    using State = std::uint32_t;
    using Key = std::uint32_t;

    static constexpr State kEmpty = 0;

    ActiveSets();

    /// The state that differs from `state` in `key`. Cost: one hash look-up, O(keys) the first
    /// time.
    [[nodiscard]] State toggled(State state, Key key);

    /// The keys of a state in ascending order.
    [[nodiscard]] std::span<const Key> keysOf(State state) const { return *m_keys[state]; }

    [[nodiscard]] std::size_t size() const { return m_keys.size(); }

private:
    struct Edge
    {
        std::uint64_t from = kFree; ///< State and key.
        State to = kEmpty;
    };

    static constexpr std::uint64_t kFree = ~std::uint64_t{0};

    [[nodiscard]] std::size_t slotOf(std::uint64_t from) const;
    [[nodiscard]] State stateWith(std::vector<Key> keys);
    void grow();

    std::map<std::vector<Key>, State>
        m_states; ///< Nodes never move, so m_keys may point at their keys.
    std::vector<const std::vector<Key>*> m_keys;
    std::vector<Edge> m_edges; ///< Open addressing; the size is a power of two.
    std::size_t m_used = 0;
};

} // namespace hscope::core
