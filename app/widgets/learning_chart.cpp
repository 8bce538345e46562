// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/learning_chart.h"

#include "app/models/format.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kTop = 8;
constexpr double kBottom = 36;
constexpr double kLeft = 12;
constexpr double kTickGap = 6;
constexpr double kMostLabels = 92; ///< Width of the labels.
constexpr double kMargin = 8;

QString unitText(const LearningChartData& data)
{
    if (data.measure == LearningMeasure::Reward) {
        return LearningChart::tr("reward");
    }
    return data.optimumUsd ? QString() : LearningChart::tr("USD");
}

} // namespace

LearningChart::LearningChart(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setAccessibleName(tr("RL learning curve"));
    setAccessibleDescription(tr("The same numbers are in the table behind the chart"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize LearningChart::sizeHint() const
{
    return {280, 220};
}

QSize LearningChart::minimumSizeHint() const
{
    return {200, 160};
}

void LearningChart::setData(const LearningChartData& content)
{
    m_data = content;
    refreshLayout();
}

void LearningChart::refreshLayout()
{
    const QFontMetricsF metrics(fonts::small());
    const double ticks = metrics.horizontalAdvance(QStringLiteral("1.000")) + kTickGap;
    double labels = 0;
    for (const LearningSummary& line : m_data.lines) {
        const QString name = tr("%1, running").arg(line.scheduler);
        labels = std::max(labels, metrics.horizontalAdvance(name) + 2 * kTickGap);
    }
    labels = std::clamp(labels, 64.0, kMostLabels);
    const QRectF plot(std::round(kLeft + ticks), kTop,
                      std::max(40.0, std::floor(width() - kLeft - ticks - labels - kMargin)),
                      std::max(40.0, height() - kTop - kBottom));
    m_layout = LearningChartLayout(m_data, plot, labels);
    update();
}

void LearningChart::resizeEvent(QResizeEvent* /*event*/)
{
    refreshLayout();
}

QColor LearningChart::colorOf(std::size_t line) const
{
    return m_theme.palette().learning[line % m_theme.palette().learning.size()];
}

void LearningChart::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    painter.setFont(fonts::small());
    if (m_layout.isEmpty()) {
        painter.setPen(palette.secondaryText);
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Check rl-lstm and run it to see how it learns."));
        return;
    }
    paintAxes(painter);
    paintLines(painter);
    for (const LearningChartLayout::Label& label : m_layout.labels()) {
        painter.setPen(label.kind == LearningChartLayout::LabelKind::Optimum ? palette.ok
                                                                             : colorOf(label.line));
        painter.drawText(label.rect, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(label.text, Qt::ElideMiddle,
                                                          static_cast<int>(label.rect.width())));
    }
}

void LearningChart::paintAxes(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    const QRectF& plot = m_layout.plot();
    const ChartAxis& values = m_layout.valueAxis();
    for (const double tick : values.ticks()) {
        const double y = std::round(m_layout.yOf(tick));
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), palette.gridLine);
        painter.setPen(palette.secondaryText);
        painter.drawText(QRectF(0, y - 8, plot.left() - kTickGap, 16),
                         Qt::AlignRight | Qt::AlignVCenter,
                         formatDecimals(tick, decimalsOf(values.step)));
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), palette.outline);
    for (const double tick : m_layout.roundAxis().ticks()) {
        const double x = std::round(m_layout.xOf(tick));
        painter.fillRect(QRectF(x, plot.bottom(), 1, 4), palette.outline);
        painter.setPen(palette.secondaryText);
        painter.drawText(QRectF(x - 40, plot.bottom() + 4, 80, 14), Qt::AlignCenter,
                         formatDecimals(tick, decimalsOf(m_layout.roundAxis().step)));
    }
    painter.drawText(QRectF(plot.left(), plot.bottom() + 18, plot.width(), 16), Qt::AlignCenter,
                     tr("iteration"));
    painter.drawText(QRectF(plot.left() + 4, plot.top() + 2, plot.width(), 14),
                     Qt::AlignLeft | Qt::AlignVCenter, unitText(m_data));
}

void LearningChart::paintLines(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    painter.save();
    painter.setClipRect(m_layout.plot().adjusted(-2, -2, 2, 1));
    painter.setRenderHint(QPainter::Antialiasing);
    if (const auto y = m_layout.optimumY()) {
        painter.setPen(QPen(palette.ok, 1.5));
        painter.drawLine(QPointF(m_layout.plot().left(), *y), QPointF(m_layout.plot().right(), *y));
    }
    for (std::size_t i = 0; i < m_layout.lines().size(); ++i) {
        const LearningChartLayout::Line& line = m_layout.lines()[i];
        QColor band = colorOf(i);
        band.setAlpha(48);
        painter.setPen(Qt::NoPen);
        painter.setBrush(band);
        painter.drawPolygon(line.band);
        painter.setBrush(Qt::NoBrush);
        QPen best(colorOf(i), 1.2);
        best.setDashPattern({3, 2});
        painter.setPen(best);
        painter.drawPolyline(line.best);
        painter.setPen(QPen(colorOf(i), 1.6));
        painter.drawPolyline(line.median);
        if (m_data.lines[i].isRunning && !line.median.isEmpty()) {
            painter.setBrush(colorOf(i));
            painter.drawEllipse(line.median.back(), 2.5, 2.5);
        }
    }
    painter.restore();
}

bool LearningChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_layout.isEmpty()) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    QStringList lines;
    for (std::size_t i = 0; i < m_data.lines.size(); ++i) {
        const auto& points = m_data.lines[i].points;
        const auto nearest = std::ranges::min_element(points, {}, [&](const auto& point) {
            return std::abs(m_layout.xOf(static_cast<double>(point.round)) - help->pos().x());
        });
        if (nearest != points.end()) {
            lines.append(tr("%1, iteration %2: %3 (%4 to %5)")
                             .arg(m_data.lines[i].scheduler)
                             .arg(nearest->round)
                             .arg(formatDecimals(nearest->median, 4),
                                  formatDecimals(nearest->low, 4),
                                  formatDecimals(nearest->high, 4)));
        }
    }
    QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
    return true;
}

} // namespace hscope::app
