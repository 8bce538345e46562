// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_canvas.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_looks.h"
#include "app/widgets/theme.h"
#include "app/widgets/timeline_changes.h"
#include "app/widgets/timeline_ruler.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kTickDistance = 96.0;
constexpr double kHitRadius = 1.5;

} // namespace

TimelineCanvas::TimelineCanvas(TraceDocument* document, const Palette& palette, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_document(document)
    , m_palette(palette)
    , m_painter(palette, fonts::small())
    , m_headPainter(palette)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("W and S zoom, A and D pan, F fits the selection, Home shows the whole trace, "
           "Ctrl and the arrow keys step through the slices of a row and from row to row"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(document, &TraceDocument::traceChanged, this, &TimelineCanvas::onTraceChanged);
    connect(document, &TraceDocument::visibleRangeChanged, this, &TimelineCanvas::invalidate);
    connect(document, &TraceDocument::selectionChanged, this, &TimelineCanvas::onSelectionChanged);
    onTraceChanged();
}

TimelineCanvas::~TimelineCanvas() = default;

void TimelineCanvas::setColors(const Palette& palette)
{
    m_palette = palette;
    m_painter = TimelinePainter(palette, fonts::small());
    m_headPainter = TrackHeadPainter(palette);
    invalidate();
}

void TimelineCanvas::setCursorTime(std::optional<core::TraceTime> time)
{
    updateCursorLine(time);
}

void TimelineCanvas::setPosition(std::optional<core::TraceTime> time)
{
    if (time != m_position) {
        m_position = time;
        viewport()->update();
    }
}

std::optional<std::pair<int, int>> TimelineCanvas::emphasizedRows() const
{
    std::optional<std::pair<int, int>> range;
    for (const LayoutRow& row : m_layout.rows()) {
        const bool isMarked =
            row.kind == RowKind::Slices &&
            std::ranges::find(m_emphasis.tracks, row.track) != m_emphasis.tracks.end();
        if (isMarked) {
            range = {range ? range->first : row.y, row.bottom()};
        }
    }
    return range;
}

void TimelineCanvas::setEmphasis(Emphasis emphasis)
{
    if (emphasis == m_emphasis) {
        return;
    }
    m_emphasis = std::move(emphasis);
    const auto rows = emphasizedRows();
    QScrollBar* bar = verticalScrollBar();
    const int bottom = bar->value() + viewport()->height();
    if (rows && (rows->second <= bar->value() || rows->first >= bottom)) {
        bar->setValue(rows->first - measure::kHeader);
    }
    viewport()->update();
}

void TimelineCanvas::ensureVisible(core::SliceId slice)
{
    if (!m_store) {
        return;
    }
    const std::optional<LayoutRow> row = m_layout.rowOf(*m_store, slice);
    QScrollBar* bar = verticalScrollBar();
    if (!row) {
        return;
    }
    if (row->y < bar->value()) {
        bar->setValue(row->y - measure::kHeader);
    } else if (row->bottom() > bar->value() + viewport()->height()) {
        bar->setValue(row->bottom() + measure::kHeader - viewport()->height());
    }
}

int TimelineCanvas::tracksWidth() const
{
    return std::max(0, viewport()->width() - measure::kHead);
}

std::optional<core::SliceId> TimelineCanvas::sliceAt(QPointF position) const
{
    if (!m_index || !isOverTracks(position)) {
        return std::nullopt;
    }
    const int y = static_cast<int>(std::floor(position.y())) + verticalScrollBar()->value();
    const std::optional<LayoutRow> row = m_layout.rowAt(y);
    const bool hasSlices =
        row && (row->kind == RowKind::Slices || row->kind == RowKind::Operations ||
                row->kind == RowKind::Markers);
    if (!hasSlices) {
        return std::nullopt;
    }
    const TimeScale scale(shownRange(), tracksWidth());
    return m_index->sliceAt(row->track, row->depth,
                            scale.around(position.x() - measure::kHead, kHitRadius));
}

void TimelineCanvas::onTraceChanged()
{
    const auto store = m_document->store();
    const bool sameShape = store && m_store &&
                           store->processes().size() == m_store->processes().size() &&
                           store->tracks().size() == m_store->tracks().size();
    if (!sameShape) { // a preview and the trace it announces look alike and keep what is collapsed
        m_collapse = {};
        verticalScrollBar()->setValue(0);
    }
    m_store = store;
    m_index = m_document->timelineIndex();
    m_cursorTime.reset();
    m_position.reset();
    m_emphasis = {};
    m_drag.reset();
    m_painter.forgetTrace();
    rebuildLayout();
}

void TimelineCanvas::onSelectionChanged()
{
    if (const auto selection = m_document->selection()) {
        ensureVisible(*selection);
    }
    viewport()->update();
}

void TimelineCanvas::invalidate()
{
    m_isStale = true;
    viewport()->update();
}

void TimelineCanvas::rebuildLayout()
{
    m_layout = m_store && m_index
                   ? TimelineLayout(*m_store, *m_index, m_collapse, m_document->looks().get())
                   : TimelineLayout();
    updateScrollBar();
    invalidate();
}

void TimelineCanvas::updateScrollBar()
{
    const int height = viewport()->height();
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setSingleStep(measure::kRow * 2);
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - height));
}

