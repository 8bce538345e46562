// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/paint_helpers.h"

#include <QFontMetrics>

#include <algorithm>

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

} // namespace hscope::app
