// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_overlay.h"

#include "app/timeline/timeline_geometry.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr std::size_t kMostArrows = 64; ///< More of them are a carpet, not information.
constexpr double kFarOutside = 20'000;  ///< Beyond this, positions only cost precision.

} // namespace

TimelineOverlay::TimelineOverlay(const Palette& palette, const View& view)
    : m_palette(palette)
    , m_view(view)
{
}

std::optional<QRectF> TimelineOverlay::rectOf(core::SliceId slice) const
{
    const std::optional<LayoutRow> row = m_view.layout.rowOf(m_view.store, slice);
    if (!row) {
        return std::nullopt;
    }
    const TimeScale scale(m_view.range, m_view.tracks.width());
    const core::TimeRange range = m_view.store.rangeOf(slice);
    const double x0 = std::round(std::clamp(scale.xOf(range.start), -kFarOutside, kFarOutside));
    double x1 = std::round(std::clamp(scale.xOf(range.end), -kFarOutside, kFarOutside));
    if (x1 - x0 > 4) {
        x1 -= 1;
    }
    return QRectF(m_view.tracks.x() + x0, m_view.tracks.y() + row->y - m_view.scrollY,
                  std::max(x1 - x0, 2.0), std::min(measure::kSlice, row->height - 1));
}

void TimelineOverlay::paintSelection(QPainter& painter, core::SliceId selected) const
{
    const std::optional<QRectF> own = rectOf(selected);
    if (!own) {
        return;
    }
    painter.save();
    painter.setClipRect(m_view.tracks);
    painter.setRenderHint(QPainter::Antialiasing);
    std::size_t arrows = 0;
    const auto paintLink = [&](core::SliceId partner, bool isTarget) {
        const std::optional<QRectF> other = rectOf(partner);
        if (!other || ++arrows > kMostArrows) {
            return;
        }
        paintOutline(painter, *other, m_palette.accent);
        paintArrow(painter, isTarget ? *own : *other, isTarget ? *other : *own);
    };
    for (const core::Link& link : m_view.store.linksFrom(selected)) {
        paintLink(link.to, true);
    }
    for (const core::Link& link : m_view.store.linksTo(selected)) {
        paintLink(link.from, false);
    }
    paintOutline(painter, *own, m_palette.dark ? QColor(Qt::white) : m_palette.text);
    painter.restore();
}

void TimelineOverlay::paintOutline(QPainter& painter, const QRectF& rect, const QColor& color) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_palette.canvas, 1.0));
    painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3);
    painter.setPen(QPen(color, 2.0));
    painter.drawRoundedRect(rect, 2, 2);
}

void TimelineOverlay::paintArrow(QPainter& painter, const QRectF& from, const QRectF& to) const
{
    // Leaves near the end of the earlier slice and arrives at the begin of the later one; within a
    // row above it.
    const double distance = to.center().y() - from.center().y();
    const bool below = distance > 1.0;
    const bool above = distance < -1.0;
    const double leaving = below ? 1.0 : -1.0;
    const double arriving = above ? -1.0 : 1.0;
    const QPointF start(from.right() - std::min(8.0, from.width() / 2),
                        below ? from.bottom() + 3 : from.top() - 3);
    const QPointF tip(to.left() + std::min(6.0, to.width() / 2),
                      above ? to.bottom() + 2 : to.top() - 2);
    const double bend = std::clamp(std::abs(tip.y() - start.y()) * 0.5, 14.0, 60.0);
    QPainterPath path(start);
    path.cubicTo(start + QPointF(0, bend * leaving), tip - QPointF(0, bend * arriving),
                 tip - QPointF(0, 5 * arriving));
    QPainterPath arrow(tip);
    arrow.lineTo(tip + QPointF(-4, -7 * arriving));
    arrow.lineTo(tip + QPointF(4, -7 * arriving));
    arrow.closeSubpath();

    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_palette.canvas, 4.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    painter.drawPath(arrow);
    painter.setPen(QPen(m_palette.accent, 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_palette.accent);
    painter.drawPath(arrow);
}

} // namespace hscope::app
