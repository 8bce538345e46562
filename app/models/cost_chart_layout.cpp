// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/cost_chart_layout.h"

#include "app/models/format.h"
#include "app/models/table_text.h"

#include <QCoreApplication>
#include <QLineF>

#include <algorithm>
#include <array>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kSameSpot = 6; ///< Spots closer than this, in px, share a label.
constexpr double kHitRadius = 8;
constexpr double kLabelDistance = 9; ///< Of a label from its spot.
constexpr double kSpotRadius = 4;
constexpr double kLabelPadding = 3;
constexpr std::size_t kNamesPerLabel = 2;
constexpr double kLeastTickX = 64; ///< Distance of two ticks, in px.
constexpr double kLeastTickY = 36;
constexpr double kFrontRoom = 1.2; ///< The front shows up to this times the dearest schedule.

QString tr(const char* text)
{
    return QCoreApplication::translate("CostChart", text);
}

bool crosses(const QRectF& rect, QPointF from, QPointF to)
{
    // The front consists of level and upright lines only.
    const QRectF line = QRectF(from, to).normalized().adjusted(-1, -1, 1, 1);
    return line.intersects(rect);
}

/// The words of a spot, the most telling first: `exact, greedy and 2 more 208.0`, `exact and 3
/// more`.
QStringList spotTexts(const CostChartData& data, const std::vector<std::size_t>& points)
{
    QStringList texts;
    const double least = data.points[points.front()].costUsd;
    const bool differ = data.points[points.back()].costUsd > least * (1 + kSameCost);
    const QString cost =
        differ ? tr("from %1").arg(formatDecimals(least, 1)) : formatDecimals(least, 1);
    for (std::size_t shown = std::min(points.size(), kNamesPerLabel); shown > 0; --shown) {
        QStringList names;
        for (std::size_t i = 0; i < shown; ++i) {
            names.append(elideMiddle(data.points[points[i]].scheduler, 24));
        }
        QString text = names.join(QStringLiteral(", "));
        if (points.size() > shown) {
            text += tr(" and %1 more").arg(points.size() - shown);
        }
        texts.append(text + u' ' + cost);
    }
    texts.append(cost);
    return texts;
}

} // namespace

std::vector<double> ChartAxis::ticks() const
{
    std::vector<double> result;
    const auto count = static_cast<int>(std::lround((high - low) / step));
    for (int i = 0; i <= count; ++i) {
        result.push_back(low + i * step);
    }
    return result;
}

ChartAxis makeAxis(double low, double high, int mostTicks)
{
    if (!(high > low)) {
        const double room = std::max(std::abs(low) * 0.1, 1.0);
        low = std::max(0.0, low - room);
        high += room;
    }
    const double rough = (high - low) / std::max(1, mostTicks);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    // Rounding the ends outwards may need one step more than fits: then the next larger step.
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0}) {
        const double step = factor * power;
        const double from = std::floor(low / step * (1 + 1e-12)) * step;
        const double to = std::ceil(high / step * (1 - 1e-12)) * step;
        if (std::lround((to - from) / step) <= std::max(1, mostTicks)) {
            return {from, to, step};
        }
    }
    return {low, high, high - low};
}

int decimalsOf(double step)
{
    int decimals = 0;
    for (double scaled = step; decimals < 6 && std::abs(scaled - std::round(scaled)) > 1e-6;
         scaled *= 10) {
        ++decimals;
    }
    return decimals;
}

QString frontName()
{
    return tr("exact front");
}

CostChartData costChartOf(std::span<const ScheduleEntry> entries, std::span<const FrontPoint> front,
                          double floor)
{
    CostChartData data;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& placement = entries[i].placement;
        if (entries[i].hasSchedule() && placement->throughput) {
            data.points.push_back(
                {i, entries[i].scheduler, *placement->throughput, *placement->costUsd});
        }
    }
    for (CostChartData::Point& point : data.points) {
        point.isDominated = std::ranges::any_of(data.points, [&](const auto& other) {
            return other.costUsd <= point.costUsd * (1 - kSameCost) &&
                   other.throughput >= point.throughput * (1 - kSameCost);
        });
    }
    data.front.assign(front.begin(), front.end());
    data.floor = floor;
    return data;
}

