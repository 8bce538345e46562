// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/breakdown_overlay.h"

#include "app/widgets/paint_helpers.h"

#include <QPainter>
#include <QtCharts/QAbstractSeries>
#include <QtCharts/QChart>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kStrip = 5;        ///< Height of the GPU strip within a segment.
constexpr double kAsynchronous = 4; ///< Height of an asynchronous bar.
constexpr double kShortestBar = 3;  ///< So that a little asynchronous time is seen at all.
constexpr int kLabelMargin = 4;
constexpr int kNamesWidth = 120; ///< What the names of the operations take at most.
constexpr int kNameGap = 8;
constexpr int kTotalGap = 6;

/// GPU work of a segment that is drawn as a strip: its first GPU category.
core::Category gpuCategory(core::CategorySet set)
{
    for (const core::Category category : set.list()) {
        if (core::isGpuCategory(category)) {
            return category;
        }
    }
    return core::Category::GpuKernel;
}

/// Whether two rows belong to one segment: they differ in their GPU part only.
bool isSameSegment(const BreakdownKey& a, const BreakdownKey& b)
{
    return cpuPart(a.categories) == cpuPart(b.categories) && a.asynchronous == b.asynchronous &&
           a.categories.isEmpty() == b.categories.isEmpty();
}

QRectF pixelAligned(const QRectF& rect)
{
    const double left = std::round(rect.left());
    const double top = std::round(rect.top());
    return {left, top, std::max(0.0, std::round(rect.right()) - left),
            std::round(rect.bottom()) - top};
}

} // namespace

BreakdownOverlay::BreakdownOverlay(const Theme& theme, QChart& chart)
    : QGraphicsObject(&chart)
    , m_theme(theme)
    , m_chart(chart)
{
    setZValue(100);
    setAcceptedMouseButtons(Qt::NoButton);
}

void BreakdownOverlay::setBars(const BreakdownBars& bars, const TimeUnit& unit)
{
    m_bars = &bars;
    m_unit = unit;
    m_series = nullptr;
    m_names.clear();
    m_namesWidth = 0;
    m_totalsWidth = 0;
    const QFontMetrics metrics(fonts::normal());
    for (const BreakdownBars::Bar& bar : bars.bars) {
        m_names.append(metrics.elidedText(elideMiddle(bar.operation.simplified(), kMeasuredLength),
                                          Qt::ElideMiddle, kNamesWidth));
        m_namesWidth = std::max(m_namesWidth, metrics.horizontalAdvance(m_names.last()) + kNameGap);
        m_totalsWidth = std::max(m_totalsWidth,
                                 QFontMetrics(fonts::number()).horizontalAdvance(totalText(bar)) +
                                     2 * kTotalGap);
    }
}

void BreakdownOverlay::setSeries(QAbstractSeries* series)
{
    m_series = series;
    place();
}

void BreakdownOverlay::setTicks(double step, double end)
{
    m_step = step;
    m_end = end;
    update();
}

QString BreakdownOverlay::totalText(const BreakdownBars::Bar& bar) const
{
    return formatInUnit(bar.totalNs, m_unit) + u' ' + m_unit.name;
}

QString BreakdownOverlay::tickText(double value, double step) const
{
    const int decimals = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
    const TimeUnit unit{m_unit.name, m_unit.ns, decimals};
    return formatInUnit(std::llround(value * m_unit.ns), unit) + u' ' + m_unit.name;
}

bool BreakdownOverlay::fits(double x, int width) const
{
    return x + width <= m_chart.size().width() - kLabelMargin;
}

void BreakdownOverlay::setSelected(const std::optional<BreakdownKey>& key)
{
    m_selected = key;
    update();
}

QPointF BreakdownOverlay::position(double ns, std::size_t index) const
{
    // Category 0 of the axis is at the bottom; the first bar belongs on top.
    const double category = static_cast<double>(m_bars->bars.size() - 1 - index);
    return m_chart.mapToPosition(QPointF(ns / m_unit.ns, category), m_series);
}

void BreakdownOverlay::place()
{
    prepareGeometryChange();
    m_areas.clear();
    if (m_bars == nullptr || m_series == nullptr || m_bars->bars.empty()) {
        return;
    }
    const double slotHeight =
        m_chart.plotArea().height() / static_cast<double>(m_bars->bars.size());
    m_areas.resize(m_bars->bars.size());
    for (std::size_t i = 0; i < m_bars->bars.size(); ++i) {
        placeBar(i, slotHeight);
    }
    update();
}

