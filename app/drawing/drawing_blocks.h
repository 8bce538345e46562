// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"

#include <QPointF>
#include <QSizeF>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hscope::app {

/// Everything of a cluster that has a position, under one numbering: nodes, then switches, then
/// groups, of which those with members have none of their own. Groups that only nodes name follow
/// the listed ones, in the order in which they are first named.
class DrawnElements
{
public:
    explicit DrawnElements(const sim::Cluster& cluster);

    [[nodiscard]] std::size_t nodeCount() const { return m_cluster.nodes.size(); }

    [[nodiscard]] std::size_t firstGroup() const { return nodeCount() + m_cluster.switches.size(); }

    [[nodiscard]] std::size_t count() const { return firstGroup() + m_groups.size(); }

    [[nodiscard]] bool isSwitch(std::size_t element) const
    {
        return element >= nodeCount() && element < firstGroup();
    }

    [[nodiscard]] const std::vector<std::string>& groups() const { return m_groups; }

    /// Nodes and switches of a group, by its position in groups().
    [[nodiscard]] const std::vector<std::size_t>& members(std::size_t group) const
    {
        return m_members[group];
    }

    [[nodiscard]] bool isGrouped(std::size_t element) const { return m_isGrouped[element]; }

    [[nodiscard]] QSizeF size(std::size_t element) const;

private:
    const sim::Cluster& m_cluster;
    std::vector<std::string> m_groups;
    std::vector<std::vector<std::size_t>> m_members;
    std::vector<bool> m_isGrouped; ///< By node and switch.
};

/// Elements that are placed together: a rack with its members, or one element, or several.
struct DrawingBlock
{
    struct Part
    {
        std::size_t element = 0;
        QPointF offset; ///< From the top left of the block.
    };

    std::vector<Part> parts;
    QSizeF size; ///< Multiples of the grid.
};

/// `value` as the next multiple of the grid.
[[nodiscard]] double gridCeil(double value);
[[nodiscard]] double gridFloor(double value);

[[nodiscard]] DrawingBlock elementBlock(const DrawnElements& elements, std::size_t element);

/// A rack: its switches in a column to the left of its nodes, room for its head above.
[[nodiscard]] DrawingBlock rackBlock(const DrawnElements& elements, std::size_t group);

/// The blocks below each other; many in several columns, about as wide as high, with room for links
/// between them.
[[nodiscard]] DrawingBlock stacked(std::span<const DrawingBlock> blocks);

/// With left and right exchanged.
[[nodiscard]] DrawingBlock mirrored(const DrawnElements& elements, DrawingBlock block);

/// Puts blocks beside each other in rows of about `width`.
class ShelfPacker
{
public:
    ShelfPacker(QPointF topLeft, double width)
        : m_start(topLeft)
        , m_next(topLeft)
        , m_width(width)
    {
    }

    /// The top left of the next block.
    [[nodiscard]] QPointF place(QSizeF size);

private:
    QPointF m_start;
    QPointF m_next;
    double m_width;
    double m_rowHeight = 0;
};

} // namespace hscope::app