void TimelineCanvas::refreshPicture()
{
    const double ratio = viewport()->devicePixelRatioF();
    TimelineViewport view;
    view.range = shownRange();
    view.width = std::floor(tracksWidth() * ratio);
    view.scrollY = verticalScrollBar()->value();
    view.height = viewport()->height();
    m_list = buildDrawList(*m_store, *m_index, m_layout, view, ratio, std::move(m_list));
    const RulerTicks ticks =
        rulerTicks(view.range, view.width, m_document->traceRange().start, kTickDistance * ratio);
    const auto marks = iterationMarks(mainIterations(*m_store), view.range, view.width,
                                      TimelineRuler::kIterationDistance * ratio);
    m_painter.paint({*m_store, *m_index, m_layout, m_list, ticks, marks, view, ratio,
                     m_document->looks().get()},
                    m_picture);
    m_isStale = false;
}

void TimelineCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    if (!m_store || !m_index) {
        painter.fillRect(event->rect(), m_palette.canvas);
        return;
    }
    if (m_isStale || m_picture.devicePixelRatio() != viewport()->devicePixelRatioF()) {
        refreshPicture();
    }
    painter.drawImage(QPointF(measure::kHead, 0), m_picture);
    if (event->rect().left() < measure::kHead) {
        paintHeads(painter);
    }
    paintPhases(painter);
    paintOverlay(painter);
}

void TimelineCanvas::paintHeads(QPainter& painter) const
{
    TrackHeadPainter::View view{*m_store,
                                *m_index,
                                m_layout,
                                verticalScrollBar()->value(),
                                viewport()->height(),
                                {},
                                m_document->looks().get()};
    if (m_hovered && m_hovered->x() < measure::kHead) {
        view.hoveredY = static_cast<int>(m_hovered->y()) + view.scrollY;
    }
    m_headPainter.paint(painter, view);
}

void TimelineCanvas::paintPhases(QPainter& painter) const
{
    const int top = verticalScrollBar()->value();
    painter.setFont(fonts::small());
    painter.setPen(m_palette.secondaryText);
    for (const TrackHead& head : m_layout.headsBetween(top, top + viewport()->height())) {
        if (head.kind != RowKind::ProcessHeader) {
            continue;
        }
        const auto looks = m_document->looks();
        if (looks && head.process.value() < looks->captions.size()) {
            const QRect rect(measure::kHead + 8, head.y - top, tracksWidth() - 20, head.height - 1);
            painter.drawText(
                rect, Qt::AlignLeft | Qt::AlignVCenter,
                painter.fontMetrics().elidedText(toText(looks->captions[head.process.value()]),
                                                 Qt::ElideRight, rect.width()));
        } else if (const auto phase = phaseIn(*m_store, head.process, shownRange())) {
            const QRect rect(measure::kHead, head.y - top, tracksWidth() - 12, head.height - 1);
            painter.drawText(
                rect, Qt::AlignRight | Qt::AlignVCenter,
                painter.fontMetrics().elidedText(tr("phase %1").arg(toText(m_store->text(*phase))),
                                                 Qt::ElideMiddle, rect.width() / 2));
        }
    }
}

void TimelineCanvas::paintEmphasis(QPainter& painter) const
{
    constexpr int kBar = 3;
    const int top = verticalScrollBar()->value();
    for (const TrackHead& head : m_layout.headsBetween(top, top + viewport()->height())) {
        if (head.kind == RowKind::ProcessHeader && head.process == m_emphasis.process) {
            painter.fillRect(QRect(0, head.y - top, kBar, head.height - 1), m_palette.accent);
        }
    }
    if (const auto rows = emphasizedRows()) {
        const int y = rows->first - top - 1;
        const int height = rows->second - rows->first + 1;
        painter.fillRect(QRect(0, y, kBar, height), m_palette.accent);
        painter.setPen(m_palette.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRect(measure::kHead - 1, y - 1, tracksWidth(), height + 1));
    }
}

void TimelineCanvas::paintOverlay(QPainter& painter) const
{
    const TimelineOverlay::View view = overlayView();
    if (const auto looks = m_document->looks(); looks && m_store) {
        changes::paintMarks(painter, view, *looks, m_palette);
    }
    if (m_store) {
        paintEmphasis(painter);
    }
    if (const auto selection = m_document->selection()) {
        TimelineOverlay(m_palette, view).paintSelection(painter, *selection);
    }
    const auto line = [&](std::optional<core::TraceTime> time, const QColor& color) {
        const int x = time ? xOf(*time) : 0;
        if (x >= measure::kHead) {
            painter.fillRect(QRect(x, 0, 1, viewport()->height()), color);
        }
    };
    line(m_position, m_palette.text);
    line(m_cursorTime, m_palette.accent);
    if (m_showsFocus) {
        painter.setPen(m_palette.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
    invalidate();
}

void TimelineCanvas::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    invalidate();
}

bool TimelineCanvas::isOverTracks(QPointF position) const
{
    return position.x() >= measure::kHead && position.x() < viewport()->width();
}

core::TimeRange TimelineCanvas::shownRange() const
{
    const core::TimeRange visible = m_document->visibleRange();
    // A trace that is a single instant has no length; a little room makes it visible.
    return visible.isEmpty() ? core::TimeRange{visible.start, visible.start + core::Duration(10)}
                             : visible;
}

core::TraceTime TimelineCanvas::timeAt(double x) const
{
    return TimeScale(shownRange(), tracksWidth()).timeAt(x - measure::kHead);
}

int TimelineCanvas::xOf(core::TraceTime time) const
{
    const double x = TimeScale(shownRange(), tracksWidth()).xOf(time);
    return measure::kHead + static_cast<int>(std::floor(std::clamp(x, -10'000.0, 10'000.0)));
}

TimelineOverlay::View TimelineCanvas::overlayView() const
{
    return {*m_store, m_layout, shownRange(),
            QRectF(measure::kHead, 0, tracksWidth(), viewport()->height()),
            verticalScrollBar()->value()};
}

} // namespace hscope::app
