// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/bisection.h"

#include <queue>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace hscope::sim {

namespace {

constexpr std::int64_t kMostExactNodes = 20'000;
constexpr std::size_t kNone = SIZE_MAX;
constexpr int kWindows = 64;     ///< Partitions that are tried.
constexpr int kExchanges = 100;  ///< Improvements of the best.
constexpr int kSwitchRounds = 8; ///< Until each switch is where most of its bandwidth is.

std::int64_t nodesOf(const LinkedPart::Element& element)
{
    return element.isNode ? element.copies : 0;
}

std::int64_t nodeCount(const LinkedPart& part)
{
    return std::accumulate(part.elements.begin(), part.elements.end(), std::int64_t{0},
                           [](std::int64_t sum, const LinkedPart::Element& element) {
                               return sum + nodesOf(element);
                           });
}

/// A spanning tree of the links with the most bandwidth, from an element of one copy if there is
/// one.
struct SpanningTree
{
    std::vector<std::size_t> order; ///< Each after its parent, subtrees together.
    std::vector<std::size_t> parents;
    std::vector<double> gbPerSecond; ///< Of the link to the parent.

    explicit SpanningTree(const LinkedPart& part)
        : parents(part.elements.size(), kNone)
        , gbPerSecond(part.elements.size(), 0)
    {
        const auto single =
            std::find_if(part.elements.begin(), part.elements.end(),
                         [](const LinkedPart::Element& element) { return element.copies == 1; });
        const std::size_t root = single == part.elements.end()
                                     ? 0
                                     : static_cast<std::size_t>(single - part.elements.begin());
        const std::vector<std::vector<std::size_t>> children = grow(part, root);
        std::vector<std::size_t> open{root};
        while (!open.empty()) {
            const std::size_t element = open.back();
            open.pop_back();
            order.push_back(element);
            open.insert(open.end(), children[element].rbegin(), children[element].rend());
        }
    }

private:
    std::vector<std::vector<std::size_t>> grow(const LinkedPart& part, std::size_t root)
    {
        struct Reach
        {
            double gbPerSecond;
            std::size_t sequence; // Of equally wide links the first that was found.
            std::size_t element;
            std::size_t parent;

            bool operator<(const Reach& other) const
            {
                return gbPerSecond != other.gbPerSecond ? gbPerSecond < other.gbPerSecond
                                                        : sequence > other.sequence;
            }
        };

        std::vector<std::vector<std::size_t>> children(part.elements.size());
        std::vector<bool> isReached(part.elements.size(), false);
        std::priority_queue<Reach> queue;
        queue.push({0, 0, root, kNone});
        std::size_t sequence = 0;
        while (!queue.empty()) {
            const Reach next = queue.top();
            queue.pop();
            if (isReached[next.element]) {
                continue;
            }
            isReached[next.element] = true;
            parents[next.element] = next.parent;
            gbPerSecond[next.element] = next.gbPerSecond;
            if (next.parent != kNone) {
                children[next.parent].push_back(next.element);
            }
            for (const LinkedPart::Neighbour& neighbour : part.neighbours[next.element]) {
                queue.push({neighbour.gbPerSecond, ++sequence, neighbour.element, next.element});
            }
        }
        return children;
    }
};

/// Whether the part is a tree once each copy is drawn: no cycle, and beyond each copy the same.
bool isTree(const LinkedPart& part, const SpanningTree& tree)
{
    std::size_t ends = 0;
    for (const auto& neighbours : part.neighbours) {
        ends += neighbours.size();
    }
    bool isTree = ends == 2 * (part.elements.size() - 1);
    for (const std::size_t element : tree.order) {
        const std::size_t parent = tree.parents[element];
        const std::int64_t above = parent == kNone ? 1 : part.elements[parent].copies;
        isTree = isTree && part.elements[element].copies % above == 0;
    }
    return isTree;
}

/// Element k: the least cut of some subtrees if k of their nodes are on the side of their root.
using Cuts = std::vector<double>;

/// The least sums over all ways to split k.
Cuts joined(const Cuts& a, const Cuts& b)
{
    Cuts sums(a.size() + b.size() - 1, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            sums[i + j] = std::min(sums[i + j], a[i] + b[j]);
        }
    }
    return sums;
}

