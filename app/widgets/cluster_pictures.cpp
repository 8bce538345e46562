// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_pictures.h"

#include "app/drawing/link_routing.h"
#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/theme.h"
#include "simulator/model/cluster_totals.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmapCache>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kSketchBelow = 0.45; ///< Text would be too small to read.
constexpr double kBlockBelow = 0.16;  ///< Glyphs would be smaller than two pixels.
constexpr double kRadius = 6;
constexpr double kRackRadius = 8;
constexpr double kPadding = 12;
constexpr double kTextRow = 20;
constexpr double kStackStep = 4;
constexpr int kIcon = 16;
constexpr int kNameLength = 40;
constexpr double kFadedOpacity = 0.45; ///< Of a node that a schedule does not use.

QString tr(const char* text)
{
    return QCoreApplication::translate("ClusterPictures", text);
}

/// A line icon of 16 px, kept: drawing one takes longer than all else of an element.
void paintIcon(QPainter& painter, QPointF topLeft, const QString& name, const QColor& color)
{
    const double ratio = painter.device()->devicePixelRatioF() * painter.transform().m11();
    const QString key = QStringLiteral("cluster %1 %2 %3").arg(name, color.name()).arg(ratio);
    QPixmap icon;
    if (!QPixmapCache::find(key, &icon)) {
        icon = linePixmap(name, color, kIcon, ratio);
        QPixmapCache::insert(key, icon);
    }
    painter.drawPixmap(QRectF(topLeft, QSizeF(kIcon, kIcon)), icon, QRectF(icon.rect()));
}

QColor outlineOf(const Palette& palette, ElementMarks marks)
{
    return marks.isSelected ? palette.accent : marks.hasProblem ? palette.warning : palette.outline;
}

/// A rounded frame whose line lies on whole pixels at 100%.
void paintFrame(QPainter& painter, const QRectF& rect, double radius, const QColor& ground,
                const Palette& palette, ElementMarks marks)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(outlineOf(palette, marks), marks.isSelected || marks.hasProblem ? 1.5 : 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (marks.isSelected) {
        // An outline around the outline: seen on every ground, and no new fill.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette.accent, 1.5));
        painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), radius + 2, radius + 2);
    }
}

/// `!` at the corner of what has a problem.
void paintBadge(QPainter& painter, const QRectF& rect, const Palette& palette)
{
    const QPointF center = rect.topRight() + QPointF(-1, 2);
    QFont font = fonts::small();
    font.setWeight(QFont::Bold);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.canvas, 1.5));
    painter.setBrush(palette.warning);
    painter.drawEllipse(center, 8, 8);
    painter.setFont(font);
    painter.setPen(labelColor(palette.warning));
    painter.drawText(QRectF(center.x() - 8, center.y() - 8, 16, 16), Qt::AlignCenter,
                     QStringLiteral("!"));
}

/// Text cut in the middle to what fits; gives the width it took.
double paintText(QPainter& painter, const QRectF& rect, const QFont& font, const QColor& color,
                 const QString& text, Qt::Alignment alignment = Qt::AlignLeft)
{
    if (text.isEmpty() || rect.width() < 8) {
        return 0;
    }
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideMiddle, rect.width());
    painter.drawText(rect, static_cast<int>(alignment | Qt::AlignVCenter), shown);
    return metrics.horizontalAdvance(shown);
}

/// Round and pointed glyphs weigh less than squares and need more air.
double glyphSize(TypeGlyph glyph)
{
    return glyph == TypeGlyph::Square ? drawing::kGlyph : drawing::kGlyph - 2.5;
}

