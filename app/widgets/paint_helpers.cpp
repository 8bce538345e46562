// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/paint_helpers.h"

#include <QFontMetrics>

#include <algorithm>
#include <array>
#include <cmath>

namespace hscope::app {

namespace {

int digitWidth(const QFontMetrics& metrics)
{
    int width = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit) {
        width = std::max(width, metrics.horizontalAdvance(QChar(digit)));
    }
    return width;
}

} // namespace

int tabularWidth(const QFontMetrics& metrics, const QString& text)
{
    const int digit = digitWidth(metrics);
    int width = 0;
    for (const QChar character : text) {
        width += character.isDigit() ? digit : metrics.horizontalAdvance(character);
    }
    return width;
}

void drawTabular(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const QString& text)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int digit = digitWidth(metrics);
    int x = rect.left();
    if (alignment & Qt::AlignRight) {
        x = rect.left() + rect.width() - tabularWidth(metrics, text);
    }
    const int baseline = rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent();
    for (const QChar character : text) {
        const int own = metrics.horizontalAdvance(character);
        const int width = character.isDigit() ? digit : own;
        painter.drawText(x + (width - own) / 2, baseline, QString(character));
        x += width;
    }
}

void drawGlyph(QPainter& painter, QPointF center, double size, TypeGlyph glyph, const QColor& color)
{
    const double half = size / 2;
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.setRenderHint(QPainter::Antialiasing, glyph != TypeGlyph::Square);
    switch (glyph) {
    case TypeGlyph::Circle:
        painter.drawEllipse(center, half, half);
        break;
    case TypeGlyph::Square: {
        // On whole pixels, and a little smaller: a square weighs more than a circle as wide.
        const double side = std::round(size * 0.88);
        painter.drawRect(QRectF(std::round(center.x() - side / 2),
                                std::round(center.y() - side / 2), side, side));
        break;
    }
    case TypeGlyph::Diamond: {
        const double reach = half * 1.15;
        const std::array<QPointF, 4> corners = {
            center + QPointF(0, -reach), center + QPointF(reach, 0), center + QPointF(0, reach),
            center + QPointF(-reach, 0)};
        painter.drawConvexPolygon(corners.data(), static_cast<int>(corners.size()));
        break;
    }
    }
    painter.restore();
}

void hatch(QPainter& painter, const QRectF& rect, const QColor& line)
{
    constexpr double kPeriod = 8;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, 1));
    // Lines of the whole painter, not of the rectangle: neighbours join.
    const double first = std::floor((rect.left() + rect.top()) / kPeriod) * kPeriod;
    for (double sum = first; sum < rect.right() + rect.bottom(); sum += kPeriod) {
        painter.drawLine(QPointF(sum - rect.top(), rect.top()),
                         QPointF(sum - rect.bottom(), rect.bottom()));
    }
    painter.restore();
}

void fillCategory(QPainter& painter, const QRectF& rect, core::Category category,
                  const Palette& palette)
{
    const QColor& color = palette.category(category);
    painter.fillRect(rect, color);
    if (category == core::Category::GpuSync || category == core::Category::Overhead) {
        QColor line = palette.canvas;
        line.setAlpha(palette.dark ? 130 : 150);
        painter.fillRect(rect,
                         QBrush(line, category == core::Category::GpuSync ? Qt::FDiagPattern
                                                                          : Qt::BDiagPattern));
    }
}

void paintWhiskers(QPainter& painter, double low, double high, double y, const Palette& palette)
{
    constexpr double kCap = 4; // To either side.
    for (const bool isHalo : {true, false}) {
        painter.setPen(QPen(isHalo ? palette.surface : palette.text, isHalo ? 3 : 1));
        painter.drawLine(QPointF(low, y), QPointF(high, y));
        painter.drawLine(QPointF(low, y - kCap), QPointF(low, y + kCap));
        painter.drawLine(QPointF(high, y - kCap), QPointF(high, y + kCap));
    }
}

} // namespace hscope::app