void BreakdownOverlay::placeBar(std::size_t index, double slotHeight)
{
    const BreakdownBars::Bar& bar = m_bars->bars[index];
    const double height = slotHeight * kBarShare;
    const QPointF middle = position(0, index);
    double ns = 0;
    for (const BreakdownBars::Segment& segment : bar.segments) {
        const double left = position(ns, index).x();
        ns += static_cast<double>(segment.timeNs);
        const QRectF rect(QPointF(left, middle.y() - height / 2),
                          QPointF(position(ns, index).x(), middle.y() + height / 2));
        m_areas[index].push_back(
            {segment.key, pixelAligned(rect), segment.timeNs, segment.lowNs, segment.highNs});
    }
    ns = 0;
    const double top = std::round(middle.y() + height / 2) + 3;
    for (const BreakdownBars::Segment& segment : bar.asynchronous) {
        const double left = position(ns, index).x();
        ns += static_cast<double>(segment.timeNs);
        const double width = std::max(kShortestBar, position(ns, index).x() - left);
        m_areas[index].push_back({segment.key,
                                  pixelAligned(QRectF(left, top, width, kAsynchronous)),
                                  segment.timeNs, segment.lowNs, segment.highNs});
    }
}

const BreakdownOverlay::Area* BreakdownOverlay::areaAt(QPointF point) const
{
    for (const std::vector<Area>& areas : m_areas) {
        for (const Area& area : areas) {
            // A thin bar is as easy to hit as a thick one.
            const double slack = area.key.asynchronous ? 3 : 0;
            if (area.rect.adjusted(0, -slack, 0, slack).contains(point)) {
                return &area;
            }
        }
    }
    return nullptr;
}

QRectF BreakdownOverlay::boundingRect() const
{
    return {QPointF(0, 0), m_chart.size()};
}

void BreakdownOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/,
                             QWidget* /*widget*/)
{
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (!m_areas.empty()) {
        paintAxes(*painter);
    }
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        const std::vector<Area>& areas = m_areas[i];
        for (std::size_t k = 0; k < areas.size(); ++k) {
            const QRectF& rect = areas[k].rect;
            paintArea(*painter, areas[k]);
            // A gap between segments, as between slices; not where only the GPU part changes.
            const bool isLast =
                k + 1 == areas.size() || !isSameSegment(areas[k].key, areas[k + 1].key);
            if (isLast && rect.width() > 4) {
                painter->fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()),
                                  m_theme.palette().surface);
            }
        }
        paintBar(*painter, m_bars->bars[i], i);
        paintLabels(*painter, i);
    }
}

void BreakdownOverlay::paintAxes(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    const QRectF plot = m_chart.plotArea();
    painter.setFont(fonts::normal());
    painter.setPen(palette.text);
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        const double y = position(0, i).y();
        painter.drawText(QRectF(plot.left() - m_namesWidth, y - 12, m_namesWidth - kNameGap, 24),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                         m_names[static_cast<qsizetype>(i)]);
    }
    painter.setFont(fonts::number());
    painter.setPen(palette.secondaryText);
    for (int i = 0; m_step > 0 && i * m_step <= m_end; ++i) {
        const QString text = tickText(i * m_step, m_step);
        const int width = painter.fontMetrics().horizontalAdvance(text);
        const double x = plot.left() + plot.width() * i * m_step / m_end;
        if (fits(x - width / 2.0, width)) {
            painter.drawText(QRectF(x - width / 2.0 - 1, 0, width + 2, plot.top() - 4),
                             Qt::AlignCenter, text);
        }
    }
}

void BreakdownOverlay::paintArea(QPainter& painter, const Area& area) const
{
    const Palette& palette = m_theme.palette();
    const QRectF& rect = area.rect;
    if (rect.width() < 1) {
        return;
    }
    if (area.key.asynchronous) {
        fillCategory(painter, rect, gpuCategory(area.key.categories), palette);
    } else if (area.key.categories.isEmpty()) {
        painter.setPen(palette.outline);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
        return;
    } else {
        const std::vector<core::Category> cpu = cpuPart(area.key.categories).list();
        if (cpu.empty()) {
            fillCategory(painter, rect, gpuCategory(area.key.categories), palette);
        }
        for (std::size_t i = 0; i < cpu.size(); ++i) {
            const double height = rect.height() / static_cast<double>(cpu.size());
            const QRectF band(rect.left(), rect.top() + height * static_cast<double>(i),
                              rect.width(), height);
            fillCategory(painter, pixelAligned(band), cpu[i], palette);
        }
        if (!cpu.empty() && hasGpu(area.key.categories)) {
            painter.fillRect(QRectF(rect.left(), rect.bottom() - kStrip - 1, rect.width(), 1),
                             palette.surface);
            fillCategory(painter, QRectF(rect.left(), rect.bottom() - kStrip, rect.width(), kStrip),
                         gpuCategory(area.key.categories), palette);
        }
    }
}

