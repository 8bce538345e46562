// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cost_chart.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kTop = 8;
constexpr double kRight = 16;
constexpr double kBottom = 36; ///< Tick labels and the axis' title.
constexpr double kLeft = 12;
constexpr double kTickGap = 6;
constexpr double kSpot = 6;
constexpr double kFrontSpot = 4;
constexpr double kThousand = 1000;

} // namespace

CostChart::CostChart(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Cost against throughput"));
    setAccessibleDescription(tr("The same numbers are in the table of results"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize CostChart::sizeHint() const
{
    return {400, 220};
}

QSize CostChart::minimumSizeHint() const
{
    return {220, 160};
}

void CostChart::setData(const CostChartData& content)
{
    m_data = content;
    refreshLayout();
}

void CostChart::setSelected(std::optional<std::size_t> entry)
{
    if (m_selected != entry) {
        m_selected = entry;
        update();
    }
}

void CostChart::refreshLayout()
{
    const QFontMetricsF metrics(fonts::small());
    const double ticks = metrics.horizontalAdvance(QStringLiteral("100 000")) + kTickGap;
    const QRectF plot(std::round(kLeft + ticks), kTop,
                      std::max(40.0, std::floor(width() - kLeft - ticks - kRight)),
                      std::max(40.0, height() - kTop - kBottom));
    m_layout = CostChartLayout(
        m_data, plot, [&](const QString& text) { return metrics.horizontalAdvance(text); });
    update();
}

void CostChart::resizeEvent(QResizeEvent* /*event*/)
{
    refreshLayout();
}

void CostChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.palette().surface);
    painter.setFont(fonts::small());
    if (m_data.points.empty() && m_data.front.empty()) {
        painter.setPen(m_theme.palette().secondaryText);
        painter.drawText(rect(), Qt::AlignCenter, tr("No schedule to show"));
        return;
    }
    paintFloor(painter);
    paintAxes(painter);
    paintFront(painter);
    paintSpots(painter);
    if (hasFocus()) {
        painter.setPen(m_theme.palette().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void CostChart::paintAxes(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    const QRectF& plot = m_layout.plot();
    const auto& costs = m_layout.costAxis();
    for (const double tick : costs.ticks()) {
        const double y = std::round(m_layout.yOf(tick));
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), palette.gridLine);
        painter.setPen(palette.secondaryText);
        painter.drawText(QRectF(0, y - 8, plot.left() - kTickGap, 16),
                         Qt::AlignRight | Qt::AlignVCenter,
                         formatDecimals(tick, decimalsOf(costs.step)));
    }
    const auto& rates = m_layout.throughputAxis();
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), palette.outline);
    const bool inThousands = rates.high >= 10 * kThousand;
    const double unit = inThousands ? kThousand : 1;
    for (const double tick : rates.ticks()) {
        const double x = std::round(m_layout.xOf(tick));
        painter.fillRect(QRectF(x, plot.bottom(), 1, 4), palette.outline);
        painter.setPen(palette.secondaryText);
        painter.drawText(QRectF(x - 40, plot.bottom() + 4, 80, 14), Qt::AlignCenter,
                         formatDecimals(tick / unit, decimalsOf(rates.step / unit)));
    }
    painter.drawText(QRectF(plot.left(), plot.bottom() + 18, plot.width(), 16), Qt::AlignCenter,
                     inThousands ? tr("throughput, thousand samples/s")
                                 : tr("throughput, samples/s"));
    paintLabel(painter,
               QRectF(plot.left() + 3, plot.top() + 3,
                      painter.fontMetrics().horizontalAdvance(tr("USD")) + 6, 14),
               tr("USD"), palette.secondaryText);
}

void CostChart::paintFloor(QPainter& painter) const
{
    if (m_data.floor <= 0) {
        return;
    }
    const Palette& palette = m_theme.palette();
    const QRectF& plot = m_layout.plot();
    const double x = std::round(m_layout.xOf(m_data.floor));
    const QRectF below(plot.left(), plot.top(), std::clamp(x - plot.left(), 0.0, plot.width()),
                       plot.height());
    hatch(painter, below, blended(palette.outline, palette.surface, 0.55));
    QPen pen(palette.floor, 2);
    pen.setDashPattern({3, 2});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QString text = tr("floor %1").arg(formatDecimals(m_data.floor, 0));
    const double width = painter.fontMetrics().horizontalAdvance(text) + 6;
    const bool fitsLeft = x - width - 4 >= plot.left();
    paintLabel(painter, QRectF(fitsLeft ? x - width - 4 : x + 4, plot.bottom() - 18, width, 14),
               text, palette.floor);
}

