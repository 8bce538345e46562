// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/overview_strip.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_index.h"
#include "app/timeline/timeline_layout.h"
#include "app/widgets/pixel_canvas.h"
#include "app/widgets/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hscope::app {

namespace {

constexpr int kMarks = 14; ///< Phases above the columns.
constexpr int kGpu = 9;    ///< The row of the GPUs below.
constexpr int kBottom = 3;
constexpr int kMargin = 12;
constexpr double kHandle = 6.0;
constexpr double kNarrowest = 14.0; ///< Of the window, so that it can be seen and gripped.
constexpr double kGrip = 4.0;       ///< How far beside a handle it can still be gripped.

} // namespace

OverviewStrip::OverviewStrip(TraceDocument* document, const Palette& palette, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_palette(palette)
{
    setFixedHeight(kHeight);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview"));
    connect(document, &TraceDocument::visibleRangeChanged, this, [this] { update(); });
    connect(document, &TraceDocument::traceChanged, this, [this] {
        m_strip = {};
        m_drag.reset();
        update();
    });
}

void OverviewStrip::setColors(const Palette& palette)
{
    m_palette = palette;
    m_strip = {};
    update();
}

void OverviewStrip::setRightMargin(int margin)
{
    if (margin != m_rightMargin) {
        m_rightMargin = margin;
        m_strip = {};
        update();
    }
}

QSize OverviewStrip::sizeHint() const
{
    return {400, kHeight};
}

core::TimeRange OverviewStrip::fullRange() const
{
    const auto index = m_document->timelineIndex();
    return index ? index->overview().range : core::TimeRange();
}

QRect OverviewStrip::stripRect() const
{
    return {measure::kHead, kMarks, std::max(1, width() - measure::kHead - m_rightMargin),
            kHeight - kMarks - kBottom};
}

QRectF OverviewStrip::windowRect() const
{
    const QRect strip = stripRect();
    const TimeScale scale(fullRange(), strip.width());
    const core::TimeRange visible = m_document->visibleRange();
    double left = std::clamp(scale.xOf(visible.start), 0.0, double(strip.width()));
    double right = std::clamp(scale.xOf(visible.end), 0.0, double(strip.width()));
    if (right - left < kNarrowest) {
        const double middle =
            std::clamp((left + right) / 2, kNarrowest / 2, strip.width() - kNarrowest / 2);
        left = middle - kNarrowest / 2;
        right = middle + kNarrowest / 2;
    }
    return {strip.x() + left, double(strip.y()), right - left, double(strip.height())};
}

core::TraceTime OverviewStrip::timeAt(double x) const
{
    const QRect strip = stripRect();
    return TimeScale(fullRange(), strip.width())
        .timeAt(std::clamp(x - strip.x(), 0.0, double(strip.width())));
}

void OverviewStrip::renderStrip()
{
    const QRect strip = stripRect();
    const double ratio = devicePixelRatioF();
    m_strip = QPixmap(QSize(strip.width(), strip.height()) * ratio);
    m_strip.setDevicePixelRatio(ratio);
    m_strip.fill(m_palette.canvas);
    QPainter painter(&m_strip);
    paintColumns(painter, QRect(0, 0, strip.width(), strip.height()));
}

QImage OverviewStrip::thumbnail(QSize size, const Palette& palette)
{
    if (!m_document->timelineIndex() || fullRange().isEmpty()) {
        return {};
    }
    QImage image(size, QImage::Format_RGB32);
    image.fill(palette.canvas);
    QPainter painter(&image);
    const Palette own = std::exchange(m_palette, palette);
    paintColumns(painter, image.rect());
    m_palette = own;
    return image;
}

void OverviewStrip::paintColumns(QPainter& painter, const QRect& strip) const
{
    const auto index = m_document->timelineIndex();
    const std::vector<Overview::Column>& columns = index->overview().columns;
    const QRgb canvas = m_palette.canvas.rgb();
    const QRgb gpu = m_palette.category(core::Category::GpuKernel).rgb();
    const double height = strip.height() - kGpu - 1;
    const bool hasOperations =
        std::any_of(columns.begin(), columns.end(),
                    [](const Overview::Column& column) { return column.shareCount != 0; });
    for (int x = 0; x < strip.width() && !columns.empty(); ++x) {
        const auto at = [&](int pixel) {
            return static_cast<std::size_t>(pixel) * columns.size() /
                   static_cast<std::size_t>(strip.width());
        };
        const std::size_t first = at(x);
        const std::size_t count = std::max<std::size_t>(1, at(x + 1) - first);
        const Overview::Column column = average(std::span(columns).subspan(first, count));
        double y = height;
        for (std::size_t i = 0; i < column.shareCount; ++i) {
            const Overview::Share& share = column.shares[i];
            const OperationColors colors =
                operationColors(toText(m_document->store()->text(share.operation)), m_palette);
            const double part = static_cast<double>(share.ratio) * height;
            painter.fillRect(QRectF(x, y - part, 1, part),
                             mixed(colors.fill.rgb(), colors.line.rgb(), 0.35));
            y -= part;
        }
        if (!hasOperations) {
            const double part = static_cast<double>(column.cpuRatio) * height;
            painter.fillRect(QRectF(x, height - part, 1, part),
                             m_palette.category(column.cpuCategory));
        }
        if (column.gpuRatio > 0) {
            const double strength = 0.25 + 0.75 * static_cast<double>(column.gpuRatio);
            painter.fillRect(QRect(x, strip.height() - kGpu, 1, kGpu),
                             QColor(mixed(canvas, gpu, strength)));
        }
    }
}

void OverviewStrip::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_palette.hairline);
    painter.fillRect(QRect(measure::kHead - 1, 0, 1, height()), m_palette.hairline);
    if (!m_document->timelineIndex() || fullRange().isEmpty()) {
        return;
    }
    if (m_strip.isNull() ||
        m_strip.size() != QSize(stripRect().width(), stripRect().height()) * devicePixelRatioF()) {
        renderStrip();
    }
    painter.drawPixmap(stripRect().topLeft(), m_strip);
    paintHead(painter);
    paintMarks(painter);
    paintWindow(painter);
}