void paintGlyphs(QPainter& painter, const QRectF& area, const NodePicture& node,
                 const Palette& palette, DetailLevel level)
{
    double y = area.top() + drawing::kGlyphPitch / 2;
    for (const NodePicture::Devices& devices : node.devices) {
        if (y > area.bottom()) {
            return;
        }
        const QColor color = devices.look.color(palette);
        if (devices.count > drawing::kMostGlyphs) {
            drawGlyph(painter, {area.left() + drawing::kGlyph / 2, y}, drawing::kGlyph,
                      devices.look.glyph, color);
            if (level == DetailLevel::Full) {
                paintText(painter, QRectF(area.left() + 18, y - 8, area.width() - 18, 16),
                          fonts::small(), palette.secondaryText,
                          u"× " + formatCount(devices.count));
            }
            y += drawing::kGlyphPitch;
            continue;
        }
        for (std::int64_t i = 0; i < devices.count; ++i) {
            const double x = area.left() + drawing::kGlyph / 2 +
                             static_cast<double>(i % drawing::kGlyphsPerRow) * drawing::kGlyphPitch;
            drawGlyph(
                painter,
                {x, y + static_cast<double>(i / drawing::kGlyphsPerRow) * drawing::kGlyphPitch},
                glyphSize(devices.look.glyph), devices.look.glyph, color);
        }
        y += drawing::kGlyphPitch *
             std::ceil(static_cast<double>(devices.count) / drawing::kGlyphsPerRow);
    }
}

/// `×10` as white on dark, right-aligned; gives where it begins.
double paintCount(QPainter& painter, const QRectF& title, std::int64_t count,
                  const Palette& palette)
{
    const QString text = u'×' + formatCount(count);
    QFont font = fonts::small();
    font.setWeight(QFont::DemiBold);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 14;
    const QRectF badge(title.right() - width, title.center().y() - 9, width, 18);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.text);
    painter.drawRoundedRect(badge, 9, 9);
    paintText(painter, badge, font, palette.canvas, text, Qt::AlignHCenter);
    return badge.left();
}

void paintStack(QPainter& painter, const QRectF& rect, const Palette& palette, ElementMarks marks)
{
    marks.isSelected = false;
    for (int behind = 2; behind > 0; --behind) {
        const double step = behind * kStackStep;
        paintFrame(painter, rect.translated(step, step), kRadius, palette.canvas, palette, marks);
    }
}

/// At the end of the last row of glyphs, if they leave room.
void paintMemory(QPainter& painter, const QRectF& row, const NodePicture& node,
                 const Palette& palette)
{
    if (node.devices.empty()) {
        paintText(painter, row, fonts::small(), palette.secondaryText,
                  tr("Add devices in the inspector"));
        return;
    }
    const std::int64_t last = node.devices.back().count;
    const std::int64_t inRow =
        last > drawing::kMostGlyphs ? 3 : (last - 1) % drawing::kGlyphsPerRow + 1;
    const double room = row.width() - static_cast<double>(inRow) * drawing::kGlyphPitch;
    if (QFontMetricsF(fonts::small()).horizontalAdvance(node.memory) <= room) {
        paintText(painter, row, fonts::small(), palette.secondaryText, node.memory, Qt::AlignRight);
    }
}

void paintBlock(QPainter& painter, const QRectF& rect, const QColor& color, const Palette& palette,
                ElementMarks marks)
{
    painter.fillRect(rect, color);
    if (marks.isSelected || marks.hasProblem) {
        QPen pen(outlineOf(palette, marks), 2);
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect);
    }
}

/// Name, devices, price and memory.
void paintNodeWords(QPainter& painter, const QRectF& rect, const NodePicture& node,
                    const Palette& palette)
{
    const QRectF inner = rect.adjusted(kPadding, 0, -kPadding, 0);
    const QRectF title(inner.left(), rect.top(), inner.width(), drawing::kNodeHead);
    const QRectF lastRow(inner.left(), rect.bottom() - drawing::kNodeFoot - kTextRow + 2,
                         inner.width(), kTextRow);
    QRectF words = title;
    if (node.count > 1) {
        words.setRight(paintCount(painter, title, node.count, palette) - 8);
        const double price = paintText(painter, lastRow, fonts::small(), palette.secondaryText,
                                       tr("%1 each").arg(node.price), Qt::AlignRight);
        paintText(painter, lastRow.adjusted(0, 0, -price - 8, 0), fonts::small(),
                  palette.secondaryText, node.memory);
    } else {
        words.setRight(
            words.right() - 8 -
            paintText(painter, title, fonts::number(), palette.text, node.price, Qt::AlignRight));
        if (node.cells.empty()) {
            paintMemory(painter, lastRow, node, palette);
        }
    }
    words.setLeft(words.left() + paintText(painter, words, fonts::bold(), palette.text, node.name) +
                  8);
    paintText(painter, words, fonts::small(), palette.secondaryText, node.devicesText);
}

} // namespace

