// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/timeline/type_glyph.h"

#include <QPainter>
#include <QRect>

namespace hscope::app {

/// Draws digits of equal width, whatever the font's own are, so that columns of numbers line up.
void drawTabular(QPainter& painter, const QRect& rect, Qt::Alignment alignment,
                 const QString& text);

/// The width that drawTabular needs.
[[nodiscard]] int tabularWidth(const QFontMetrics& metrics, const QString& text);

/// Draws the mark of a kind of device, `size` pixels across.
void drawGlyph(QPainter& painter, QPointF center, double size, TypeGlyph glyph,
               const QColor& color);

/// Rising lines on the ground that is there already: what lies under them is not allowed.
void hatch(QPainter& painter, const QRectF& rect, const QColor& line);

/// Fills with a category's colour, hatched if that category is.
void fillCategory(QPainter& painter, const QRectF& rect, core::Category category,
                  const Palette& palette);

/// Draws an interval from `low` to `high` around `y`, with a halo on whatever lies under it.
void paintWhiskers(QPainter& painter, double low, double high, double y, const Palette& palette);

} // namespace hscope::app