void OverviewStrip::paintHead(QPainter& painter) const
{
    const QRect head(kMargin, 8, measure::kHead - 2 * kMargin, 20);
    painter.setFont(fonts::bold());
    painter.setPen(m_palette.text);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, tr("Overview"));
    QString summary = formatDuration(m_document->traceRange().length());
    if (m_document->shownCorrection() == CorrectionMode::Timeline) {
        summary = tr("%1 corrected").arg(summary); // Pictures of the view say so, too.
    }
    const auto iterations = mainIterations(*m_document->store());
    if (!iterations.empty()) {
        summary += u", " + formatCounted(static_cast<std::int64_t>(iterations.size()),
                                         tr("1 iteration"), tr("%1 iterations"));
    }
    painter.setFont(fonts::small());
    painter.setPen(m_palette.secondaryText);
    painter.drawText(head.translated(0, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(summary, Qt::ElideRight, head.width()));
}

void OverviewStrip::paintMarks(QPainter& painter) const
{
    const QRect strip = stripRect();
    const TimeScale scale(fullRange(), strip.width());
    const auto mark = [&](core::TimeRange range, const QString& text, double right) {
        const double x = std::round(strip.x() + std::max(scale.xOf(range.start), 0.0));
        painter.fillRect(QRectF(x, 2, 1, kMarks - 2), m_palette.hairline);
        const int room = static_cast<int>(std::min(right, double(strip.right())) - x) - 6;
        const QString fitted = painter.fontMetrics().elidedText(elideMiddle(text, kMeasuredLength),
                                                                Qt::ElideMiddle, room);
        if (room > 24) {
            painter.drawText(QPointF(x + 4, kMarks - 4), fitted);
        }
    };
    painter.setFont(fonts::small());
    painter.setPen(m_palette.secondaryText);
    const auto phases = m_document->store()->phases();
    if (!phases.empty()) {
        const core::ProcessId process =
            phases.front().process; // one process's story is enough for a headline
        for (const core::Phase& phase : phases) {
            if (phase.process == process) {
                mark(phase.range, toText(m_document->store()->text(phase.name)),
                     strip.x() + scale.xOf(phase.range.end));
            }
        }
        return;
    }
    const auto iterations = mainIterations(*m_document->store());
    constexpr double kDistance = 120.0;
    for (auto next = iterations.begin(); next != iterations.end();) {
        const double x = scale.xOf(next->range.start);
        const core::TraceTime after = scale.timeAt(x + kDistance);
        mark(next->range, tr("iteration %1").arg(formatCount(next->number)),
             strip.x() + x + kDistance);
        next = std::partition_point(
            next + 1, iterations.end(),
            [after](const core::Iteration& iteration) { return iteration.range.start < after; });
    }
}

