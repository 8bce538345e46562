// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/arrangement.h"
#include "app/drawing/drawing_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace hscope::app {

namespace {

using drawing::kGrid;

constexpr double kColumnGap = 9 * kGrid; ///< Room for a bus and two words.
constexpr double kBlockGap = 2 * kGrid;
constexpr double kLeastShelf = 80 * kGrid; ///< Width of a row of parts that no link joins.
constexpr std::size_t kNone = SIZE_MAX;

using Neighbours = std::vector<std::vector<std::size_t>>;

void makeUnique(std::vector<std::size_t>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// The blocks of a cluster, and which of them links join.
struct BlockGraph
{
    std::vector<DrawingBlock> blocks;
    Neighbours neighbours;
};

Neighbours linkedElements(const sim::Cluster& cluster, const DrawnElements& elements)
{
    std::map<std::string_view, std::size_t> indexOf;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        indexOf.emplace(cluster.nodes[i].id, i);
    }
    for (std::size_t i = 0; i < cluster.switches.size(); ++i) {
        indexOf.emplace(cluster.switches[i].id, cluster.nodes.size() + i);
    }
    Neighbours neighbours(elements.count());
    for (const sim::Link& link : cluster.links) {
        const auto from = indexOf.find(link.from);
        const auto to = indexOf.find(link.to);
        if (from != indexOf.end() && to != indexOf.end() && from != to) {
            neighbours[from->second].push_back(to->second);
            neighbours[to->second].push_back(from->second);
        }
    }
    std::for_each(neighbours.begin(), neighbours.end(), makeUnique);
    return neighbours;
}

/// Racks, single elements, and switches that are linked with the same others (the spines of a fat
/// tree), which stand below each other.
BlockGraph blockGraph(const sim::Cluster& cluster, const DrawnElements& elements)
{
    const Neighbours linked = linkedElements(cluster, elements);
    BlockGraph graph;
    std::vector<std::size_t> blockOf(elements.count(), kNone);
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> twins;
    for (std::size_t i = elements.nodeCount(); i < elements.firstGroup(); ++i) {
        if (!elements.isGrouped(i) && !linked[i].empty()) {
            twins[linked[i]].push_back(i);
        }
    }
    const auto add = [&](DrawingBlock block) {
        for (const DrawingBlock::Part& part : block.parts) {
            blockOf[part.element] = graph.blocks.size();
        }
        graph.blocks.push_back(std::move(block));
    };
    for (std::size_t group = 0; group < elements.groups().size(); ++group) {
        add(rackBlock(elements, group));
    }
    for (std::size_t i = 0; i < elements.firstGroup(); ++i) {
        if (blockOf[i] != kNone) {
            continue;
        }
        std::vector<DrawingBlock> together;
        const auto same = elements.isSwitch(i) ? twins.find(linked[i]) : twins.end();
        if (same == twins.end()) {
            together.push_back(elementBlock(elements, i));
        } else {
            for (const std::size_t twin : same->second) {
                together.push_back(elementBlock(elements, twin));
            }
        }
        add(stacked(together));
    }
    graph.neighbours.resize(graph.blocks.size());
    for (std::size_t i = 0; i < elements.firstGroup(); ++i) {
        for (const std::size_t other : linked[i]) {
            if (blockOf[i] != blockOf[other]) {
                graph.neighbours[blockOf[i]].push_back(blockOf[other]);
            }
        }
    }
    std::for_each(graph.neighbours.begin(), graph.neighbours.end(), makeUnique);
    return graph;
}

/// The parts of the graph that links hold together, each with its blocks numbered anew.
std::vector<BlockGraph> connectedParts(const BlockGraph& graph)
{
    std::vector<BlockGraph> parts;
    std::vector<std::size_t> numbers(graph.blocks.size(), kNone); // Within its part.
    for (std::size_t first = 0; first < graph.blocks.size(); ++first) {
        if (numbers[first] != kNone) {
            continue;
        }
        std::vector<std::size_t> found{first};
        numbers[first] = 0;
        for (std::size_t next = 0; next < found.size(); ++next) {
            for (const std::size_t other : graph.neighbours[found[next]]) {
                if (numbers[other] == kNone) {
                    numbers[other] = found.size();
                    found.push_back(other);
                }
            }
        }
        BlockGraph& part = parts.emplace_back();
        for (const std::size_t block : found) {
            part.blocks.push_back(graph.blocks[block]);
            std::vector<std::size_t>& neighbours = part.neighbours.emplace_back();
            for (const std::size_t other : graph.neighbours[block]) {
                neighbours.push_back(numbers[other]);
            }
        }
    }
    return parts;
}

/// A connected graph from its root, breadth first.
struct SpanningTree
{
    std::vector<std::size_t> order;
    std::vector<std::size_t> parents; ///< By block; kNone: the root.