DetailLevel detailLevel(double scale)
{
    return scale < kBlockBelow    ? DetailLevel::Block
           : scale < kSketchBelow ? DetailLevel::Sketch
                                  : DetailLevel::Full;
}

NodePicture nodePicture(const sim::Cluster& types, const sim::Node& node)
{
    const sim::NodeTotals totals = sim::nodeTotals(types, node);
    NodePicture picture;
    picture.name = elideMiddle(toText(node.id), kNameLength);
    picture.devicesText = devicesText(types, node);
    picture.price = formatPrice(totals.usdPerHour);
    picture.memory = totals.memoryGib && *totals.memoryGib > 0
                         ? tr("%1 GiB").arg(formatShort(*totals.memoryGib))
                         : QString();
    picture.count = node.count;
    for (const sim::NodeDevices& devices : node.devices) {
        picture.devices.push_back({appearanceOf(types, devices.type), devices.count});
    }
    return picture;
}

QRectF deviceArea(const QRectF& nodeRect)
{
    return nodeRect.adjusted(kPadding, drawing::kNodeHead, -kPadding, 0);
}

void paintNode(QPainter& painter, const QRectF& rect, const NodePicture& node,
               const Palette& palette, ElementMarks marks, DetailLevel level)
{
    if (level == DetailLevel::Block) {
        if (!node.cells.empty()) {
            marks.isSelected = hasEmphasized(node.cells);
            paintBlock(painter, rect, nodeColor(node.cells, palette), palette, marks);
            return;
        }
        paintBlock(painter, rect,
                   node.devices.empty() ? palette.outline
                                        : node.devices.front().look.color(palette),
                   palette, marks);
        return;
    }
    const double opacity = painter.opacity();
    if (!node.cells.empty() && !hasUsed(node.cells)) {
        painter.setOpacity(opacity * kFadedOpacity);
    }
    if (node.count > 1) {
        paintStack(painter, rect, palette, marks);
    }
    paintFrame(painter, rect, kRadius, palette.canvas, palette, marks);
    if (node.cells.empty()) {
        paintGlyphs(painter, deviceArea(rect), node, palette, level);
    } else {
        paintDeviceCells(painter, deviceArea(rect), node.cells, palette, level);
    }
    if (level == DetailLevel::Full) {
        paintNodeWords(painter, rect, node, palette);
    }
    painter.setOpacity(opacity);
    if (level == DetailLevel::Full && marks.hasProblem) {
        paintBadge(painter, rect, palette);
    }
}

void paintSwitch(QPainter& painter, const QRectF& rect, const SwitchPicture& picture,
                 const Palette& palette, ElementMarks marks, DetailLevel level)
{
    if (level == DetailLevel::Block) {
        paintBlock(painter, rect, palette.cable, palette, marks);
        return;
    }
    paintFrame(painter, rect, kRadius, palette.canvas, palette, marks);
    if (level == DetailLevel::Sketch) {
        return;
    }
    const QRectF inner = rect.adjusted(kPadding, 6, -kPadding, -6);
    const QRectF top(inner.left(), inner.top(), inner.width(), inner.height() / 2);
    paintIcon(painter, {inner.right() - kIcon, top.center().y() - kIcon / 2.0},
              QStringLiteral("switch"), palette.secondaryText);
    paintText(painter, top.adjusted(0, 0, -20, 0), fonts::bold(), palette.text, picture.name);
    paintText(painter, QRectF(inner.left(), top.bottom(), inner.width(), inner.height() / 2),
              fonts::small(), palette.secondaryText, picture.detail);
    if (marks.hasProblem) {
        paintBadge(painter, rect, palette);
    }
}

