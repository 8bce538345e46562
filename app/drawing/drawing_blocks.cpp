// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/drawing_blocks.h"

#include "app/drawing/drawing_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace hscope::app {

namespace {

using drawing::kGrid;

constexpr std::size_t kOneColumn = 8; ///< Up to that many stand below each other.
constexpr double kRowGap = kGrid;
constexpr double kColumnGap = 4 * kGrid;
constexpr double kSwitchGap = 8 * kGrid; ///< From a rack's switches to its nodes.
constexpr double kShelfGap = 3 * kGrid;

/// How many rows make a stack of several columns about as high as wide.
std::size_t rowsFor(std::span<const DrawingBlock> blocks)
{
    if (blocks.size() <= kOneColumn) {
        return blocks.size();
    }
    double width = 0;
    double height = 0;
    for (const DrawingBlock& block : blocks) {
        width += block.size.width() + kColumnGap;
        height += block.size.height() + 2 * kRowGap;
    }
    const double rows = std::sqrt(static_cast<double>(blocks.size()) * width / height);
    return std::max(kOneColumn, static_cast<std::size_t>(std::ceil(rows)));
}

} // namespace

DrawnElements::DrawnElements(const sim::Cluster& cluster)
    : m_cluster(cluster)
{
    std::map<std::string, std::size_t, std::less<>> known;
    const auto indexOf = [&](const std::string& id) {
        const auto [entry, isNew] = known.try_emplace(id, m_groups.size());
        if (isNew) {
            m_groups.push_back(id);
            m_members.emplace_back();
        }
        return entry->second;
    };
    const auto join = [&](const std::optional<std::string>& group) {
        if (group) {
            m_members[indexOf(*group)].push_back(m_isGrouped.size());
        }
        m_isGrouped.push_back(group.has_value());
    };
    for (const sim::Group& group : cluster.groups) {
        static_cast<void>(indexOf(group.id));
    }
    for (const sim::Node& node : cluster.nodes) {
        join(node.group);
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        join(networkSwitch.group);
    }
}

QSizeF DrawnElements::size(std::size_t element) const
{
    if (element < nodeCount()) {
        return nodeSize(m_cluster.nodes[element]);
    }
    return isSwitch(element) ? drawing::kSwitchSize : drawing::kEmptyRackSize;
}

double gridCeil(double value)
{
    return std::ceil(value / kGrid) * kGrid;
}

double gridFloor(double value)
{
    return std::floor(value / kGrid) * kGrid;
}

DrawingBlock elementBlock(const DrawnElements& elements, std::size_t element)
{
    const QSizeF size = elements.size(element);
    return {{{element, {}}}, {gridCeil(size.width()), gridCeil(size.height())}};
}

DrawingBlock rackBlock(const DrawnElements& elements, std::size_t group)
{
    if (elements.members(group).empty()) {
        return elementBlock(elements, elements.firstGroup() + group);
    }
    std::vector<DrawingBlock> nodes;
    std::vector<DrawingBlock> switches;
    for (const std::size_t member : elements.members(group)) {
        (elements.isSwitch(member) ? switches : nodes).push_back(elementBlock(elements, member));
    }
    DrawingBlock rack;
    const double head = gridCeil(drawing::kRackHead);
    double x = gridCeil(drawing::kRackPadding);
    const std::array columns{stacked(switches), stacked(nodes)};
    const double height = std::max(columns[0].size.height(), columns[1].size.height());
    for (const DrawingBlock& column : columns) {
        const double y = head + gridFloor((height - column.size.height()) / 2);
        for (const DrawingBlock::Part& part : column.parts) {
            rack.parts.push_back({part.element, part.offset + QPointF(x, y)});
        }
        x += column.parts.empty() ? 0 : column.size.width() + kSwitchGap;
    }
    const double padding = gridCeil(drawing::kRackPadding);
    rack.size = {std::max(x - kSwitchGap + padding, gridCeil(drawing::kEmptyRackSize.width())),
                 head + height + padding};
    return rack;
}

DrawingBlock stacked(std::span<const DrawingBlock> blocks)
{
    DrawingBlock stack;
    const std::size_t rows = rowsFor(blocks);
    const double gap = rows < blocks.size() ? 2 * kRowGap : kRowGap;
    double x = 0;
    for (std::size_t first = 0; first < blocks.size(); first += rows) {
        const auto column = blocks.subspan(first, std::min(rows, blocks.size() - first));
        double y = 0;
        double width = 0;
        for (const DrawingBlock& block : column) {
            for (const DrawingBlock::Part& part : block.parts) {
                stack.parts.push_back({part.element, part.offset + QPointF(x, y)});
            }
            y += block.size.height() + gap;
            width = std::max(width, block.size.width());
        }
        stack.size = {x + width, std::max(stack.size.height(), y - gap)};
        x += width + kColumnGap;
    }
    return stack.parts.empty() ? DrawingBlock{{}, {0, 0}} : stack;
}

DrawingBlock mirrored(const DrawnElements& elements, DrawingBlock block)
{
    for (DrawingBlock::Part& part : block.parts) {
        const double width = gridCeil(elements.size(part.element).width());
        part.offset.setX(block.size.width() - part.offset.x() - width);
    }
    return block;
}

QPointF ShelfPacker::place(QSizeF size)
{
    if (m_next.x() > m_start.x() && m_next.x() + size.width() > m_start.x() + m_width) {
        m_next = {m_start.x(), m_next.y() + m_rowHeight + kShelfGap};
        m_rowHeight = 0;
    }
    const QPointF topLeft = m_next;
    m_next.rx() += size.width() + kShelfGap;
    m_rowHeight = std::max(m_rowHeight, size.height());
    return topLeft;
}

} // namespace hscope::app
