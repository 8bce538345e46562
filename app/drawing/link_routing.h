// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/drawing_geometry.h"

#include <QPolygonF>

#include <vector>

namespace hscope::app {

/// How one link is drawn: horizontal and vertical pieces from the edge of one element to the edge of
/// the other. `label` is the middle of a piece that is long enough for two words, where labels of
/// other links do not lie.
struct LinkRoute
{
    QPolygonF points;
    QPointF label;
    bool isLabelVisible = true;
};

/// A route per link of the cluster, in its order. Routes keep away from elements that they do not
/// end at where there is a way around; links that leave an element on the same side share its
/// middle, like the branches of a bus. Pure; O(links x (log + elements near the route)).
[[nodiscard]] std::vector<LinkRoute> routeLinks(const sim::Cluster& cluster,
                                                const DrawingGeometry& geometry);

/// The route of a link that is being drawn from `from` to a free point.
[[nodiscard]] QPolygonF routeToPoint(const QRectF& from, QPointF to);

} // namespace hscope::app
