// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_preview.h"

#include "app/models/format.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kPreviewZ = 10;
constexpr double kGhostOpacity = 0.6;
constexpr double kMargin = 48; ///< Of labels beside lines.
constexpr double kCross = 3;
constexpr double kNoteWidth = 400; ///< On screen, at most.

QPen cosmetic(const QColor& color, double width, Qt::PenStyle style = Qt::SolidLine)
{
    QPen pen(color, width, style);
    pen.setCosmetic(true);
    return pen;
}

QRectF boundsOf(const ClusterPreview& preview)
{
    QRectF bounds = preview.band.united(preview.target).united(preview.link.boundingRect());
    for (const ClusterPreview::Ghost& ghost : preview.ghosts) {
        bounds = bounds.united(ghost.rect);
    }
    for (const QRectF& outline : preview.outlines) {
        bounds = bounds.united(outline);
    }
    const auto addLine = [&bounds](const QLineF& line) {
        bounds = bounds.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1));
    };
    std::ranges::for_each(preview.guides, addLine);
    for (const SnapDistance& distance : preview.distances) {
        addLine(distance.line);
    }
    if (!preview.note.isEmpty()) { // Of constant size on screen: wide enough at any zoom.
        bounds = bounds.united(QRectF(preview.noteAt, QSizeF(kNoteWidth, kNoteWidth) * 8));
    }
    return bounds.isEmpty() ? bounds : bounds.adjusted(-kMargin, -kMargin, kMargin, kMargin);
}

} // namespace

ClusterPreviewItem::ClusterPreviewItem(const Theme& theme)
    : m_theme(theme)
{
    setZValue(kPreviewZ);
    setAcceptedMouseButtons(Qt::NoButton);
}

void ClusterPreviewItem::setPreview(ClusterPreview preview)
{
    prepareGeometryChange();
    m_preview = std::move(preview);
    m_bounds = boundsOf(m_preview);
    update();
}

void ClusterPreviewItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/,
                               QWidget* /*widget*/)
{
    const Palette& palette = m_theme.palette();
    const double scale =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->save();
    painter->setOpacity(kGhostOpacity);
    for (const ClusterPreview::Ghost& ghost : m_preview.ghosts) {
        paintElement(*painter, ghost.rect, ghost.picture, palette, {}, detailLevel(scale));
    }
    painter->setOpacity(1);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(cosmetic(palette.accent, 1.5, Qt::DashLine));
    for (const ClusterPreview::Ghost& ghost : m_preview.ghosts) {
        painter->drawRoundedRect(ghost.rect, 6, 6);
    }
    for (const QRectF& outline : m_preview.outlines) {
        painter->drawRect(outline);
    }
    if (!m_preview.target.isEmpty()) {
        painter->setPen(cosmetic(palette.accent, 2));
        painter->drawRoundedRect(m_preview.target.adjusted(-3, -3, 3, 3), 8, 8);
    }
    if (!m_preview.link.isEmpty()) {
        painter->setPen(cosmetic(palette.accent, 2, Qt::DashLine));
        painter->drawPolyline(m_preview.link);
        paintPort(*painter, m_preview.link.first(), palette, true);
        paintPort(*painter, m_preview.link.last(), palette, true);
    }
    if (!m_preview.band.isEmpty()) {
        QColor fill = palette.accent;
        fill.setAlphaF(0.10F);
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(cosmetic(palette.accent, 1));
        painter->setBrush(fill);
        painter->drawRect(m_preview.band);
    }
    paintGuides(*painter);
    paintNote(*painter, scale);
    painter->restore();
}

void ClusterPreviewItem::paintGuides(QPainter& painter) const
{
    const QColor& color = m_theme.palette().guide;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(cosmetic(color, 1, Qt::DashLine));
    for (const QLineF& guide : m_preview.guides) {
        painter.drawLine(guide);
    }
    painter.setPen(cosmetic(color, 1));
    for (const QLineF& guide : m_preview.guides) {
        for (const QPointF end : {guide.p1(), guide.p2()}) {
            painter.drawLine(end + QPointF(-kCross, -kCross), end + QPointF(kCross, kCross));
            painter.drawLine(end + QPointF(-kCross, kCross), end + QPointF(kCross, -kCross));
        }
    }
    painter.setFont(fonts::small());
    for (const SnapDistance& distance : m_preview.distances) {
        const QLineF& line = distance.line;
        const bool isUpright = std::abs(line.dx()) < std::abs(line.dy());
        const QPointF across = isUpright ? QPointF(4, 0) : QPointF(0, 4);
        painter.drawLine(line);
        painter.drawLine(line.p1() - across, line.p1() + across);
        painter.drawLine(line.p2() - across, line.p2() + across);
        const QPointF at = line.center() + (isUpright ? QPointF(8, 4) : QPointF(-8, -6));
        painter.drawText(at, formatCount(std::llround(distance.length)));
    }
}

void ClusterPreviewItem::paintNote(QPainter& painter, double scale) const
{
    if (m_preview.note.isEmpty()) {
        return;
    }
    const Palette& palette = m_theme.palette();
    painter.save();
    painter.translate(m_preview.noteAt);
    painter.scale(1 / scale, 1 / scale); // As large at every zoom.
    const QFontMetricsF metrics(fonts::small());
    const QRectF rect(12, 16, metrics.horizontalAdvance(m_preview.note) + 20, 22);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.text);
    painter.drawRoundedRect(rect, 4, 4);
    painter.setPen(palette.canvas);
    painter.setFont(fonts::small());
    painter.drawText(rect, Qt::AlignCenter, m_preview.note);
    painter.restore();
}

} // namespace hscope::app