QString costChartCsv(const CostChartData& data)
{
    constexpr int kExact = 17;
    const auto line = [](const QString& name, double throughput, double cost) {
        return tableLine(
            {name, QString::number(throughput, 'g', kExact), QString::number(cost, 'g', kExact)},
            TableTextFormat::Csv);
    };
    QString text =
        tableLine({tr("Schedule"), tr("Samples/s"), tr("Cost, USD")}, TableTextFormat::Csv);
    for (const CostChartData::Point& point : data.points) {
        text += line(point.scheduler, point.throughput, point.costUsd);
    }
    for (const FrontPoint& point : data.front) {
        text += line(frontName(), point.throughput, point.costUsd);
    }
    return text;
}

CostChartLayout::CostChartLayout(const CostChartData& data, const QRectF& plot,
                                 const Measure& measure)
    : m_plot(plot)
{
    findAxes(data);
    m_floorX = data.floor > 0 ? xOf(data.floor) : -1;
    makeFront(data);
    makeSpots(data);
    placeLabels(data, measure);
}

void CostChartLayout::findAxes(const CostChartData& data)
{
    double lowCost = HUGE_VAL;
    double highCost = 0;
    double lowRate = data.floor > 0 ? data.floor : HUGE_VAL;
    double highRate = data.floor;
    for (const CostChartData::Point& point : data.points) {
        lowCost = std::min(lowCost, point.costUsd);
        highCost = std::max(highCost, point.costUsd);
        lowRate = std::min(lowRate, point.throughput);
        highRate = std::max(highRate, point.throughput);
    }
    if (data.points.empty()) {
        lowCost = data.front.empty() ? 0 : data.front.front().costUsd;
        highCost = data.front.empty() ? 1 : data.front.back().costUsd;
    }
    const double mostCost = highCost * kFrontRoom;
    for (const FrontPoint& point : data.front) {
        if (point.costUsd <= mostCost) {
            lowCost = std::min(lowCost, point.costUsd);
            highCost = std::max(highCost, point.costUsd);
            lowRate = std::min(lowRate, point.throughput);
            highRate = std::max(highRate, point.throughput);
        }
    }
    if (!(lowRate < HUGE_VAL)) {
        lowRate = 0;
    }
    const double rateRoom = (highRate - lowRate) * 0.06;
    const double costRoom = (highCost - lowCost) * 0.06;
    m_throughput = makeAxis(std::max(0.0, lowRate - rateRoom), highRate + rateRoom,
                            std::max(2, static_cast<int>(m_plot.width() / kLeastTickX)));
    m_cost = makeAxis(std::max(0.0, lowCost - costRoom), highCost + costRoom,
                      std::max(2, static_cast<int>(m_plot.height() / kLeastTickY)));
}

double CostChartLayout::xOf(double throughput) const
{
    return m_plot.left() + (throughput - m_throughput.low) /
                               (m_throughput.high - m_throughput.low) * m_plot.width();
}

double CostChartLayout::yOf(double costUsd) const
{
    return m_plot.bottom() - (costUsd - m_cost.low) / (m_cost.high - m_cost.low) * m_plot.height();
}

void CostChartLayout::makeFront(const CostChartData& data)
{
    double x = m_plot.left();
    for (const FrontPoint& point : data.front) {
        const double y = yOf(point.costUsd);
        if (y < m_plot.top()) {
            break;
        }
        const double next = std::clamp(xOf(point.throughput), m_plot.left(), m_plot.right());
        m_frontLine.emplace_back(x, y);
        m_frontLine.emplace_back(next, y);
        m_frontSpots.emplace_back(next, y);
        x = next;
    }
}

void CostChartLayout::makeSpots(const CostChartData& data)
{
    std::vector<std::size_t> order(data.points.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return data.points[i].costUsd; });
    for (const std::size_t i : order) {
        const QPointF at(xOf(data.points[i].throughput), yOf(data.points[i].costUsd));
        const auto near = std::ranges::find_if(
            m_spots, [&](const Spot& spot) { return QLineF(spot.at, at).length() < kSameSpot; });
        if (near != m_spots.end()) {
            near->points.push_back(i);
        } else {
            m_spots.push_back({at, {i}, {}, {}, false});
        }
    }
}