/// Cuts of a subtree seen from the parent of its root, which may be on the other side.
Cuts seenFromParent(const Cuts& cuts, double gbPerSecond)
{
    Cuts result(cuts.size());
    for (std::size_t k = 0; k < cuts.size(); ++k) {
        result[k] = std::min(cuts[k], cuts[cuts.size() - 1 - k] + gbPerSecond);
    }
    return result;
}

/// The same for `links`, each of one node: the widest ones are not cut.
Cuts leafCuts(std::vector<double> links)
{
    std::sort(links.begin(), links.end(), std::greater<>());
    Cuts cuts(links.size() + 1);
    cuts.back() = 0;
    for (std::size_t k = links.size(); k > 0; --k) {
        cuts[k - 1] = cuts[k] + links[k - 1];
    }
    return cuts;
}

double treeBisection(const LinkedPart& part, const SpanningTree& tree)
{
    struct Subtree
    {
        Cuts cuts{0.0};
        std::vector<double> leaves;
    };

    std::vector<Subtree> subtrees(part.elements.size());
    for (auto next = tree.order.rbegin(); next != tree.order.rend(); ++next) {
        const LinkedPart::Element& element = part.elements[*next];
        Subtree own = std::exchange(subtrees[*next], {});
        own.cuts = joined(own.cuts, leafCuts(std::move(own.leaves)));
        if (element.isNode) { // Always on its own side.
            own.cuts.insert(own.cuts.begin(), std::numeric_limits<double>::infinity());
        }
        const std::size_t parent = tree.parents[*next];
        if (parent == kNone) {
            const std::size_t half = (own.cuts.size() - 1) / 2;
            return std::min(own.cuts[half], own.cuts[own.cuts.size() - 1 - half]);
        }
        const auto copies = static_cast<std::size_t>(element.copies / part.elements[parent].copies);
        Subtree& above = subtrees[parent];
        if (element.isNode && own.cuts.size() == 2) {
            above.leaves.insert(above.leaves.end(), copies, tree.gbPerSecond[*next]);
            continue;
        }
        const Cuts seen = seenFromParent(own.cuts, tree.gbPerSecond[*next]);
        for (std::size_t copy = 0; copy < copies; ++copy) {
            above.cuts = joined(above.cuts, seen);
        }
    }
    return 0;
}

/// How many copies of each element are on the first side; of all their pairs, which links are cut.
class Partition
{
public:
    Partition(const LinkedPart& part, std::vector<std::int64_t> firsts)
        : m_part(part)
        , m_firsts(std::move(firsts))
    {
    }

    [[nodiscard]] double cut() const
    {
        double sum = 0;
        for (std::size_t i = 0; i < m_firsts.size(); ++i) {
            sum += cutAt(i, m_firsts[i]);
        }
        return sum / 2; // Both ends count each link.
    }

    /// Bandwidth of the cut links of one element if `firsts` of its copies were on the first side.
    [[nodiscard]] double cutAt(std::size_t element, std::int64_t firsts) const
    {
        double sum = 0;
        for (const LinkedPart::Neighbour& neighbour : m_part.neighbours[element]) {
            const std::size_t other = neighbour.element;
            sum += neighbour.gbPerSecond *
                   static_cast<double>(cutPairs({m_part.elements[element].copies, firsts},
                                                {m_part.elements[other].copies, m_firsts[other]}));
        }
        return sum;
    }

    /// Puts each switch where that cuts less, until none moves.
    void settleSwitches()
    {
        bool hasMoved = true;
        for (int round = 0; round < kSwitchRounds && hasMoved; ++round) {
            hasMoved = false;
            for (std::size_t i = 0; i < m_firsts.size(); ++i) {
                if (m_part.elements[i].isNode) {
                    continue;
                }
                const std::int64_t other = m_part.elements[i].copies - m_firsts[i];
                if (cutAt(i, other) < cutAt(i, m_firsts[i])) {
                    m_firsts[i] = other;
                    hasMoved = true;
                }
            }
        }
    }

