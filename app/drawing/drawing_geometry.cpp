// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/drawing_geometry.h"

#include "app/drawing/arrangement.h"
#include "app/drawing/drawing_blocks.h"
#include "app/drawing/rectangle_tree.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace hscope::app {

namespace {

using drawing::kGrid;

constexpr double kFarthest = 1e6;
constexpr double kLeastShelf = 1280; ///< Width of the rows of elements without a position.

/// Text is measured without a font, at 13 and 11 pixels, so that sizes do not depend on the screen.
constexpr double kTitleCharacter = 7.5;
constexpr double kDetailCharacter = 6;
constexpr double kPriceWidth = 72;
constexpr double kTitleMargins = 40;

std::optional<QPointF> positionOf(std::optional<double> x, std::optional<double> y)
{
    if (!x || !y) {
        return std::nullopt;
    }
    return QPointF(std::clamp(*x, -kFarthest, kFarthest), std::clamp(*y, -kFarthest, kFarthest));
}

/// Positions by element, as far as the document has them.
std::vector<std::optional<QPointF>> givenPositions(const sim::Cluster& cluster,
                                                   const DrawnElements& elements)
{
    std::vector<std::optional<QPointF>> positions;
    positions.reserve(elements.count());
    for (const sim::Node& node : cluster.nodes) {
        positions.push_back(positionOf(node.x, node.y));
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        positions.push_back(positionOf(networkSwitch.x, networkSwitch.y));
    }
    for (std::size_t i = 0; i < elements.groups().size(); ++i) {
        const bool placesItself = i < cluster.groups.size() && elements.members(i).empty();
        positions.push_back(placesItself ? positionOf(cluster.groups[i].x, cluster.groups[i].y)
                                         : std::nullopt);
    }
    return positions;
}

QRectF rackAround(const QRectF& members)
{
    const double padding = drawing::kRackPadding;
    QRectF rack = members.adjusted(-padding, -drawing::kRackHead, padding, padding);
    rack.setWidth(std::max(rack.width(), drawing::kEmptyRackSize.width()));
    return rack;
}

/// Finds places for what has none.
class Completion
{
public:
    Completion(const DrawnElements& elements, std::vector<std::optional<QPointF>>& positions)
        : m_elements(elements)
        , m_positions(positions)
        , m_shelf({}, 0)
    {
    }

    void run()
    {
        QRectF bounds;
        std::vector<QRectF> placed;
        for (std::size_t i = 0; i < m_positions.size(); ++i) {
            if (m_positions[i]) {
                placed.emplace_back(*m_positions[i], m_elements.size(i));
                bounds = bounds.united(placed.back());
            }
        }
        m_placed = RectangleTree(std::move(placed));
        const QRectF around = rackAround(bounds);
        m_shelf = ShelfPacker({gridFloor(bounds.left()), gridCeil(around.bottom()) + 2 * kGrid},
                              std::max(bounds.width(), kLeastShelf));
        for (std::size_t group = 0; group < m_elements.groups().size(); ++group) {
            completeRack(group);
        }
        for (std::size_t i = 0; i < m_elements.firstGroup(); ++i) {
            if (!m_elements.isGrouped(i) && !m_positions[i]) {
                place(elementBlock(m_elements, i));
            }
        }
    }

private:
    void place(const DrawingBlock& block) { place(block, m_shelf.place(block.size)); }

    void place(const DrawingBlock& block, QPointF topLeft)
    {
        for (const DrawingBlock::Part& part : block.parts) {
            if (!m_positions[part.element]) {
                m_positions[part.element] = topLeft + part.offset;
            }
        }
    }