void BreakdownOverlay::paintBar(QPainter& painter, const BreakdownBars::Bar& bar,
                                std::size_t index) const
{
    const Palette& palette = m_theme.palette();
    double labelX = position(static_cast<double>(bar.totalNs), index).x();
    const double y = position(0, index).y();
    if (bar.lowNs != bar.highNs) {
        const double low = std::round(position(static_cast<double>(bar.lowNs), index).x());
        const double high = std::round(position(static_cast<double>(bar.highNs), index).x());
        labelX = std::max(labelX, high);
        paintWhiskers(painter, low, high, y, palette);
    }
    painter.setFont(fonts::number());
    const int height = painter.fontMetrics().height();
    const auto label = [&](double x, double middle, const QColor& color, const QString& text) {
        painter.setPen(color);
        painter.drawText(QPointF(x, middle - height / 2.0 + painter.fontMetrics().ascent()), text);
    };
    if (bar.totalNs > 0) {
        label(labelX + kTotalGap, y, palette.text, totalText(bar));
    }
    if (bar.asynchronousNs > 0) {
        const QRectF& rect = m_areas[index].back().rect;
        painter.setFont(fonts::small());
        const QString time = formatDuration(core::Duration(bar.asynchronousNs));
        const QString text = tr("asynchronous GPU %1").arg(time);
        const double x = rect.right() + 5;
        label(x, rect.center().y() + 1, palette.secondaryText,
              fits(x, painter.fontMetrics().horizontalAdvance(text)) ? text
                                                                     : tr("GPU %1").arg(time));
    }
    for (const Area& area : m_areas[index]) {
        if (m_selected == area.key) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(palette.text, 2));
            painter.drawRect(area.rect.adjusted(0, 0, -1, 0));
        }
    }
}

void BreakdownOverlay::paintLabels(QPainter& painter, std::size_t index) const
{
    // Neighbouring areas with the same CPU part form one segment and share one label.
    const std::vector<Area>& areas = m_areas[index];
    painter.setFont(fonts::number());
    const QFontMetrics metrics = painter.fontMetrics();
    for (std::size_t first = 0; first < areas.size();) {
        const Area& area = areas[first];
        const core::CategorySet cpu = cpuPart(area.key.categories);
        QRectF rect = area.rect;
        std::int64_t ns = 0;
        bool gpu = false;
        std::size_t next = first;
        for (; next < areas.size() && isSameSegment(areas[next].key, area.key); ++next) {
            rect = rect.united(areas[next].rect);
            ns += areas[next].timeNs;
            gpu = gpu || hasGpu(areas[next].key.categories);
        }
        first = next;
        if (area.key.asynchronous) {
            continue;
        }
        const bool idle = area.key.categories.isEmpty();
        const QString name =
            idle ? tr("idle") : categoriesText(cpu.isEmpty() ? area.key.categories : cpu);
        const TimeUnit brief{m_unit.name, m_unit.ns, 2};
        const QString number = formatInUnit(ns, brief);
        QString text = name + u' ' + number;
        if (metrics.horizontalAdvance(text) + 2 * kLabelMargin > rect.width()) {
            text = number;
        }
        // Labels on several colours at once would be readable on none of them.
        if (metrics.horizontalAdvance(text) + 2 * kLabelMargin > rect.width() || cpu.size() > 1) {
            continue;
        }
        if (gpu && !cpu.isEmpty()) {
            rect.setBottom(rect.bottom() - kStrip);
        }
        const Palette& palette = m_theme.palette();
        const core::Category category =
            cpu.isEmpty() ? gpuCategory(area.key.categories) : cpu.list().front();
        painter.setPen(idle ? palette.secondaryText : labelColor(palette.category(category)));
        painter.drawText(rect.adjusted(kLabelMargin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    }
}

} // namespace hscope::app