void paintRack(QPainter& painter, const QRectF& rect, const RackPicture& rack,
               const Palette& palette, ElementMarks marks, DetailLevel level)
{
    if (level == DetailLevel::Block) {
        paintBlock(painter, rect, palette.hairline, palette, marks);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter, rect, kRackRadius, blended(palette.window, palette.canvas, 0.15), palette,
               marks);
    if (!marks.isSelected && !marks.hasProblem) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(blended(palette.outline, palette.canvas, 0.45), 1));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), kRackRadius, kRackRadius);
    }
    const QRectF head(rect.left() + kPadding, rect.top(), rect.width() - 2 * kPadding,
                      drawing::kRackHead - 2);
    painter.fillRect(QRectF(rect.left() + 1, head.bottom(), rect.width() - 2, 1), palette.hairline);
    if (level == DetailLevel::Sketch) {
        return;
    }
    paintIcon(painter, {head.left(), head.center().y() - kIcon / 2.0}, QStringLiteral("rack"),
              palette.secondaryText);
    const double price =
        paintText(painter, head, fonts::number(), palette.text, rack.price, Qt::AlignRight);
    QRectF words = head.adjusted(24, 0, -price - 8, 0);
    words.setLeft(words.left() + paintText(painter, words, fonts::bold(), palette.text, rack.name) +
                  8);
    paintText(painter, words, fonts::small(), palette.secondaryText, rack.detail);
    if (marks.hasProblem) {
        paintBadge(painter, rect, palette);
    }
}

void paintLink(QPainter& painter, const LinkPicture& link, const Palette& palette,
               ElementMarks marks, DetailLevel level)
{
    const bool isAccented = marks.isSelected || marks.isRelated;
    const QColor color = isAccented        ? palette.accent
                         : marks.isHovered ? palette.text
                                           : palette.cable;
    QPen pen(color, link.isBundle || marks.isSelected ? 2.5 : 1.5);
    pen.setJoinStyle(Qt::RoundJoin);
    if (level == DetailLevel::Block) {
        pen.setWidthF(1);
        pen.setCosmetic(true);
    }
    painter.setRenderHint(QPainter::Antialiasing, level != DetailLevel::Block);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(link.points);
    if (level == DetailLevel::Block || link.points.size() < 2) {
        return;
    }
    paintPort(painter, link.points.first(), palette, isAccented);
    paintPort(painter, link.points.last(), palette, isAccented);
    if (level != DetailLevel::Full || link.above.isEmpty()) {
        return;
    }
    const bool isAround = link.labelPiece == Qt::Horizontal;
    const auto label = [&](const QString& text, double top, const QColor& words) {
        const QFont font = fonts::small();
        const double width = QFontMetricsF(font).horizontalAdvance(text) + 4;
        const double left =
            isAround ? link.label.x() - width / 2 : link.label.x() + drawing::kLabelGap;
        paintText(painter, QRectF(left, link.label.y() + top, width, 15), font, words, text,
                  isAround ? Qt::AlignHCenter : Qt::AlignLeft);
    };
    label(link.above, isAround ? -18 : -15, isAccented ? palette.accent : palette.text);
    label(link.below, isAround ? 3 : 0, palette.secondaryText);
}

void paintPort(QPainter& painter, QPointF center, const Palette& palette, bool isActive)
{
    const double half = kPort / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isActive ? palette.accent : palette.cable, 1.5));
    painter.setBrush(palette.canvas);
    painter.drawRoundedRect(QRectF(center.x() - half, center.y() - half, kPort, kPort), 1.5, 1.5);
}

std::vector<QPointF> portsOf(const QRectF& rect)
{
    const QPointF middle = rect.center();
    return {{rect.left(), middle.y()},
            {rect.right(), middle.y()},
            {middle.x(), rect.top()},
            {middle.x(), rect.bottom()}};
}

} // namespace hscope::app