    SpanningTree(const BlockGraph& graph, std::size_t root)
        : order{root}
        , parents(graph.blocks.size(), kNone)
    {
        std::vector<bool> isReached(graph.blocks.size(), false);
        isReached[root] = true;
        for (std::size_t next = 0; next < order.size(); ++next) {
            for (const std::size_t other : graph.neighbours[order[next]]) {
                if (!isReached[other]) {
                    isReached[other] = true;
                    parents[other] = order[next];
                    order.push_back(other);
                }
            }
        }
    }

    /// The block whose removal leaves the smallest parts, by their number of elements.
    [[nodiscard]] std::size_t center(const BlockGraph& graph) const
    {
        std::vector<std::size_t> below(parents.size(), 0);
        std::vector<std::size_t> largest(parents.size(), 0);
        std::size_t all = 0;
        for (const DrawingBlock& block : graph.blocks) {
            all += block.parts.size();
        }
        std::size_t best = order.front();
        std::size_t bestPart = kNone;
        for (auto block = order.rbegin(); block != order.rend(); ++block) {
            below[*block] += graph.blocks[*block].parts.size();
            const std::size_t part = std::max(largest[*block], all - below[*block]);
            // Of equal ones that with the most links: a switch, not one of two nodes.
            if (part < bestPart || (part == bestPart && graph.neighbours[*block].size() >
                                                            graph.neighbours[best].size())) {
                bestPart = part;
                best = *block;
            }
            if (const std::size_t parent = parents[*block]; parent != kNone) {
                below[parent] += below[*block];
                largest[parent] = std::max(largest[parent], below[*block]);
            }
        }
        return best;
    }
};

/// Lays a tree of blocks out in columns to both sides of its root.
///
///     depth 2   1    0    1    2
///           a - s         t - d      Blocks without children of their own are stacked as one.
///           b - s - root  t - e
///
/// Every block stands in the middle of the height that its children need.
class TreeLayout
{
public:
    TreeLayout(const DrawnElements& elements, const BlockGraph& graph, const SpanningTree& tree)
        : m_elements(elements)
        , m_graph(graph)
        , m_tree(tree)
        , m_items(graph.blocks.size())
    {
        for (const std::size_t block : tree.order) {
            if (tree.parents[block] != kNone) {
                m_items[tree.parents[block]].children.push_back(block);
            }
        }
        chooseSides();
        measure();
    }

