// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What mouse, wheel and keyboard do to a TimelineCanvas; painting is in timeline_canvas.cpp.
#include "app/models/format.h"
#include "app/timeline/timeline_geometry.h"
#include "app/widgets/slice_tool_tip.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_changes.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kZoomPerNotch = 0.8; ///< Of the visible range, for 15 degrees of the wheel.
constexpr double kFineZoomPerNotch = 0.95;
constexpr double kZoomPerKey = 0.7;
constexpr double kPanPerNotch = 0.1; ///< Of the visible range.
constexpr double kPanPerKey = 0.15;
constexpr double kDegreesPerNotch = 120.0; ///< In the units of QWheelEvent::angleDelta.

} // namespace

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    if (!m_store) {
        return;
    }
    if (!isOverTracks(event->position())) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    // A trackpad reports pixels; they pan as far as the fingers move.
    const QPointF pixels = event->pixelDelta();
    const QPointF notches = QPointF(event->angleDelta()) / kDegreesPerNotch;
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    const double sideways = notches.x() + (shift ? notches.y() : 0.0);
    if (sideways != 0) {
        const bool exact = !pixels.isNull() && tracksWidth() > 0;
        const double moved = pixels.x() + (shift ? pixels.y() : 0.0);
        panBy(exact ? -moved / tracksWidth() : -sideways * kPanPerNotch);
    }
    if (!shift && std::abs(notches.y()) > std::abs(notches.x())) {
        const bool fine = (event->modifiers() & Qt::ControlModifier) != 0;
        zoomAround(timeAt(event->position().x()),
                   std::pow(fine ? kFineZoomPerNotch : kZoomPerNotch, notches.y()));
    }
    hover(event->position());
    event->accept();
}

void TimelineCanvas::zoomAround(core::TraceTime time, double factor)
{
    m_document->setVisibleRange(zoomed(shownRange(), time, factor));
}

void TimelineCanvas::zoomByKey(double factor)
{
    const core::TimeRange visible = shownRange();
    const core::TraceTime middle = visible.start + visible.length() / 2;
    const bool atCursor = m_cursorTime && visible.contains(*m_cursorTime);
    zoomAround(atCursor ? *m_cursorTime : middle, factor);
}

void TimelineCanvas::panBy(double ratio)
{
    const core::TimeRange visible = shownRange();
    const double length = nsBetween(core::toNs(visible.start), core::toNs(visible.end));
    m_document->setVisibleRange(panned(visible, length * ratio, m_document->traceRange()));
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (!m_store || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) {
        event->ignore();
        return;
    }
    if (!isOverTracks(event->position())) {
        toggleAt(event->position());
        return;
    }
    const std::optional<TrackHead> head =
        m_layout.headAt(static_cast<int>(event->position().y()) + verticalScrollBar()->value());
    if (head && head->kind == RowKind::ProcessHeader && event->button() == Qt::LeftButton) {
        toggleAt(event->position());
        return;
    }
    m_drag = Drag{event->position(), shownRange(), verticalScrollBar()->value(), false};
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    hover(event->position());
    if (!m_drag) {
        return;
    }
    const QPointF moved = event->position() - m_drag->start;
    if (!m_drag->moved && moved.manhattanLength() < QApplication::startDragDistance()) {
        return;
    }
    m_drag->moved = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const double length = nsBetween(core::toNs(m_drag->range.start), core::toNs(m_drag->range.end));
    m_document->setVisibleRange(panned(
        m_drag->range, -moved.x() / std::max(1, tracksWidth()) * length, m_document->traceRange()));
    verticalScrollBar()->setValue(m_drag->scrollY - static_cast<int>(moved.y()));
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_drag) {
        return;
    }
    const bool wasClick = !m_drag->moved && event->button() == Qt::LeftButton;
    m_drag.reset();
    viewport()->unsetCursor();
    if (wasClick) {
        click(event->position());
    }
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_store || event->button() != Qt::LeftButton) {
        return;
    }
    if (!isOverTracks(event->position())) {
        toggleAt(event->position());
    } else if (const auto slice = sliceAt(event->position())) {
        m_document->select(slice);
        m_document->fitSelection();
    } else {
        m_document->fitTrace();
    }
}

void TimelineCanvas::click(QPointF position)
{
    m_document->select(sliceAt(position));
}

void TimelineCanvas::toggleAt(QPointF position)
{
    const std::optional<TrackHead> head =
        m_layout.headAt(static_cast<int>(position.y()) + verticalScrollBar()->value());
    if (!head || !head->canCollapse) {
        return;
    }
    if (head->kind == RowKind::ProcessHeader) {
        m_collapse.toggle(head->process);
    } else {
        m_collapse.toggle(head->track);
    }
    rebuildLayout();
}

void TimelineCanvas::hover(std::optional<QPointF> position)
{
    const bool wasOverHeads = m_hovered && !isOverTracks(*m_hovered);
    const bool isOverHeads = position && !isOverTracks(*position);
    m_hovered = position;
    if (wasOverHeads || isOverHeads) {
        viewport()->update(QRect(0, 0, measure::kHead, viewport()->height()));
    }
    const bool hasTime = m_store && position && isOverTracks(*position);
    const std::optional<core::TraceTime> time =
        hasTime ? std::optional(timeAt(position->x())) : std::nullopt;
    if (time != m_cursorTime) {
        updateCursorLine(time);
        Q_EMIT cursorTimeChanged(time);
    }
}