    /// Exchanges the two nodes that promise most; whether the cut became less.
    bool exchangeNodes()
    {
        std::size_t leaving = kNone;
        std::size_t joining = kNone;
        double leavingGain = 0;
        double joiningGain = 0;
        for (std::size_t i = 0; i < m_firsts.size(); ++i) {
            if (!m_part.elements[i].isNode) {
                continue;
            }
            const double now = cutAt(i, m_firsts[i]);
            if (m_firsts[i] > 0) {
                const double gain = now - cutAt(i, m_firsts[i] - 1);
                if (leaving == kNone || gain > leavingGain) {
                    leaving = i;
                    leavingGain = gain;
                }
            }
            if (m_firsts[i] < m_part.elements[i].copies) {
                const double gain = now - cutAt(i, m_firsts[i] + 1);
                if (joining == kNone || gain > joiningGain) {
                    joining = i;
                    joiningGain = gain;
                }
            }
        }
        if (leaving == kNone || joining == kNone || leaving == joining) {
            return false;
        }
        const double before = cut();
        const std::vector<std::int64_t> old = m_firsts;
        --m_firsts[leaving];
        ++m_firsts[joining];
        settleSwitches();
        if (cut() < before) {
            return true;
        }
        m_firsts = old;
        return false;
    }

private:
    struct Side
    {
        std::int64_t copies;
        std::int64_t firsts;
    };

    /// Of the pairs of copies (k of the larger number with k modulo the smaller), how many are cut.
    static std::int64_t cutPairs(Side many, Side few)
    {
        if (many.copies < few.copies) {
            std::swap(many, few);
        }
        // Of the first n of many, how many are at firsts of few.
        const auto atFirsts = [&](std::int64_t n) {
            return n / few.copies * few.firsts + std::min(n % few.copies, few.firsts);
        };
        const std::int64_t both = atFirsts(many.firsts);
        return (many.firsts - both) + (atFirsts(many.copies) - both);
    }

    const LinkedPart& m_part;
    std::vector<std::int64_t> m_firsts;
};

/// Half of the nodes, those from position `start` on in the order; switches go with the node
/// before.
std::vector<std::int64_t> windowOf(const LinkedPart& part, const std::vector<std::size_t>& order,
                                   std::int64_t start, std::int64_t nodes)
{
    std::vector<std::int64_t> firsts(part.elements.size(), 0);
    const std::int64_t end = start + nodes / 2;
    std::int64_t position = 0;
    for (const std::size_t element : order) {
        const std::int64_t count = nodesOf(part.elements[element]);
        const auto within = [&](std::int64_t from, std::int64_t to) {
            return std::max<std::int64_t>(0, std::min(position + count, to) -
                                                 std::max(position, from));
        };
        if (count > 0) {
            firsts[element] = within(start, end) + within(start - nodes, end - nodes);
        } else {
            const bool isInside = position >= start && position < end;
            firsts[element] = isInside ? part.elements[element].copies : 0;
        }
        position += count;
    }
    return firsts;
}

double boundOfBisection(const LinkedPart& part, const SpanningTree& tree, std::int64_t nodes)
{
    std::optional<Partition> best;
    double least = std::numeric_limits<double>::infinity();
    const std::int64_t windows = std::min<std::int64_t>(nodes, kWindows);
    for (std::int64_t i = 0; i < windows; ++i) {
        Partition partition(part, windowOf(part, tree.order, i * nodes / windows, nodes));
        partition.settleSwitches();
        if (const double cut = partition.cut(); cut < least) {
            least = cut;
            best.emplace(std::move(partition));
        }
    }
    for (int i = 0; i < kExchanges && best->exchangeNodes(); ++i) {
    }
    return best->cut();
}

} // namespace

Bisection bisectionOf(const LinkedPart& part)
{
    const SpanningTree tree(part);
    const std::int64_t nodes = nodeCount(part);
    if (nodes <= kMostExactNodes && isTree(part, tree)) {
        return {treeBisection(part, tree), true};
    }
    return {boundOfBisection(part, tree, nodes), false};
}

} // namespace hscope::sim