    /// The whole tree as one block.
    [[nodiscard]] DrawingBlock layout()
    {
        const std::size_t root = m_tree.order.front();
        DrawingBlock all;
        const double left = columnStart(0, m_widths[0].size());
        const double right = columnStart(1, m_widths[1].size());
        const double height = std::max(m_items[root].heights[0], m_items[root].heights[1]);
        const double middle = std::max(height, m_graph.blocks[root].size.height()) / 2;
        put(all, m_graph.blocks[root], 0, middle);
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            placeChildren(all, root, side, 1, middle - m_items[root].heights[side] / 2);
        }
        for (const std::size_t block : m_tree.order) {
            const Item& item = m_items[block];
            if (block != root && !item.children.empty()) {
                placeChildren(all, block, item.side, item.depth + 1, item.childrenTop);
            }
        }
        for (DrawingBlock::Part& part : all.parts) {
            part.offset.rx() += left;
        }
        all.size = {left + right, gridCeil(2 * middle)};
        return all;
    }

private:
    struct Item
    {
        std::vector<std::size_t> children;
        std::size_t side = 1; ///< 0: left of the root.
        std::size_t depth = 0;
        double childrenTop = 0;
        std::array<double, 2> heights{};    ///< Of what is beyond it, by side.
        std::array<DrawingBlock, 2> leaves; ///< Children without children, stacked.
    };

    [[nodiscard]] bool isLeaf(std::size_t block) const { return m_items[block].children.empty(); }

    [[nodiscard]] double ownHeight(std::size_t block) const
    {
        const Item& item = m_items[block];
        return std::max(m_graph.blocks[block].size.height(),
                        std::max(item.heights[0], item.heights[1]));
    }

    /// The root's children go to the side that is lower so far, everything else where its parent
    /// is.
    void chooseSides()
    {
        const std::size_t root = m_tree.order.front();
        std::vector<double> weights(m_items.size(), 0); // About the height of all below.
        for (auto block = m_tree.order.rbegin(); block != m_tree.order.rend(); ++block) {
            const double own = m_graph.blocks[*block].size.height() + kBlockGap;
            weights[*block] = std::max(weights[*block], own);
            if (m_tree.parents[*block] != kNone) {
                weights[m_tree.parents[*block]] += weights[*block];
            }
        }
        std::array<double, 2> sums{};
        for (const std::size_t child : m_items[root].children) {
            const std::size_t side = sums[0] <= sums[1] ? 0 : 1;
            sums[side] += weights[child];
            m_items[child].side = side;
        }
        for (const std::size_t block : m_tree.order) {
            const std::size_t parent = m_tree.parents[block];
            if (parent != kNone) {
                m_items[block].depth = m_items[parent].depth + 1;
                m_items[block].side = parent == root ? m_items[block].side : m_items[parent].side;
            }
        }
    }

