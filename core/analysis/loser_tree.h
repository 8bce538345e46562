// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace hscope::core {

/// Where a sorted source stands: entries are ordered by time, then by tag.
class MergeEntry
{
public:
    constexpr MergeEntry() = default;

    /// `tag` is the source's to choose; it decides among equal times.
    constexpr MergeEntry(std::int64_t timeNs, std::uint64_t tag)
        : m_key(static_cast<Key>(static_cast<std::uint64_t>(timeNs) ^ kSign) << 64U | tag)
    {
    }

    [[nodiscard]] constexpr std::int64_t timeNs() const
    {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_key >> 64U) ^ kSign);
    }

    [[nodiscard]] constexpr std::uint64_t tag() const { return static_cast<std::uint64_t>(m_key); }

    friend bool operator==(const MergeEntry&, const MergeEntry&) = default;

    friend bool operator<(const MergeEntry& a, const MergeEntry& b) { return a.m_key < b.m_key; }

    /// Puts the smaller one into `a`.
    static void sort(MergeEntry& a, MergeEntry& b)
    {
        // Which one it is cannot be foreseen, so a branch would be mispredicted half of the time;
        // the empty statement keeps the compiler from making one of the mask.
        std::uint64_t mask = 0 - static_cast<std::uint64_t>(b.m_key < a.m_key);
        __asm__("" : "+r"(mask));
        const Key swap = (a.m_key ^ b.m_key) & (static_cast<Key>(mask) << 64U | mask);
        a.m_key ^= swap;
        b.m_key ^= swap;
    }

private:
    __extension__ using Key = unsigned __int128; // compares in two instructions

    static constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

    Key m_key = 0;
};

/// Merges sorted sources: knows the smallest of one entry per source, and takes the next entry of
/// that source in log2(sources) comparisons (Knuth, The Art of Computer Programming 3, section
/// 5.4.1).
///
///             top             each inner node keeps the larger of the two entries that met there,
///              |              so a new entry meets only those on its way from leaf to root
///           node 1
///         |        |
///      node 2    node 3
///     |     |   |     |
///   leaf leaf leaf leaf        source i is leaf i
class LoserTree
{
public:
    /// What a source that has ended says.
    static constexpr MergeEntry kEnded{std::numeric_limits<std::int64_t>::max(),
                                       std::numeric_limits<std::uint64_t>::max()};

    /// Source i starts with `first[i]`.
    explicit LoserTree(std::vector<MergeEntry> first)
        : m_leaves(std::max<std::size_t>(1, first.size()))
        , m_losers(m_leaves, kEnded)
    {
        std::vector<MergeEntry> winners(m_leaves, kEnded);
        winners.insert(winners.end(), first.begin(), first.end());
        winners.resize(2 * m_leaves, kEnded);
        for (std::size_t node = m_leaves - 1; node >= 1; --node) {
            std::tie(winners[node], m_losers[node]) =
                std::minmax(winners[2 * node], winners[2 * node + 1]);
        }
        m_top = winners[1];
    }

    /// The smallest entry; kEnded when all sources have.
    [[nodiscard]] const MergeEntry& top() const { return m_top; }

    /// Replaces the smallest entry by the next one of its source, which is number `source`.
    void replaceTop(std::size_t source, MergeEntry next)
    {
        for (std::size_t node = (source + m_leaves) / 2; node >= 1; node /= 2) {
            MergeEntry::sort(next, m_losers[node]);
        }
        m_top = next;
    }

private:
    std::size_t m_leaves;
    std::vector<MergeEntry> m_losers;
    MergeEntry m_top;
};

} // namespace hscope::core