void TimelineCanvas::updateCursorLine(std::optional<core::TraceTime> time)
{
    const auto updateLine = [this] {
        if (m_cursorTime) {
            viewport()->update(QRect(xOf(*m_cursorTime) - 1, 0, 3, viewport()->height()));
        }
    };
    updateLine();
    m_cursorTime = time;
    updateLine();
}

void TimelineCanvas::selectNeighbour(bool forward)
{
    const auto selection = m_document->selection();
    if (!selection) {
        selectInNextRow(forward);
        return;
    }
    if (!m_index) {
        return;
    }
    if (const auto next =
            forward ? m_index->nextInRow(*selection) : m_index->previousInRow(*selection)) {
        m_document->reveal(*next);
    }
}

void TimelineCanvas::selectInNextRow(bool forward)
{
    if (!m_index) {
        return;
    }
    const auto selection = m_document->selection();
    const auto from = selection ? m_layout.rowOf(*m_store, *selection) : std::nullopt;
    const auto fromY = from ? std::optional(from->y) : std::nullopt;
    const core::TimeRange around = selection ? m_store->rangeOf(*selection) : shownRange();
    std::vector<LayoutRow> rows = m_layout.rows();
    if (!forward) {
        std::ranges::reverse(rows);
    }
    for (const LayoutRow& row : rows) {
        const bool isBefore = fromY && (forward ? row.y <= *fromY : row.y >= *fromY);
        if (isBefore || (row.kind != RowKind::Slices && row.kind != RowKind::Operations)) {
            continue;
        }
        auto slice = m_index->sliceAt(row.track, row.depth, around);
        slice = slice ? slice : m_index->sliceAt(row.track, row.depth, shownRange());
        if (slice) {
            m_document->reveal(*slice);
            return;
        }
    }
}

bool TimelineCanvas::handleStepKey(const QKeyEvent& event)
{
    const bool control = (event.modifiers() & Qt::ControlModifier) != 0;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control) {
            selectNeighbour(event.key() == Qt::Key_Right);
        } else {
            panBy(event.key() == Qt::Key_Right ? kPanPerKey : -kPanPerKey);
        }
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (control) {
            selectInNextRow(event.key() == Qt::Key_Down);
        } else {
            verticalScrollBar()->triggerAction(event.key() == Qt::Key_Down
                                                   ? QAbstractSlider::SliderSingleStepAdd
                                                   : QAbstractSlider::SliderSingleStepSub);
        }
        return true;
    case Qt::Key_PageUp:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        return true;
    case Qt::Key_PageDown:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    default:
        return false;
    }
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers others =
        event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (!m_store || (others & ~Qt::ControlModifier) != 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (handleStepKey(*event)) {
        return;
    }
    if (others != 0) { // letters with Ctrl belong to the menus
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomByKey(kZoomPerKey);
        break;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoomByKey(1.0 / kZoomPerKey);
        break;
    case Qt::Key_A:
        panBy(-kPanPerKey);
        break;
    case Qt::Key_D:
        panBy(kPanPerKey);
        break;
    case Qt::Key_F:
        m_document->fitSelection();
        break;
    case Qt::Key_Home:
        m_document->fitTrace();
        break;
    case Qt::Key_Escape:
        m_document->select(std::nullopt);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineCanvas::focusInEvent(QFocusEvent* event)
{
    m_showsFocus = event->reason() == Qt::TabFocusReason ||
                   event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    viewport()->update();
    QAbstractScrollArea::focusInEvent(event);
}

void TimelineCanvas::focusOutEvent(QFocusEvent* event)
{
    m_showsFocus = false;
    viewport()->update();
    QAbstractScrollArea::focusOutEvent(event);
}

bool TimelineCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        return showToolTip(help->pos(), help->globalPos());
    }
    if (event->type() == QEvent::Leave) {
        hover(std::nullopt);
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QString TimelineCanvas::toolTipAt(QPoint position) const
{
    if (const auto looks = m_document->looks(); looks && m_store) {
        const QString mark = changes::markTextAt(overlayView(), *looks, position);
        if (!mark.isEmpty()) {
            return toolTipText(mark);
        }
    }
    if (const auto slice = sliceAt(position)) {
        return sliceToolTip(*m_store, *m_index, *slice, m_document->traceRange().start);
    }
    const auto row = m_layout.rowAt(position.y() + verticalScrollBar()->value());
    if (!row) {
        return {};
    }
    if (row->kind == RowKind::DeviceBusy) {
        return deviceToolTip(*m_index, row->device, shownRange());
    }
    return row->kind == RowKind::Counter && isOverTracks(position)
               ? counterToolTip(*m_store, row->track, timeAt(position.x()))
               : QString();
}

bool TimelineCanvas::showToolTip(QPoint position, QPoint globalPosition)
{
    // The rectangle hides the tip once the mouse leaves the row or moves on.
    const QRect around(position - QPoint(4, 4), QSize(9, 9));
    QToolTip::showText(globalPosition, toolTipAt(position), viewport(), around);
    return true;
}

} // namespace hscope::app
