// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include <span>
#include <vector>

namespace hscope::app {

/// A distance that is shown while something is dragged.
struct SnapDistance
{
    QLineF line;
    double length = 0;
};

/// Where a dragged rectangle comes to lie, and what to show for it.
struct Snap
{
    QPointF topLeft;
    std::vector<QLineF> guides;          ///< Through aligned edges and centres, across both.
    std::vector<SnapDistance> distances; ///< To the nearest neighbour on each aligned side.
};

/// Edges and centres of `others` within `reach` attract those of `moving` before the grid does.
[[nodiscard]] Snap snapped(const QRectF& moving, std::span<const QRectF> others, double grid,
                           double reach);

} // namespace hscope::app
