// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/snapping.h"
#include "app/widgets/cluster_items.h"

#include <QGraphicsItem>

#include <vector>

namespace hscope::app {

/// What is shown while the mouse is down: nothing of it is in the cluster yet.
struct ClusterPreview
{
    struct Ghost
    {
        QRectF rect;
        ElementPicture picture;
    };

    std::vector<Ghost> ghosts;
    std::vector<QRectF> outlines; ///< Of many that are moved: pictures would take too long.
    std::vector<QLineF> guides;
    std::vector<SnapDistance> distances;
    QPolygonF link; ///< Being drawn.
    QRectF target;  ///< What it would be connected with.
    QRectF band;    ///< Of the rubber band.
    QString note;   ///< `x 48, y 312`.
    QPointF noteAt;
};

/// Draws the preview above everything else.
class ClusterPreviewItem final : public QGraphicsItem
{
public:
    explicit ClusterPreviewItem(const Theme& theme);

    void setPreview(ClusterPreview preview);

    [[nodiscard]] const ClusterPreview& preview() const { return m_preview; }

    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintGuides(QPainter& painter) const;
    void paintNote(QPainter& painter, double scale) const;

    const Theme& m_theme;
    ClusterPreview m_preview;
    QRectF m_bounds;
};

} // namespace hscope::app