bool CostChartLayout::isFree(const QRectF& rect) const
{
    if (!m_plot.adjusted(-1, -1, 1, 1).contains(rect) ||
        (m_floorX >= rect.left() - 2 && m_floorX <= rect.right() + 2)) {
        return false;
    }
    for (const Spot& spot : m_spots) {
        const QRectF mark(spot.at.x() - kSpotRadius, spot.at.y() - kSpotRadius, 2 * kSpotRadius,
                          2 * kSpotRadius);
        if (mark.intersects(rect) || spot.label.intersects(rect)) {
            return false;
        }
    }
    for (std::size_t i = 1; i < m_frontLine.size(); ++i) {
        if (crosses(rect, m_frontLine[i - 1], m_frontLine[i])) {
            return false;
        }
    }
    return true;
}

void CostChartLayout::placeLabels(const CostChartData& data, const Measure& measure)
{
    for (Spot& spot : m_spots) {
        for (const QString& text : spotTexts(data, spot.points)) {
            if (placeLabel(spot, text, measure) || placeAtEdge(spot, text, measure)) {
                break;
            }
        }
    }
    placeFrontLabel(measure);
}

bool CostChartLayout::placeLabel(Spot& spot, const QString& text, const Measure& measure) const
{
    struct Offset
    {
        double x;
        double y;
    };

    // Right, left, then further and further away, in label heights.
    constexpr std::array<Offset, 18> kPlaces = {{{1, 0},
                                                 {-1, 0},
                                                 {2, 1},
                                                 {2, -1},
                                                 {-2, -1},
                                                 {-2, 1},
                                                 {2, 2},
                                                 {2, -2},
                                                 {-2, -2},
                                                 {-2, 2},
                                                 {3, 3},
                                                 {3, -3},
                                                 {-3, 3},
                                                 {-3, -3},
                                                 {3, 4},
                                                 {3, -4},
                                                 {-3, -4},
                                                 {-3, 4}}};
    const double width = measure(text) + 2 * kLabelPadding;
    for (const Offset& place : kPlaces) {
        const double gap = kLabelDistance * std::abs(place.x);
        const double x = place.x > 0 ? spot.at.x() + gap : spot.at.x() - gap - width;
        const double y = spot.at.y() + place.y * (kLabelHeight + 1) - kLabelHeight / 2;
        const QRectF rect(std::round(x), std::round(y), std::ceil(width), kLabelHeight);
        if (isFree(rect)) {
            spot.text = text;
            spot.label = rect;
            spot.isApart = place.y != 0;
            return true;
        }
    }
    return false;
}

bool CostChartLayout::placeAtEdge(Spot& spot, const QString& text, const Measure& measure) const
{
    const double width = std::ceil(measure(text) + 2 * kLabelPadding);
    double nearest = HUGE_VAL;
    for (const double x : {m_plot.right() - width, m_plot.left()}) {
        for (double y = m_plot.top(); y + kLabelHeight <= m_plot.bottom(); y += kLabelHeight) {
            const QRectF rect(std::round(x), std::round(y), width, kLabelHeight);
            const double distance = QLineF(rect.center(), spot.at).length();
            if (distance < nearest && isFree(rect)) {
                nearest = distance;
                spot.text = text;
                spot.label = rect;
                spot.isApart = true;
            }
        }
    }
    return nearest < HUGE_VAL;
}

void CostChartLayout::placeFrontLabel(const Measure& measure)
{
    const double width = measure(frontName()) + 2 * kLabelPadding;
    for (auto spot = m_frontSpots.rbegin(); spot != m_frontSpots.rend(); ++spot) {
        for (const double rise : {1.0, 1.6, 2.4}) {
            const QRectF rect(std::round(spot->x() - width - 2),
                              std::round(spot->y() - rise * kLabelHeight - 3), std::ceil(width),
                              kLabelHeight);
            if (isFree(rect)) {
                m_frontLabel = rect;
                return;
            }
        }
    }
}

std::optional<std::size_t> CostChartLayout::spotAt(QPointF position) const
{
    for (std::size_t i = 0; i < m_spots.size(); ++i) {
        if (QLineF(m_spots[i].at, position).length() <= kHitRadius ||
            m_spots[i].label.contains(position)) {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace hscope::app
