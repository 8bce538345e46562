// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_ruler.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/timeline/iteration_marks.h"
#include "app/timeline/ruler_ticks.h"
#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_layout.h"
#include "app/widgets/theme.h"

#include <QMouseEvent>
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

void TimelineRuler::setPosition(std::optional<core::TraceTime> time)
{
    if (time != m_position) {
        m_position = time;
        update();
    }
}

void TimelineRuler::setScrubbing(bool on)
{
    m_isScrubbing = on;
    setCursor(on ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(on ? tr("Click or drag to choose the time that the devices show") : QString());
}

void TimelineRuler::mousePressEvent(QMouseEvent* event)
{
    const double x = event->position().x() - measure::kHead;
    if (!m_isScrubbing || event->button() != Qt::LeftButton || x < 0 ||
        m_document->visibleRange().isEmpty()) {
        event->ignore();
        return;
    }
    Q_EMIT timeClicked(TimeScale(m_document->visibleRange(), tracksWidth()).timeAt(x));
}

void TimelineRuler::mouseMoveEvent(QMouseEvent* event)
{
    const double x = std::max(0.0, event->position().x() - measure::kHead);
    if (m_isScrubbing && (event->buttons() & Qt::LeftButton) &&
        !m_document->visibleRange().isEmpty()) {
        Q_EMIT timeClicked(TimeScale(m_document->visibleRange(), tracksWidth()).timeAt(x));
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
    painter.setFont(fonts::small());
    const std::vector<Badge> above = badges(painter.fontMetrics());
    paintTicks(painter, above);
    painter.setClipRect(QRect(measure::kHead, 0, tracksWidth(), height() - 1));
    for (const Badge& badge : above) {
        paintBadge(painter, badge);
    }
}

std::vector<TimelineRuler::Badge> TimelineRuler::badges(const QFontMetrics& metrics) const
{
    std::vector<Badge> result;
    const double right = measure::kHead + tracksWidth();
    const auto add = [&](double x, const QString& text, const QColor& ground, bool centered) {
        const double width = metrics.horizontalAdvance(text) + 12;
        const double left = std::clamp(centered ? x - width / 2 : x, double{measure::kHead},
                                       std::max(right - width, double{measure::kHead}));
        result.push_back({QRectF(std::round(left), 3, width, height() - 7), text, ground});
    };
    const auto iterations = mainIterations(*m_document->store());
    for (const IterationMark& mark : iterationMarks(iterations, m_document->visibleRange(),
                                                    tracksWidth(), kIterationDistance)) {
        add(measure::kHead + mark.x,
            tr("iteration %1").arg(formatCount(iterations[mark.position].number)),
            m_palette.secondaryText, false);
    }
    const TimeScale scale(m_document->visibleRange(), tracksWidth());
    const auto addTime = [&](core::TraceTime time, const QColor& ground) {
        add(measure::kHead + std::clamp(scale.xOf(time), -1e4, 1e4),
            formatPosition(time - m_document->traceRange().start), ground, true);
    };
    if (m_position && m_document->visibleRange().contains(*m_position)) {
        addTime(*m_position, m_palette.text);
    }
    if (m_cursorTime) {
        addTime(*m_cursorTime, m_palette.accent);
    }
    return result;
}

void TimelineRuler::paintHead(QPainter& painter, core::TraceTime base, const QString& step) const
{
    const QRect head(kMargin, 0, measure::kHead - 2 * kMargin, height() - 1);
    const QString division = tr("%1 / div").arg(step);
    const core::Duration position = base - m_document->traceRange().start;
    const int room = head.width() - painter.fontMetrics().horizontalAdvance(division) - kMargin;
    QString text = formatPosition(position);
    if (painter.fontMetrics().horizontalAdvance(text) > room) {
        text = formatDuration(position); // Of a trace that lasts for days the seconds will do.
    }
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, division);
}

void TimelineRuler::paintTicks(QPainter& painter, const std::vector<Badge>& badges) const
{
    const core::TraceTime origin = m_document->traceRange().start;
    const QFontMetrics metrics = painter.fontMetrics();
    RulerTicks ticks = rulerTicks(m_document->visibleRange(), tracksWidth(), origin, kTickDistance);
    int widest = 0;
    for (const RulerTick& tick : ticks.ticks) {
        widest = std::max(widest, metrics.horizontalAdvance(toText(tick.text)) + kMargin);
    }
    if (widest > kTickDistance) {
        ticks = rulerTicks(m_document->visibleRange(), tracksWidth(), origin, widest);
    }
    painter.setPen(m_palette.secondaryText);
    paintHead(painter, ticks.base, toText(ticks.stepText));
    painter.save();
    painter.setClipRect(QRect(measure::kHead, 0, tracksWidth(), height()));
    for (const RulerTick& tick : ticks.ticks) {
        const int x = measure::kHead + static_cast<int>(std::lround(tick.x));
        painter.fillRect(QRect(x, height() - 7, 1, 6), m_palette.outline);
        const QString text = toText(tick.text);
        const QRectF place(x + 4, 3, metrics.horizontalAdvance(text), height() - 7);
        const bool covered = std::ranges::any_of(
            badges, [&](const Badge& badge) { return badge.rect.intersects(place); });
        if (covered || place.right() > measure::kHead + tracksWidth()) {
            continue; // Cut off it would read as another number.
        }
        painter.drawText(QPoint(x + 4, (height() + metrics.capHeight()) / 2), text);
    }
    painter.restore();
}

void TimelineRuler::paintBadge(QPainter& painter, const Badge& badge) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_palette.surface, 2));
    painter.setBrush(badge.ground);
    painter.drawRoundedRect(badge.rect, 4, 4);
    painter.setPen(labelColor(badge.ground));
    painter.drawText(badge.rect, Qt::AlignCenter, badge.text);
    painter.restore();
}

} // namespace hscope::app
