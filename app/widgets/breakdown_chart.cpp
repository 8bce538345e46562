// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/breakdown_chart.h"

#include "app/widgets/breakdown_overlay.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QHorizontalStackedBarSeries>
#include <QtCharts/QLegend>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kSlotHeight = 36;     ///< Least height of one operation with its asynchronous bar.
constexpr int kAxisHeight = 24;     ///< Tick labels.
constexpr int kMostSlotHeight = 56; ///< Few bars are not drawn out to fill the height.
constexpr int kTotalWidth = 84;     ///< Room for the total at the end of the longest bar.
constexpr int kTickWidth = 72;      ///< Least distance of two ticks.
constexpr int kMargin = 12;

/// A step of 1, 2 or 5 times a power of ten that gives at most `ticks` ticks.
double niceStep(double span, double ticks)
{
    const double rough = span / ticks;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

} // namespace

BreakdownChart::BreakdownChart(const Theme& theme, QWidget* parent)
    : QChartView(parent)
    , m_theme(theme)
    , m_operationAxis(new QBarCategoryAxis)
    , m_timeAxis(new QValueAxis)
    , m_overlay(new BreakdownOverlay(theme, *chart()))
{
    setFrameShape(QFrame::NoFrame);
    setMinimumWidth(240);
    chart()->setMargins(QMargins(0, 0, 0, 0));
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(false);
    chart()->legend()->hide();
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->addAxis(m_operationAxis, Qt::AlignLeft);
    chart()->addAxis(m_timeAxis, Qt::AlignTop);
    // The overlay writes the labels: Qt Charts elides a lone name to nothing and cannot print a
    // micro sign.
    for (QAbstractAxis* axis :
         {static_cast<QAbstractAxis*>(m_operationAxis), static_cast<QAbstractAxis*>(m_timeAxis)}) {
        axis->setLabelsVisible(false);
        axis->setLineVisible(false);
    }
    m_operationAxis->setGridLineVisible(false);
    m_timeAxis->setTickType(QValueAxis::TicksDynamic);
    connect(chart(), &QChart::plotAreaChanged, m_overlay, &BreakdownOverlay::place);
    connect(&theme, &Theme::changed, this, &BreakdownChart::applyColors);
    applyColors();
}

BreakdownChart::~BreakdownChart() = default;

void BreakdownChart::setBars(const BreakdownBars& bars)
{
    m_bars = bars;
    m_unit = timeUnitFor(core::Duration(bars.wallNs));
    m_overlay->setBars(m_bars, m_unit);
    rebuildSeries();
    applyColors();
    const int count = static_cast<int>(bars.bars.size());
    setMinimumHeight(kAxisHeight + count * kSlotHeight);
    setMaximumHeight(kAxisHeight + std::max(1, count) * kMostSlotHeight);
    m_overlay->setSeries(m_series);
}

void BreakdownChart::rebuildSeries()
{
    if (m_series != nullptr) {
        chart()->removeSeries(m_series);
        delete m_series;
    }
    m_series = new QHorizontalStackedBarSeries;
    m_series->setBarWidth(BreakdownOverlay::kBarShare);
    // One set holds the whole length of each bar; the overlay paints the segments on it, which
    // differ from bar to bar.
    auto* total = new QBarSet(tr("Wall time"));
    QStringList names;
    double longest = 0;
    for (auto bar = m_bars.bars.rbegin(); bar != m_bars.bars.rend(); ++bar) {
        *total << static_cast<double>(bar->totalNs) / m_unit.ns;
        longest =
            std::max(longest, static_cast<double>(std::max(bar->highNs, bar->asynchronousNs)));
        names.append(QString::number(names.size())); // The axis drops equal categories.
    }
    m_series->append(total);
    chart()->addSeries(m_series);
    m_operationAxis->clear();
    m_operationAxis->append(names);
    m_longest = longest > 0 ? longest / m_unit.ns : 1;
    scaleAxis();
    m_series->attachAxis(m_operationAxis);
    m_series->attachAxis(m_timeAxis);
}

void BreakdownChart::scaleAxis()
{
    const double left = kMargin + m_overlay->namesWidth();
    const int total = std::max(kTotalWidth, m_overlay->totalsWidth());
    const double plot = std::max(2.0 * total, width() - left - kMargin);
    chart()->setPlotArea(QRectF(left, kAxisHeight, plot, std::max(1, height() - kAxisHeight)));
    const double end = m_longest * plot / (plot - total);
    const int longest =
        QFontMetrics(fonts::number()).horizontalAdvance(m_overlay->tickText(end, 1)) + kMargin;
    const double step = niceStep(end, plot / std::max(kTickWidth, longest));
    m_timeAxis->setRange(0, end);
    m_timeAxis->setTickInterval(step);
    m_overlay->setTicks(step, end);
}

void BreakdownChart::applyColors()
{
    const Palette& palette = m_theme.palette();
    setBackgroundBrush(palette.surface);
    m_timeAxis->setGridLineColor(palette.gridLine);
    if (m_series != nullptr) {
        for (QBarSet* set : m_series->barSets()) {
            set->setBrush(Qt::NoBrush);
            set->setPen(Qt::NoPen);
        }
    }
    m_overlay->update();
}

const QStringList& BreakdownChart::names() const
{
    return m_overlay->names();
}

void BreakdownChart::setSelected(const std::optional<BreakdownKey>& key)
{
    m_overlay->setSelected(key);
}

std::optional<BreakdownKey> BreakdownChart::keyAt(QPoint point) const
{
    const BreakdownOverlay::Area* area =
        m_overlay->areaAt(m_overlay->mapFromScene(mapToScene(point)));
    return area == nullptr ? std::nullopt : std::optional(area->key);
}

void BreakdownChart::mousePressEvent(QMouseEvent* event)
{
    const auto key = keyAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && key) {
        Q_EMIT segmentClicked(*key);
        return;
    }
    QChartView::mousePressEvent(event);
}

void BreakdownChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    scaleAxis();
    m_overlay->place();
}

bool BreakdownChart::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QChartView::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const BreakdownOverlay::Area* area =
        m_overlay->areaAt(m_overlay->mapFromScene(mapToScene(help->pos())));
    if (area == nullptr) {
        QToolTip::hideText();
        return true;
    }
    const double share =
        m_bars.wallNs == 0 ? 0
                           : static_cast<double>(area->timeNs) / static_cast<double>(m_bars.wallNs);
    const QString what =
        area->key.asynchronous ? tr("asynchronous GPU") : categoriesText(area->key.categories);
    QString interval;
    if (area->lowNs != area->highNs) {
        interval = u"<br>" + tr("95% interval: %1 – %2 ns")
                                 .arg(formatExactNs(area->lowNs), formatExactNs(area->highNs));
    }
    QToolTip::showText(help->globalPos(),
                       u"<b>" + escaped(elideMiddle(toText(area->key.operation), kMeasuredLength)) +
                           u"</b><br>" + escaped(what) + u"<br>" +
                           tr("%1 (%2), %3 ns")
                               .arg(formatDuration(core::Duration(area->timeNs)),
                                    formatPercent(share), formatExactNs(area->timeNs)) +
                           interval,
                       this);
    return true;
}

} // namespace hscope::app
