// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/snapping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace hscope::app {

namespace {

constexpr double kSame = 1e-6; ///< Lines closer than that are one.

/// A rectangle along one axis, and across.
struct Extent
{
    double low = 0;
    double high = 0;
    double crossLow = 0;
    double crossHigh = 0;

    [[nodiscard]] std::array<double, 3> lines() const { return {low, (low + high) / 2, high}; }

    [[nodiscard]] bool overlapsAcross(const Extent& other) const
    {
        return crossLow < other.crossHigh && other.crossLow < crossHigh;
    }
};

Extent extentOf(const QRectF& rectangle, Qt::Orientation axis)
{
    return axis == Qt::Horizontal
               ? Extent{rectangle.left(), rectangle.right(), rectangle.top(), rectangle.bottom()}
               : Extent{rectangle.top(), rectangle.bottom(), rectangle.left(), rectangle.right()};
}

QLineF lineOf(QPointF from, QPointF to, Qt::Orientation axis)
{
    return axis == Qt::Horizontal ? QLineF(from, to)
                                  : QLineF(QPointF(from.y(), from.x()), QPointF(to.y(), to.x()));
}

/// How far the rectangle moves along the axis to lie on the nearest line of another, or on the
/// grid.
double shiftOf(const QRectF& moving, std::span<const QRectF> others, double grid, double reach,
               Qt::Orientation axis)
{
    const Extent own = extentOf(moving, axis);
    std::optional<double> best;
    for (const QRectF& other : others) {
        for (const double target : extentOf(other, axis).lines()) {
            for (const double line : own.lines()) {
                const double shift = target - line;
                if (std::abs(shift) <= reach && (!best || std::abs(shift) < std::abs(*best))) {
                    best = shift;
                }
            }
        }
    }
    if (best) {
        return *best;
    }
    return grid > 0 ? std::round(own.low / grid) * grid - own.low : 0;
}

/// Lines across the axis that `moving` shares with others, each as long as what it goes through.
void addGuides(const QRectF& moving, std::span<const QRectF> others, Qt::Orientation axis,
               std::vector<QLineF>& guides)
{
    const Extent own = extentOf(moving, axis);
    for (const double line : own.lines()) {
        double low = own.crossLow;
        double high = own.crossHigh;
        bool isShared = false;
        for (const QRectF& other : others) {
            const Extent extent = extentOf(other, axis);
            for (const double target : extent.lines()) {
                if (std::abs(target - line) <= kSame) {
                    isShared = true;
                    low = std::min(low, extent.crossLow);
                    high = std::max(high, extent.crossHigh);
                }
            }
        }
        if (isShared) {
            guides.push_back(lineOf({line, low}, {line, high}, axis));
        }
    }
}

/// The gaps along the axis to the nearest neighbours on both sides.
void addDistances(const QRectF& moving, std::span<const QRectF> others, Qt::Orientation axis,
                  std::vector<SnapDistance>& distances)
{
    const Extent own = extentOf(moving, axis);
    std::optional<Extent> before;
    std::optional<Extent> after;
    for (const QRectF& other : others) {
        const Extent extent = extentOf(other, axis);
        if (!own.overlapsAcross(extent)) {
            continue;
        }
        if (extent.high < own.low && (!before || extent.high > before->high)) {
            before = extent;
        }
        if (extent.low > own.high && (!after || extent.low < after->low)) {
            after = extent;
        }
    }
    const auto add = [&](const Extent& other, double from, double to) {
        const double across =
            (std::max(own.crossLow, other.crossLow) + std::min(own.crossHigh, other.crossHigh)) / 2;
        distances.push_back({lineOf({from, across}, {to, across}, axis), to - from});
    };
    if (before) {
        add(*before, before->high, own.low);
    }
    if (after) {
        add(*after, own.high, after->low);
    }
}

} // namespace

Snap snapped(const QRectF& moving, std::span<const QRectF> others, double grid, double reach)
{
    const QPointF shift(shiftOf(moving, others, grid, reach, Qt::Horizontal),
                        shiftOf(moving, others, grid, reach, Qt::Vertical));
    const QRectF moved = moving.translated(shift);
    Snap snap{moved.topLeft(), {}, {}};
    addGuides(moved, others, Qt::Horizontal, snap.guides);
    if (!snap.guides.empty()) {
        addDistances(moved, others, Qt::Vertical, snap.distances);
    }
    const std::size_t vertical = snap.guides.size();
    addGuides(moved, others, Qt::Vertical, snap.guides);
    if (snap.guides.size() > vertical) {
        addDistances(moved, others, Qt::Horizontal, snap.distances);
    }
    return snap;
}

} // namespace hscope::app
