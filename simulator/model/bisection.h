// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::sim {

/// Part of a network that links hold together: nodes (or equal copies of them) and switches.
///
/// Copies of linked elements pair up in turn: of 10 nodes at one switch each has a link; of 10
/// nodes at 5 others, two are at each of these.
struct LinkedPart
{
    struct Element
    {
        std::int64_t copies = 1;
        bool isNode = true; ///< Else a switch, which may be on either side.
    };

    struct Neighbour
    {
        std::size_t element = 0;
        double gbPerSecond = 0; ///< In one direction, of one pair of copies.
    };

    std::vector<Element> elements;
    std::vector<std::vector<Neighbour>> neighbours; ///< By element; each other at most once.
};

struct Bisection
{
    double gbPerSecond = 0;
    bool isExact = true; ///< False: an upper bound.
};

/// Least bandwidth between two halves of the nodes of a connected part with at least two nodes; the
/// larger half has one more if their number is odd.
///
/// Exact for trees of up to 20,000 nodes: for each subtree and number k of its nodes on the side of
/// its root, the least cut. Elsewhere the best of a few hundred partitions that follow a spanning
/// tree of the widest links, improved by moving switches and exchanging nodes.
///
/// Cost: O(nodes^2) additions for trees at worst, O(200 links) else.
[[nodiscard]] Bisection bisectionOf(const LinkedPart& part);

} // namespace hscope::sim