void CostChart::paintFront(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    const auto& line = m_layout.frontLine();
    if (line.empty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.ok, 1.5));
    painter.drawPolyline(line.data(), static_cast<int>(line.size()));
    painter.setBrush(palette.surface);
    for (const QPointF& spot : m_layout.frontSpots()) {
        painter.drawEllipse(spot, kFrontSpot / 2, kFrontSpot / 2);
    }
    painter.restore();
    if (!m_layout.frontLabel().isNull()) {
        paintLabel(painter, m_layout.frontLabel(), frontName(), palette.ok);
    }
}

bool CostChart::isSelected(const CostChartLayout::Spot& spot) const
{
    return std::ranges::any_of(spot.points, [this](std::size_t point) {
        return m_data.points[point].entry == m_selected;
    });
}

bool CostChart::isDominated(const CostChartLayout::Spot& spot) const
{
    return std::ranges::all_of(
        spot.points, [this](std::size_t point) { return m_data.points[point].isDominated; });
}

QColor CostChart::labelColorOf(const CostChartLayout::Spot& spot) const
{
    const Palette& palette = m_theme.palette();
    return isSelected(spot)    ? palette.accent
           : isDominated(spot) ? palette.secondaryText
                               : palette.text;
}

void CostChart::paintSpots(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const CostChartLayout::Spot& spot : m_layout.spots()) {
        if (spot.isApart && !spot.label.isNull()) {
            const bool right = spot.label.center().x() > spot.at.x();
            painter.setPen(QPen(palette.outline, 1));
            painter.drawLine(spot.at, QPointF(right ? spot.label.left() : spot.label.right(),
                                              spot.label.center().y()));
        }
    }
    for (const CostChartLayout::Spot& spot : m_layout.spots()) {
        const bool selected = isSelected(spot);
        painter.setPen(QPen(palette.surface, 1.5));
        // What another schedule beats in both is faded.
        painter.setBrush(selected            ? palette.accent
                         : isDominated(spot) ? blended(palette.secondaryText, palette.surface, 0.4)
                                             : palette.text);
        const double radius = selected ? kSpot / 2 + 1 : kSpot / 2;
        painter.drawEllipse(spot.at, radius + 0.75, radius + 0.75);
    }
    painter.restore();
    for (const CostChartLayout::Spot& spot : m_layout.spots()) {
        if (!spot.label.isNull()) {
            paintLabel(painter, spot.label, spot.text, labelColorOf(spot));
        }
    }
}

void CostChart::paintLabel(QPainter& painter, const QRectF& rect, const QString& text,
                           const QColor& color) const
{
    QColor ground = m_theme.palette().surface;
    ground.setAlpha(225);
    painter.fillRect(rect, ground);
    painter.setPen(color);
    painter.drawText(rect, Qt::AlignCenter, text);
}

QString CostChart::tipOf(const CostChartLayout::Spot& spot) const
{
    QStringList lines;
    for (const std::size_t index : spot.points) {
        const CostChartData::Point& point = m_data.points[index];
        lines.append(tr("%1: %2 USD at %3 samples/s")
                         .arg(point.scheduler, formatDecimals(point.costUsd, 2),
                              formatDecimals(point.throughput, 0)));
    }
    return lines.join(u'\n');
}

void CostChart::mousePressEvent(QMouseEvent* event)
{
    const auto spot = m_layout.spotAt(event->position());
    if (event->button() != Qt::LeftButton || !spot) {
        QWidget::mousePressEvent(event);
        return;
    }
    // A click on schedules that share a spot goes from one to the next.
    const auto& points = m_layout.spots()[*spot].points;
    const auto current = std::ranges::find_if(
        points, [this](std::size_t point) { return m_data.points[point].entry == m_selected; });
    const bool isLast = current == points.end() || std::next(current) == points.end();
    Q_EMIT entryClicked(m_data.points[isLast ? points.front() : *std::next(current)].entry);
}

void CostChart::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || m_data.points.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    std::vector<CostChartData::Point> order = m_data.points;
    std::ranges::stable_sort(order, {}, &CostChartData::Point::costUsd);
    const auto current =
        std::ranges::find(order, m_selected.value_or(0), &CostChartData::Point::entry);
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    const std::ptrdiff_t place = current == order.end() ? 0 : current - order.begin() + step;
    Q_EMIT entryClicked(
        order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last))].entry);
}

bool CostChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto spot = m_layout.spotAt(help->pos());
    if (spot) {
        QToolTip::showText(help->globalPos(), tipOf(m_layout.spots()[*spot]), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace hscope::app