    /// Heights from the leaves on, and the width of each column.
    void measure()
    {
        for (auto block = m_tree.order.rbegin(); block != m_tree.order.rend(); ++block) {
            Item& item = m_items[*block];
            std::array<std::vector<DrawingBlock>, 2> leaves;
            for (const std::size_t child : item.children) {
                const std::size_t side = m_items[child].side;
                if (isLeaf(child)) {
                    leaves[side].push_back(m_graph.blocks[child]); // Mirrored with the stack.
                } else {
                    item.heights[side] += ownHeight(child) + kBlockGap;
                    widen(side, item.depth + 1, m_graph.blocks[child].size.width());
                }
            }
            for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
                if (!leaves[side].empty()) {
                    item.leaves[side] = onSide(stacked(leaves[side]), side);
                    item.heights[side] += item.leaves[side].size.height() + kBlockGap;
                    widen(side, item.depth + 1, item.leaves[side].size.width());
                }
                item.heights[side] -= item.heights[side] > 0 ? kBlockGap : 0;
            }
        }
        const double half = gridCeil(m_graph.blocks[m_tree.order.front()].size.width() / 2);
        widen(0, 0, half);
        widen(1, 0, half);
    }

    /// Racks on the left have their switches on their right.
    [[nodiscard]] DrawingBlock onSide(DrawingBlock block, std::size_t side) const
    {
        return side == 0 ? mirrored(m_elements, std::move(block)) : block;
    }

    void widen(std::size_t side, std::size_t depth, double width)
    {
        std::vector<double>& widths = m_widths[side];
        widths.resize(std::max(widths.size(), depth + 1), 0);
        widths[depth] = std::max(widths[depth], width);
    }

    /// From the middle of the root to the near edge of a column; of one too many: to the far edge
    /// of the last.
    [[nodiscard]] double columnStart(std::size_t side, std::size_t depth)
    {
        std::vector<double>& starts = m_starts[side];
        while (starts.size() <= m_widths[side].size()) {
            const std::size_t next = starts.size();
            const double gap = next > 0 && next < m_widths[side].size() ? kColumnGap : 0;
            starts.push_back(next == 0 ? 0 : starts.back() + m_widths[side][next - 1] + gap);
        }
        return starts[depth];
    }

    void placeChildren(DrawingBlock& all, std::size_t parent, std::size_t side, std::size_t depth,
                       double top)
    {
        const auto putBeside = [&](const DrawingBlock& block, double middle) {
            const double start = columnStart(side, depth);
            put(all, block,
                side == 0 ? -start - block.size.width() / 2 : start + block.size.width() / 2,
                middle);
        };
        for (const std::size_t child : m_items[parent].children) {
            Item& item = m_items[child];
            if (item.side != side || isLeaf(child)) {
                continue;
            }
            const double middle = top + ownHeight(child) / 2;
            item.childrenTop = middle - item.heights[side] / 2;
            putBeside(onSide(m_graph.blocks[child], side), middle);
            top += ownHeight(child) + kBlockGap;
        }
        const DrawingBlock& leaves = m_items[parent].leaves[side];
        if (!leaves.parts.empty()) {
            putBeside(leaves, top + leaves.size.height() / 2);
        }
    }

    /// Adds a block with its middle there, on the grid.
    static void put(DrawingBlock& all, const DrawingBlock& block, double x, double y)
    {
        const QPointF topLeft(gridFloor(x - block.size.width() / 2),
                              gridFloor(y - block.size.height() / 2));
        for (const DrawingBlock::Part& part : block.parts) {
            all.parts.push_back({part.element, topLeft + part.offset});
        }
    }

    const DrawnElements& m_elements;
    const BlockGraph& m_graph;
    const SpanningTree& m_tree;
    std::vector<Item> m_items;
    std::array<std::vector<double>, 2> m_widths; ///< Of columns, by side and depth.
    std::array<std::vector<double>, 2> m_starts;
};

void setPositions(sim::Cluster& cluster, const DrawnElements& elements, const DrawingBlock& block,
                  QPointF topLeft)
{
    const auto set = [](auto& value, QPointF position) {
        value.x = position.x();
        value.y = position.y();
    };
    for (const DrawingBlock::Part& part : block.parts) {
        const QPointF position = topLeft + part.offset;
        if (part.element < elements.nodeCount()) {
            set(cluster.nodes[part.element], position);
        } else if (elements.isSwitch(part.element)) {
            set(cluster.switches[part.element - elements.nodeCount()], position);
        } else {
            set(cluster.groups[part.element - elements.firstGroup()], position);
        }
    }
}

} // namespace

sim::Cluster arranged(const sim::Cluster& cluster)
{
    const DrawnElements elements(cluster);
    std::vector<DrawingBlock> parts;
    std::vector<DrawingBlock> unlinked;
    for (const BlockGraph& part : connectedParts(blockGraph(cluster, elements))) {
        if (part.blocks.size() == 1) {
            unlinked.push_back(part.blocks.front());
            continue;
        }
        const SpanningTree tree(part, SpanningTree(part, 0).center(part));
        parts.push_back(TreeLayout(elements, part, tree).layout());
    }
    parts.insert(parts.end(), unlinked.begin(), unlinked.end());
    double width = kLeastShelf;
    double area = 0;
    for (const DrawingBlock& part : parts) {
        width = std::max(width, part.size.width());
        area += part.size.width() * part.size.height();
    }
    ShelfPacker shelf({}, std::max(width, gridCeil(std::sqrt(2 * area))));
    sim::Cluster result = cluster;
    for (const DrawingBlock& part : parts) {
        setPositions(result, elements, part, shelf.place(part.size));
    }
    return result;
}

} // namespace hscope::app
