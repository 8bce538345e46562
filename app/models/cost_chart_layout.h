// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_entry.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <functional>
#include <span>
#include <vector>

namespace hscope::app {

/// A linear axis with round ends and steps.
struct ChartAxis
{
    double low = 0;
    double high = 1;
    double step = 1;

    [[nodiscard]] std::vector<double> ticks() const;

    friend bool operator==(const ChartAxis&, const ChartAxis&) = default;
};

/// The axis that shows `low` to `high` with at most `mostTicks` steps of 1, 2, 2.5 or 5 times a
/// power of ten. An empty range gets some room.
[[nodiscard]] ChartAxis makeAxis(double low, double high, int mostTicks);

/// Decimals that tell the ticks of an axis with this step apart.
[[nodiscard]] int decimalsOf(double step);

/// What the chart of cost against throughput shows.
struct CostChartData
{
    struct Point
    {
        std::size_t entry = 0; ///< Index of the ScheduleEntry.
        QString scheduler;
        double throughput = 0; ///< Samples/s.
        double costUsd = 0;
        bool isDominated = false; ///< Another schedule costs less and is as fast, or the reverse.
    };

    std::vector<Point> points;
    std::vector<FrontPoint> front; ///< By rising throughput; empty until it is known.
    double floor = 0;              ///< Samples/s; 0: none.
};

[[nodiscard]] CostChartData costChartOf(std::span<const ScheduleEntry> entries,
                                        std::span<const FrontPoint> front, double floor);

/// The points and the front as CSV, a line each.
[[nodiscard]] QString costChartCsv(const CostChartData& data);

/// Where everything in the chart lies. Pixels; y grows downwards.
///
/// Schedules that fall on the same spot share a label. A label takes the first of a list of places
/// around its spot where it covers no other label, no spot and not the front, else the nearest
/// free place at the left or right edge; a line joins them if it lies apart.
class CostChartLayout
{
public:
    struct Spot
    {
        QPointF at;
        std::vector<std::size_t> points; ///< Indices into CostChartData::points, cheapest first.
        QString text;
        QRectF label;         ///< Null if no place was free.
        bool isApart = false; ///< The label needs a line to the spot.
    };

    using Measure = std::function<double(const QString&)>;

    static constexpr double kLabelHeight = 14;

    CostChartLayout() = default;
    /// `plot` is where the axes span; `measure` gives the width of a label.
    CostChartLayout(const CostChartData& data, const QRectF& plot, const Measure& measure);

    [[nodiscard]] const QRectF& plot() const { return m_plot; }

    [[nodiscard]] const ChartAxis& throughputAxis() const { return m_throughput; }

    [[nodiscard]] const ChartAxis& costAxis() const { return m_cost; }

    [[nodiscard]] double xOf(double throughput) const;
    [[nodiscard]] double yOf(double costUsd) const;

    [[nodiscard]] const std::vector<Spot>& spots() const { return m_spots; }

    /// The steps of the front, clipped to the plot: least cost for each floor.
    [[nodiscard]] const std::vector<QPointF>& frontLine() const { return m_frontLine; }

    /// The corners of the front: schedules that are on it.
    [[nodiscard]] const std::vector<QPointF>& frontSpots() const { return m_frontSpots; }

    /// The place of the words `exact front`; null without a front.
    [[nodiscard]] const QRectF& frontLabel() const { return m_frontLabel; }

    /// The spot within 8 px of `position`, if there is one.
    [[nodiscard]] std::optional<std::size_t> spotAt(QPointF position) const;

private:
    void findAxes(const CostChartData& data);
    void makeFront(const CostChartData& data);
    void makeSpots(const CostChartData& data);
    void placeLabels(const CostChartData& data, const Measure& measure);
    bool placeLabel(Spot& spot, const QString& text, const Measure& measure) const;
    bool placeAtEdge(Spot& spot, const QString& text, const Measure& measure) const;
    void placeFrontLabel(const Measure& measure);
    [[nodiscard]] bool isFree(const QRectF& rect) const;

    QRectF m_plot;
    ChartAxis m_throughput;
    ChartAxis m_cost;
    std::vector<Spot> m_spots;
    std::vector<QPointF> m_frontLine;
    std::vector<QPointF> m_frontSpots;
    QRectF m_frontLabel;
    double m_floorX = -1;
};

/// What the line of the front is called.
[[nodiscard]] QString frontName();

} // namespace hscope::app
