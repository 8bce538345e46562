// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/placement_strips.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kGlyph = 7;
constexpr int kGlyphLeft = 8;  ///< Centre of the glyph from the left of its cell.
constexpr int kUnitsLeft = 15; ///< Where the number of units begins.
constexpr int kWidestName = 140;
constexpr int kLeastName = 28; ///< A layer's name needs this much room.
constexpr int kLeastGlyphCell = 14;

} // namespace

PlacementStrips::PlacementStrips(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Placement"));
    setAccessibleDescription(
        tr("Layers by scheduler; the column Stages of the results has the same as text"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PlacementStrips::setData(const PlacementStripsData& content)
{
    m_data = content;
    refreshLayout();
    updateGeometry();
}

void PlacementStrips::setSelected(std::optional<std::size_t> row)
{
    if (m_selected != row) {
        m_selected = row;
        update();
    }
}

QSize PlacementStrips::sizeHint() const
{
    return {800, m_layout.height()};
}

QSize PlacementStrips::minimumSizeHint() const
{
    return {400, m_layout.height()};
}

void PlacementStrips::refreshLayout()
{
    const QFontMetrics metrics(fonts::number());
    int names = 0;
    for (const PlacementStripsData::Row& row : m_data.rows) {
        names = std::max(names, metrics.horizontalAdvance(row.scheduler));
    }
    m_layout = PlacementStripsLayout(m_data.layers.size(), m_data.rows.size(), width(),
                                     std::clamp(names + 2, 72, kWidestName));
    update();
}

void PlacementStrips::resizeEvent(QResizeEvent* /*event*/)
{
    refreshLayout();
}

void PlacementStrips::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    paintHeader(painter);
    for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
        if (row == m_selected) {
            painter.fillRect(m_layout.rowRect(row), palette.selection);
            painter.fillRect(
                QRect(0, m_layout.rowRect(row).top(), 2, PlacementStripsLayout::kRowHeight),
                palette.accent);
        }
        paintRow(painter, row);
    }
    // Outlines last: they lie on the edges of their neighbours.
    for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
        paintDifferences(painter, row);
    }
    if (hasFocus()) {
        painter.setPen(palette.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void PlacementStrips::paintHeader(QPainter& painter) const
{
    painter.setFont(fonts::small());
    painter.setPen(m_theme.palette().secondaryText);
    const QFontMetrics metrics = painter.fontMetrics();
    int free = 0; // Where the next text may begin.
    for (std::size_t layer = 0; layer < m_data.layers.size(); ++layer) {
        const QRect cell = m_layout.headerRect(layer);
        if (cell.width() >= kLeastName) {
            painter.drawText(cell, Qt::AlignCenter,
                             metrics.elidedText(elideMiddle(m_data.layers[layer], kMeasuredLength),
                                                Qt::ElideMiddle, cell.width() - 4));
            continue;
        }
        // No room for names: numbers, as many as fit.
        const QString number = QString::number(layer);
        const int width = metrics.horizontalAdvance(number) + 8;
        if (cell.left() >= free && cell.left() + width <= m_layout.right() + 8) {
            painter.drawText(QRect(cell.left(), cell.top(), width, cell.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, number);
            free = cell.left() + width;
        }
    }
}

void PlacementStrips::paintRow(QPainter& painter, std::size_t row) const
{
    paintWords(painter, row);
    const PlacementStripsData::Row& source = m_data.rows[row];
    if (source.stages.empty()) {
        paintMessage(painter, row);
        return;
    }
    for (const PlacementStripsData::Stage& stage : source.stages) {
        paintStage(painter, row, stage);
    }
}

void PlacementStrips::paintStage(QPainter& painter, std::size_t row,
                                 const PlacementStripsData::Stage& stage) const
{
    const Palette& palette = m_theme.palette();
    const TypeAppearance& type = m_data.types[stage.type];
    const QColor color = type.color(palette);
    const QColor ground = tinted(type, palette, tints::kStripGround);
    const QColor bar = tinted(type, palette, tints::kStripBar);
    const bool narrow = m_layout.columnLeft(1) - m_layout.columnLeft(0) < kLeastGlyphCell;
    const auto paintCell = [&](const QRect& whole) {
        const QRect cell = whole.adjusted(0, 0, -1, 0); // A gap of a pixel.
        painter.fillRect(cell, ground);
        painter.fillRect(PlacementStripsLayout::barIn(cell, stage.height), bar);
    };
    if (narrow) {
        paintCell(m_layout.runRect(row, stage.layers));
    }
    for (std::size_t layer = stage.layers.first; layer <= stage.layers.last && !narrow; ++layer) {
        paintCell(m_layout.cellRect(row, layer));
        const QRect cell = m_layout.cellRect(row, layer);
        drawGlyph(painter, QPointF(cell.left() + kGlyphLeft, cell.center().y() + 0.5), kGlyph,
                  type.glyph, color);
    }
    // The number may run on over cells of its own stage.
    const QRect run = m_layout.runRect(row, stage.layers);
    const QString units = u"×" + formatCount(stage.units);
    painter.setFont(fonts::small());
    if (painter.fontMetrics().horizontalAdvance(units) + kUnitsLeft <= run.width()) {
        const QRect first = m_layout.cellRect(row, stage.layers.first);
        const int width = painter.fontMetrics().horizontalAdvance(units) + 3;
        if (kUnitsLeft + width > first.width() && !narrow) {
            // A ground of its own where it would cover the next glyph.
            painter.fillRect(
                QRect(first.left() + kUnitsLeft - 1, first.top(), width,
                      first.height() - PlacementStripsLayout::barIn(first, stage.height).height()),
                ground);
        }
        painter.setPen(palette.text);
        painter.drawText(
            QRect(run.left() + kUnitsLeft, run.top(), run.width() - kUnitsLeft, run.height()),
            Qt::AlignLeft | Qt::AlignVCenter, units);
    }
}

void PlacementStrips::paintMessage(QPainter& painter, std::size_t row) const
{
    const Palette& palette = m_theme.palette();
    const PlacementStripsData::Row& source = m_data.rows[row];
    const QRect strip =
        m_data.layers.empty() ? QRect() : m_layout.runRect(row, {0, m_data.layers.size() - 1});
    painter.setFont(fonts::small());
    const QFontMetrics metrics = painter.fontMetrics();
    if (!source.isProblem) {
        painter.fillRect(strip.adjusted(0, 0, -1, 0), palette.alternateRow);
        painter.setPen(palette.accent);
        painter.drawText(strip.adjusted(kUnitsLeft, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         source.message);
        return;
    }
    hatch(painter, strip, blended(palette.outline, palette.surface, 0.4));
    const QString text = metrics.elidedText(elideMiddle(source.message, kMeasuredLength),
                                            Qt::ElideRight, strip.width() - kUnitsLeft - 16);
    const QRect ground(strip.left() + kUnitsLeft - 6, strip.top(),
                       metrics.horizontalAdvance(text) + 12, strip.height());
    painter.fillRect(ground, row == m_selected ? palette.selection : palette.surface);
    painter.setPen(palette.warning);
    painter.drawText(ground.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void PlacementStrips::paintWords(QPainter& painter, std::size_t row) const
{
    const Palette& palette = m_theme.palette();
    const PlacementStripsData::Row& source = m_data.rows[row];
    QFont font = fonts::number();
    font.setWeight(row == m_selected ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(palette.text);
    const QRect name = m_layout.nameRect(row);
    painter.drawText(
        name, Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(elideMiddle(source.scheduler, kMeasuredLength),
                                         Qt::ElideMiddle, name.width()));
    painter.setFont(fonts::small());
    painter.setPen(palette.secondaryText);
    painter.drawText(m_layout.noteRect(row), Qt::AlignLeft | Qt::AlignVCenter, source.note);
    painter.drawText(m_layout.differenceRect(row), Qt::AlignRight | Qt::AlignVCenter,
                     source.difference);
}

void PlacementStrips::paintDifferences(QPainter& painter, std::size_t row) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.palette().text, 1));
    painter.setBrush(Qt::NoBrush);
    for (const LayerRun& run : m_data.rows[row].differing) {
        const QRectF rect = m_layout.runRect(row, run);
        painter.drawRoundedRect(rect.adjusted(-0.5, -0.5, -0.5, 0.5), 2, 2);
    }
    painter.restore();
}

QString PlacementStrips::tipAt(QPoint position) const
{
    const auto row = m_layout.rowAt(position.y());
    const auto layer = m_layout.layerAt(position.x());
    if (!row) {
        return layer && position.y() < PlacementStripsLayout::kHeaderHeight
                   ? tr("layer %1: %2").arg(*layer).arg(m_data.layers[*layer])
                   : QString();
    }
    const PlacementStripsData::Row& source = m_data.rows[*row];
    for (const PlacementStripsData::Stage& stage : source.stages) {
        if (layer && *layer >= stage.layers.first && *layer <= stage.layers.last) {
            return tr("%1: layer %2, %3\nstage of layers %4 to %5 on %6 × %7")
                .arg(source.scheduler)
                .arg(*layer)
                .arg(m_data.layers[*layer])
                .arg(stage.layers.first)
                .arg(stage.layers.last)
                .arg(formatCount(stage.units), m_data.types[stage.type].id);
        }
    }
    return source.message;
}

void PlacementStrips::mousePressEvent(QMouseEvent* event)
{
    const auto row = m_layout.rowAt(event->position().toPoint().y());
    if (event->button() == Qt::LeftButton && row) {
        Q_EMIT rowClicked(*row);
        return;
    }
    QWidget::mousePressEvent(event);
}

void PlacementStrips::keyPressEvent(QKeyEvent* event)
{
    const std::size_t row = m_selected.value_or(0);
    if (event->key() == Qt::Key_Up && row > 0) {
        Q_EMIT rowClicked(row - 1);
    } else if (event->key() == Qt::Key_Down && row + 1 < m_data.rows.size()) {
        Q_EMIT rowClicked(row + 1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool PlacementStrips::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(),
                           toolTipText(tip).replace(u'\n', QStringLiteral("<br>")), this);
    }
    return true;
}

} // namespace hscope::app
