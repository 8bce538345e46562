// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_ruler.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/timeline/iteration_marks.h"
#include "app/timeline/ruler_ticks.h"
#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_layout.h"
#include "app/widgets/timeline_fonts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kTickDistance = 96.0;
constexpr int kMargin = 12;

} // namespace

TimelineRuler::TimelineRuler(TraceDocument* document, const Palette& palette, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_palette(palette)
{
    setFixedHeight(kHeight);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Time axis"));
    connect(document, &TraceDocument::visibleRangeChanged, this, [this] { update(); });
    connect(document, &TraceDocument::traceChanged, this, [this] { update(); });
}

void TimelineRuler::setColors(const Palette& palette)
{
    m_palette = palette;
    update();
}

void TimelineRuler::setCursorTime(std::optional<core::TraceTime> time)
{
    if (time != m_cursorTime) {
        m_cursorTime = time;
        update();
    }
}

void TimelineRuler::setRightMargin(int margin)
{
    if (margin != m_rightMargin) {
        m_rightMargin = margin;
        update();
    }
}

QSize TimelineRuler::sizeHint() const
{
    return {400, kHeight};
}

int TimelineRuler::tracksWidth() const
{
    return std::max(0, width() - measure::kHead - m_rightMargin);
}

void TimelineRuler::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_palette.hairline);
    painter.fillRect(QRect(measure::kHead - 1, 0, 1, height()), m_palette.hairline);
    if (!m_document->store() || m_document->visibleRange().isEmpty()) {
        return;
    }
    painter.setFont(smallFont(font()));
    paintTicks(painter);
    painter.setClipRect(QRect(measure::kHead, 0, tracksWidth(), height() - 1));
    paintIterations(painter);
    if (m_cursorTime) {
        const TimeScale scale(m_document->visibleRange(), tracksWidth());
        const double x = measure::kHead + std::clamp(scale.xOf(*m_cursorTime), -1e4, 1e4);
        paintBadge(painter, x, formatPosition(*m_cursorTime - m_document->traceRange().start),
                   m_palette.accent, labelColor(m_palette.accent), true);
    }
}

void TimelineRuler::paintTicks(QPainter& painter) const
{
    const core::TraceTime origin = m_document->traceRange().start;
    const RulerTicks ticks =
        rulerTicks(m_document->visibleRange(), tracksWidth(), origin, kTickDistance);
    painter.setPen(m_palette.secondaryText);
    const QRect head(kMargin, 0, measure::kHead - 2 * kMargin, height() - 1);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, formatPosition(ticks.base - origin));
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 / div").arg(toText(ticks.stepText)));
    painter.save();
    painter.setClipRect(QRect(measure::kHead, 0, tracksWidth(), height()));
    for (const RulerTick& tick : ticks.ticks) {
        const int x = measure::kHead + static_cast<int>(std::lround(tick.x));
        painter.fillRect(QRect(x, height() - 7, 1, 6), m_palette.outline);
        const QString text = toText(tick.text);
        if (x + 4 + painter.fontMetrics().horizontalAdvance(text) >
            measure::kHead + tracksWidth()) {
            continue; // cut off it would read as another number
        }
        painter.drawText(QPoint(x + 4, (height() + painter.fontMetrics().capHeight()) / 2), text);
    }
    painter.restore();
}

void TimelineRuler::paintIterations(QPainter& painter) const
{
    const auto iterations = mainIterations(*m_document->store());
    const QColor ground = m_palette.secondaryText;
    for (const IterationMark& mark : iterationMarks(iterations, m_document->visibleRange(),
                                                    tracksWidth(), kIterationDistance)) {
        paintBadge(painter, measure::kHead + mark.x,
                   tr("iteration %1").arg(formatCount(iterations[mark.position].number)), ground,
                   labelColor(ground), false);
    }
}

void TimelineRuler::paintBadge(QPainter& painter, double x, const QString& text,
                               const QColor& ground, const QColor& ink, bool centered) const
{
    const double width = painter.fontMetrics().horizontalAdvance(text) + 12;
    const double right = measure::kHead + tracksWidth();
    const double left = std::clamp(centered ? x - width / 2 : x, double{measure::kHead},
                                   std::max(right - width, double{measure::kHead}));
    const QRectF badge(std::round(left), 3, width, height() - 7);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_palette.surface, 2));
    painter.setBrush(ground);
    painter.drawRoundedRect(badge, 4, 4);
    painter.setPen(ink);
    painter.drawText(badge, Qt::AlignCenter, text);
    painter.restore();
}

} // namespace hscope::app