    void completeRack(std::size_t group)
    {
        QRectF placed;
        std::vector<DrawingBlock> missing;
        for (const std::size_t member : m_elements.members(group)) {
            if (m_positions[member]) {
                placed = placed.united(QRectF(*m_positions[member], m_elements.size(member)));
            } else {
                missing.push_back(elementBlock(m_elements, member));
            }
        }
        if (placed.isNull()) {
            const std::size_t own = m_elements.firstGroup() + group;
            if (!missing.empty() || (m_elements.members(group).empty() && !m_positions[own])) {
                place(rackBlock(m_elements, group));
            }
            return;
        }
        if (missing.empty()) {
            return;
        }
        // Below the others of the rack if there is room, else below everything.
        const DrawingBlock block = stacked(missing);
        const QPointF below(placed.left(), gridCeil(placed.bottom()) + kGrid);
        const QRectF added = QRectF(below, block.size).adjusted(-kGrid, 0, kGrid, kGrid);
        if (m_placed.any(added, [](std::size_t) { return true; })) {
            place(block);
        } else {
            place(block, below);
        }
    }

    const DrawnElements& m_elements;
    std::vector<std::optional<QPointF>>& m_positions;
    RectangleTree m_placed;
    ShelfPacker m_shelf;
};

DrawingGeometry geometryAt(const sim::Cluster& cluster, const DrawnElements& elements,
                           const std::vector<std::optional<QPointF>>& positions)
{
    const auto rectangle = [&](std::size_t i) {
        return QRectF(positions[i].value_or(QPointF()), elements.size(i));
    };
    DrawingGeometry geometry;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        geometry.nodes.emplace(cluster.nodes[i].id, rectangle(i));
    }
    for (std::size_t i = 0; i < cluster.switches.size(); ++i) {
        geometry.switches.emplace(cluster.switches[i].id, rectangle(cluster.nodes.size() + i));
    }
    for (std::size_t group = 0; group < elements.groups().size(); ++group) {
        QRectF members;
        for (const std::size_t member : elements.members(group)) {
            members = members.united(rectangle(member));
        }
        geometry.racks.emplace(elements.groups()[group],
                               members.isNull() ? rectangle(elements.firstGroup() + group)
                                                : rackAround(members));
    }
    for (const auto* rectangles : {&geometry.nodes, &geometry.switches, &geometry.racks}) {
        for (const auto& [id, place] : *rectangles) {
            geometry.bounds = geometry.bounds.united(place);
        }
    }
    return geometry;
}

} // namespace

int glyphRows(const sim::NodeDevices& devices)
{
    if (devices.count > drawing::kMostGlyphs) {
        return 1;
    }
    const int count = static_cast<int>(std::max<std::int64_t>(devices.count, 1));
    return (count + drawing::kGlyphsPerRow - 1) / drawing::kGlyphsPerRow;
}

QSizeF nodeSize(const sim::Node& node)
{
    int rows = node.count != 1 ? 1 : 0;
    double details = 0;
    for (const sim::NodeDevices& devices : node.devices) {
        rows += glyphRows(devices);
        details += static_cast<double>(devices.type.size() + 5); // `8 x v100`
    }
    rows += node.devices.empty() ? 1 : 0;
    const double title = static_cast<double>(node.id.size()) * kTitleCharacter +
                         details * kDetailCharacter + kPriceWidth + kTitleMargins;
    return {std::clamp(gridCeil(title), drawing::kNodeWidth, drawing::kMostNodeWidth),
            drawing::kNodeHead + rows * drawing::kGlyphPitch + drawing::kNodeFoot};
}

DrawingGeometry drawingGeometry(const sim::Cluster& cluster)
{
    const DrawnElements elements(cluster);
    std::vector<std::optional<QPointF>> positions = givenPositions(cluster, elements);
    const auto isPlaced = [](const std::optional<QPointF>& position) {
        return position.has_value();
    };
    if (std::none_of(positions.begin(), positions.end(), isPlaced)) {
        positions = givenPositions(arranged(cluster), elements);
    }
    Completion(elements, positions).run();
    return geometryAt(cluster, elements, positions);
}

} // namespace hscope::app
