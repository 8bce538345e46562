// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/drawing_geometry.h"

#include <QPolygonF>

#include <vector>

namespace hscope::app {

namespace drawing {
/// What a link's label gets: two lines of text. On a horizontal piece it lies around `label`, one
/// line above and one below the link; on a vertical one to the right of it, `kLabelGap` away.
inline constexpr QSizeF kLabelSize{80, 34};
inline constexpr double kLabelGap = 6;
} // namespace drawing

/// How one link is drawn: horizontal and vertical pieces from the edge of `from` to the edge of
/// `to`. `label` is a place on a piece that is long enough for two words, where neither labels of
/// other links nor elements nor other links lie.
struct LinkRoute
{
    QPolygonF points; ///< Empty if the link has no two ends.
    QPointF label;
    Qt::Orientation labelPiece = Qt::Horizontal;
    bool isLabelVisible = true;
};

/// A route per link of the cluster, in its order. Routes keep away from elements that they do not
/// end at where there is a way around; links that leave an element on the same side share its
/// middle, like the branches of a bus; a second link between the same elements runs beside the
/// first. Pure; O(links x (log + elements near the route)). Only so many links can be led around
/// others: in a drawing that is full of obstacles the last ones may cross some.
[[nodiscard]] std::vector<LinkRoute> routeLinks(const sim::Cluster& cluster,
                                                const DrawingGeometry& geometry);

/// The route of a link that is being drawn from `from` to a free point.
[[nodiscard]] QPolygonF routeToPoint(const QRectF& from, QPointF to);

} // namespace hscope::app