void OverviewStrip::paintWindow(QPainter& painter) const
{
    const QRectF window = windowRect();
    const QRect strip = stripRect();
    QColor veil = m_palette.surface;
    veil.setAlphaF(0.5F);
    painter.fillRect(QRectF(strip.x(), strip.y(), window.left() - strip.x(), strip.height()), veil);
    painter.fillRect(
        QRectF(window.right(), strip.y(), strip.right() + 1 - window.right(), strip.height()),
        veil);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_palette.accent, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(std::floor(window.left()) + 0.5, window.top() + 0.5,
                            std::floor(window.width()) - 1, window.height() - 1));
    painter.setPen(Qt::NoPen);
    const double top = window.top() + (window.height() - 20) / 2;
    for (const double x : {window.left(), window.right() - kHandle}) {
        painter.setBrush(m_palette.accent);
        painter.drawRoundedRect(QRectF(std::floor(x), top, kHandle, 20), 2, 2);
        painter.fillRect(QRectF(std::floor(x) + 2.5, top + 6, 1, 8), m_palette.surface);
    }
    painter.restore();
}

OverviewStrip::Part OverviewStrip::partAt(double x) const
{
    const QRectF window = windowRect();
    if (std::abs(x - (window.left() + kHandle / 2)) <= kHandle / 2 + kGrip &&
        x < window.center().x()) {
        return Part::Left;
    }
    if (std::abs(x - (window.right() - kHandle / 2)) <= kHandle / 2 + kGrip) {
        return Part::Right;
    }
    return x > window.left() && x < window.right() ? Part::Window : Part::Outside;
}

void OverviewStrip::updateCursorShape(double x)
{
    const Part part = partAt(x);
    if (x < measure::kHead) {
        unsetCursor();
    } else if (part == Part::Left || part == Part::Right) {
        setCursor(Qt::SizeHorCursor);
    } else {
        setCursor(part == Part::Window ? Qt::OpenHandCursor : Qt::CrossCursor);
    }
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (fullRange().isEmpty() || x < measure::kHead || event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_drag = Drag{partAt(x), x, m_document->visibleRange(), false};
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (!m_drag) {
        if (!fullRange().isEmpty()) {
            updateCursorShape(x);
        }
        return;
    }
    if (!m_drag->moved && std::abs(x - m_drag->startX) < 3) {
        return;
    }
    m_drag->moved = true;
    const TimeScale scale(fullRange(), stripRect().width());
    const double movedNs = (x - m_drag->startX) * scale.nsPerPx();
    core::TimeRange range = m_drag->range;
    switch (m_drag->part) {
    case Part::Left:
        range.start =
            std::min(core::traceTime(nsPlus(core::toNs(range.start), movedNs)), range.end);
        break;
    case Part::Right:
        range.end = std::max(core::traceTime(nsPlus(core::toNs(range.end), movedNs)), range.start);
        break;
    case Part::Window:
        range = panned(range, movedNs, fullRange());
        break;
    case Part::Outside:
        range = {timeAt(std::min(m_drag->startX, x)), timeAt(std::max(m_drag->startX, x))};
        break;
    }
    m_document->setVisibleRange(range);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_drag) {
        return;
    }
    if (!m_drag->moved) {
        const core::TimeRange visible = m_document->visibleRange();
        const core::TraceTime middle = visible.start + visible.length() / 2;
        const double movedNs =
            nsBetween(core::toNs(middle), core::toNs(timeAt(event->position().x())));
        m_document->jumpTo(panned(visible, movedNs, m_document->traceRange()));
    }
    m_drag.reset();
    updateCursorShape(event->position().x());
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && event->position().x() >= measure::kHead) {
        m_document->fitTrace();
    }
}

} // namespace hscope::app
