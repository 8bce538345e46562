// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/placement_strips.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
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
constexpr int kWidestChoice = 24; ///< Characters of a type's id among the choices.
constexpr int kChoiceRoom = 30;   ///< For its glyph and margins.

} // namespace

PlacementStrips::PlacementStrips(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Placement"));
    setAccessibleDescription(
        tr("Layers by scheduler; Return moves a layer to another type. The column Stages of the "
           "results has the same as text"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PlacementStrips::setData(const PlacementStripsData& content)
{
    const bool isTaller = m_data.rows.size() != content.rows.size();
    m_data = content;
    endDrag();
    refreshLayout();
    if (isTaller) {
        updateGeometry();
    }
}

void PlacementStrips::setSelectedLayer(std::optional<std::size_t> layer)
{
    if (m_layer != layer) {
        m_layer = layer;
        update();
    }
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
    paintLayer(painter);
    if (hasFocus()) {
        painter.setPen(palette.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
    if (m_choices) {
        paintChoices(painter);
    }
}

void PlacementStrips::paintLayer(QPainter& painter) const
{
    if (!m_layer || *m_layer >= m_data.layers.size() || !m_selected ||
        *m_selected >= m_data.rows.size()) {
        return;
    }
    const QColor& accent = m_theme.palette().accent;
    const QRect header = m_layout.headerRect(*m_layer);
    painter.fillRect(QRect(header.left() + 2, header.bottom() - 1, header.width() - 5, 2), accent);
    painter.setPen(QPen(accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(m_layout.cellRect(*m_selected, *m_layer).adjusted(1, 1, -2, -1));
}

void PlacementStrips::paintChoices(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    const auto& types = m_data.choices[m_draggedLayer];
    painter.setPen(palette.outline);
    painter.setBrush(palette.surface);
    painter.drawRoundedRect(QRectF(m_choices->frame()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setFont(fonts::number());
    const QFontMetrics metrics = painter.fontMetrics();
    const auto under = m_choices->itemAt(m_pointer);
    for (std::size_t item = 0; item < types.size(); ++item) {
        const QRect rect = m_choices->itemRect(item);
        const TypeAppearance& type = m_data.types[types[item]];
        if (item == under) {
            painter.fillRect(rect, palette.selection);
        }
        drawGlyph(painter, QPointF(rect.left() + 12, rect.center().y() + 0.5), 9, type.glyph,
                  type.color(palette));
        const bool isOwn = m_data.rows[m_draggedRow].layerTypes[m_draggedLayer] == types[item];
        painter.setPen(isOwn ? palette.secondaryText : palette.text);
        const QRect words = rect.adjusted(22, 0, -4, 0);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(elideMiddle(type.id, kMeasuredLength), Qt::ElideMiddle,
                                            words.width()));
    }
    const TypeAppearance& own = m_data.types[m_data.rows[m_draggedRow].layerTypes[m_draggedLayer]];
    drawGlyph(painter, m_pointer + QPointF(2, 2), 11, own.glyph, own.color(palette));
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

LayerRun PlacementStrips::stageOf(std::size_t row, std::size_t layer) const
{
    for (const PlacementStripsData::Stage& stage : m_data.rows[row].stages) {
        if (layer >= stage.layers.first && layer <= stage.layers.last) {
            return stage.layers;
        }
    }
    return {layer, layer};
}

bool PlacementStrips::canMove(std::size_t row, std::size_t layer) const
{
    return row < m_data.rows.size() && layer < m_data.rows[row].layerTypes.size() &&
           m_data.choices[layer].size() > 1;
}

void PlacementStrips::addMoves(QMenu& menu, std::size_t row, const LayerRun& layers) const
{
    auto* own = const_cast<PlacementStrips*>(this); // Signals are sent later, by the menu.
    for (const std::size_t type : m_data.choices[layers.first]) {
        QAction* action = menu.addAction(elideMiddle(m_data.captions[type], 48));
        action->setCheckable(true);
        action->setChecked(m_data.rows[row].layerTypes[layers.first] == type);
        connect(action, &QAction::triggered, own,
                [own, row, layers, type] { Q_EMIT own->moveRequested(row, layers, type); });
    }
}

QMenu* PlacementStrips::makeMenu(std::size_t row, std::size_t layer)
{
    auto* menu = new QMenu(this);
    if (canMove(row, layer)) {
        QMenu* one = menu->addMenu(tr("Move %1 to").arg(elideMiddle(m_data.layers[layer], 32)));
        addMoves(*one, row, {layer, layer});
        const LayerRun stage = stageOf(row, layer);
        if (stage.last > stage.first) {
            QMenu* all =
                menu->addMenu(tr("Move layers %1 to %2 to").arg(stage.first).arg(stage.last));
            addMoves(*all, row, stage);
        }
    }
    const bool isByHand = std::ranges::any_of(m_data.rows, &PlacementStripsData::Row::isByHand);
    QAction* reset = menu->addAction(tr("Reset what was moved by hand"));
    reset->setEnabled(isByHand);
    connect(reset, &QAction::triggered, this, &PlacementStrips::resetRequested);
    Q_EMIT menuRequested(menu, row);
    return menu;
}

void PlacementStrips::showMenu(std::size_t row, std::size_t layer, QPoint position)
{
    QMenu* menu = makeMenu(row, layer);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(mapToGlobal(position));
}

void PlacementStrips::contextMenuEvent(QContextMenuEvent* event)
{
    const auto row = m_layout.rowAt(event->pos().y());
    const auto layer = m_layout.layerAt(event->pos().x());
    if (event->reason() == QContextMenuEvent::Mouse && row && layer) {
        Q_EMIT rowClicked(*row);
        Q_EMIT layerClicked(*layer);
        showMenu(*row, *layer, event->pos());
    } else if (event->reason() != QContextMenuEvent::Mouse && m_selected && !m_data.rows.empty()) {
        const std::size_t at = m_layer.value_or(0);
        showMenu(*m_selected, at, m_layout.cellRect(*m_selected, at).bottomLeft());
    }
}

void PlacementStrips::mousePressEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const auto row = m_layout.rowAt(position.y());
    const auto layer = m_layout.layerAt(position.x());
    if (event->button() != Qt::LeftButton || (!row && !layer)) {
        QWidget::mousePressEvent(event);
        return;
    }
    if (row) {
        Q_EMIT rowClicked(*row);
    }
    if (layer) {
        Q_EMIT layerClicked(*layer);
    }
    if (row && layer && canMove(*row, *layer)) {
        m_pressed = position;
    }
}

void PlacementStrips::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    if (m_pressed && !m_choices &&
        (position - *m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        beginDrag(*m_pressed);
    }
    if (m_choices) {
        m_pointer = position;
        update();
    }
}

void PlacementStrips::beginDrag(QPoint position)
{
    m_draggedRow = *m_layout.rowAt(position.y());
    m_draggedLayer = *m_layout.layerAt(position.x());
    const QFontMetrics metrics(fonts::number());
    int widest = 0;
    for (const std::size_t type : m_data.choices[m_draggedLayer]) {
        widest = std::max(
            widest, metrics.horizontalAdvance(elideMiddle(m_data.types[type].id, kWidestChoice)));
    }
    m_choices = TypeChoiceLayout(rect(), m_layout.cellRect(m_draggedRow, m_draggedLayer),
                                 m_data.choices[m_draggedLayer].size(), widest + kChoiceRoom);
    setCursor(Qt::ClosedHandCursor);
}

void PlacementStrips::endDrag()
{
    m_pressed.reset();
    if (m_choices) {
        m_choices.reset();
        unsetCursor();
        update();
    }
}

void PlacementStrips::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const auto item =
        m_choices ? m_choices->itemAt(event->position().toPoint()) : std::optional<std::size_t>();
    endDrag();
    if (item) {
        Q_EMIT moveRequested(m_draggedRow, {m_draggedLayer, m_draggedLayer},
                             m_data.choices[m_draggedLayer][*item]);
    }
}

void PlacementStrips::keyPressEvent(QKeyEvent* event)
{
    const std::size_t row = m_selected.value_or(0);
    const std::size_t layers = m_data.layers.size();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const std::size_t next = event->key() == Qt::Key_Down ? row + 1 : row - 1;
        if (next < m_data.rows.size()) {
            Q_EMIT rowClicked(next);
        }
        return;
    }
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (layers > 0) {
            const std::size_t next = !m_layer                        ? 0
                                     : event->key() == Qt::Key_Right ? *m_layer + 1
                                                                     : *m_layer - 1;
            Q_EMIT layerClicked(next < layers ? next : *m_layer);
        }
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row < m_data.rows.size() && layers > 0) {
            const std::size_t layer = m_layer.value_or(0);
            showMenu(row, layer, m_layout.cellRect(row, layer).bottomLeft());
        }
        return;
    case Qt::Key_Escape:
        if (m_choices) {
            endDrag();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
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
