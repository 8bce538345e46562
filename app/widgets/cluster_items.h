// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/cluster_pictures.h"
#include "app/widgets/theme.h"
#include "simulator/model/cluster_element.h"

#include <QGraphicsItem>

#include <memory>
#include <variant>

namespace hscope::app {

/// What an item draws.
using ElementPicture = std::variant<NodePicture, SwitchPicture, RackPicture, LinkPicture>;

/// Paints a picture in a rectangle; links bring their own points.
void paintElement(QPainter& painter, const QRectF& rect, const ElementPicture& picture,
                  const Palette& palette, ElementMarks marks, DetailLevel level);

/// One element on the canvas. It paints and nothing else: what the mouse does is the canvas's.
class ClusterItem final : public QGraphicsItem
{
public:
    ClusterItem(sim::ClusterElement element, QRectF rect, ElementPicture picture,
                const Theme& theme);

    [[nodiscard]] const sim::ClusterElement& element() const { return m_element; }

    [[nodiscard]] const QRectF& rect() const { return m_rect; }

    [[nodiscard]] const ElementPicture& picture() const { return m_picture; }

    [[nodiscard]] ElementMarks marks() const { return m_marks; }

    /// Takes over what another item of the same element draws, if it differs.
    void takeFrom(ClusterItem& other);
    void setMarks(ElementMarks marks);
    /// What a schedule does on the devices of a node; empty: nothing is known of one.
    void setCells(std::vector<DeviceCells> cells);

    /// Whether a point is on the element, or within `reach` of a link.
    [[nodiscard]] bool isHit(QPointF point, double reach) const;

    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }

    [[nodiscard]] QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    int generation = 0; ///< Of the scene that last needed it.

private:
    void refreshBounds();

    sim::ClusterElement m_element;
    QRectF m_rect;
    QRectF m_bounds;
    ElementPicture m_picture;
    ElementMarks m_marks;
    const Theme& m_theme;
};

} // namespace hscope::app
