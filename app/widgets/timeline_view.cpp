// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_view.h"

#include "app/widgets/overview_strip.h"
#include "app/widgets/timeline_canvas.h"
#include "app/widgets/timeline_ruler.h"

#include <QCoreApplication>
#include <QEvent>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace hscope::app {

TimelineView::TimelineView(TraceDocument* document, const Palette& palette, QWidget* parent)
    : QWidget(parent)
    , m_overview(new OverviewStrip(document, palette, this))
    , m_ruler(new TimelineRuler(document, palette, this))
    , m_canvas(new TimelineCanvas(document, palette, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_overview);
    column->addWidget(m_ruler);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    m_canvas->viewport()->installEventFilter(this);
    connect(m_ruler, &TimelineRuler::timeClicked, this, &TimelineView::timeClicked);
    connect(m_canvas, &TimelineCanvas::cursorTimeChanged, this,
            [this](std::optional<core::TraceTime> time) {
                m_ruler->setCursorTime(time);
                Q_EMIT cursorTimeChanged(time);
            });
}

void TimelineView::setPosition(std::optional<core::TraceTime> time)
{
    m_ruler->setPosition(time);
    m_canvas->setPosition(time);
}

void TimelineView::setScrubbing(bool on)
{
    m_ruler->setScrubbing(on);
}

void TimelineView::setColors(const Palette& palette)
{
    m_overview->setColors(palette);
    m_ruler->setColors(palette);
    m_canvas->setColors(palette);
}

void TimelineView::setOverviewShown(bool shown)
{
    m_overview->setVisible(shown);
}

QImage TimelineView::thumbnail(QSize size, const Palette& palette)
{
    return m_overview->thumbnail(size, palette);
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_canvas->viewport() && event->type() == QEvent::Resize) {
        alignScales();
    }
    return QWidget::eventFilter(watched, event);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    QWidget* tracks = m_canvas->viewport();
    QWheelEvent forwarded(tracks->mapFrom(this, event->position()), event->globalPosition(),
                          event->pixelDelta(), event->angleDelta(), event->buttons(),
                          event->modifiers(), event->phase(), event->inverted());
    QCoreApplication::sendEvent(tracks, &forwarded);
    event->accept();
}

void TimelineView::alignScales()
{
    // The scroll bar of the tracks takes room that the strips above must leave free, or their
    // pixels would not match.
    const int margin = m_canvas->width() - m_canvas->viewport()->width();
    m_overview->setRightMargin(margin);
    m_ruler->setRightMargin(margin);
}

} // namespace hscope::app
