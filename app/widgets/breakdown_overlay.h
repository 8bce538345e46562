// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/breakdown_bars.h"
#include "app/models/format.h"
#include "app/widgets/theme.h"

#include <QGraphicsObject>

#include <optional>
#include <vector>

class QAbstractSeries;
class QChart;

namespace hscope::app {

/// What Qt Charts does not draw on the bars of a breakdown: GPU strips, asynchronous bars, labels,
/// totals, whiskers and the outline of the selection. It sits in the chart and gets its positions
/// from the chart's own mapping.
class BreakdownOverlay final : public QGraphicsObject
{
    Q_OBJECT

public:
    /// Where one row of the breakdown is drawn, in chart coordinates.
    struct Area
    {
        BreakdownKey key;
        QRectF rect;
        std::int64_t timeNs = 0;
        std::int64_t lowNs = 0; ///< 95% interval of timeNs.
        std::int64_t highNs = 0;
    };

    BreakdownOverlay(const Theme& theme, QChart& chart);

    /// `bars` must outlive the overlay or the next call. Nothing is drawn until setSeries().
    void setBars(const BreakdownBars& bars, const TimeUnit& unit);
    /// The series whose bars lie below the painted ones; it gives their positions.
    void setSeries(QAbstractSeries* series);
    /// The time axis: labels at multiples of `step` up to `end`, in the bars' unit.
    void setTicks(double step, double end);

    /// The room that the names left of the bars take, their distance included.
    [[nodiscard]] int namesWidth() const { return m_namesWidth; }

    /// The room that the longest total takes right of its bar.
    [[nodiscard]] int totalsWidth() const { return m_totalsWidth; }

    /// A time of the axis as it is written.
    [[nodiscard]] QString tickText(double value, double step) const;

    /// The names as they are written, in the order of the bars.
    [[nodiscard]] const QStringList& names() const { return m_names; }

    void setSelected(const std::optional<BreakdownKey>& key);

    /// Computes all positions anew, after the chart's layout changed.
    void place();

    [[nodiscard]] const Area* areaAt(QPointF point) const;

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    static constexpr double kBarShare = 0.5; ///< Of the height of an operation's slot.

private:
    /// Where text that starts at `x` and takes `width` is cut off by nothing.
    [[nodiscard]] bool fits(double x, int width) const;
    void placeBar(std::size_t index, double slotHeight);
    void paintAxes(QPainter& painter) const;
    void paintBar(QPainter& painter, const BreakdownBars::Bar& bar, std::size_t index) const;
    void paintArea(QPainter& painter, const Area& area) const;
    void paintLabels(QPainter& painter, std::size_t index) const;
    [[nodiscard]] QString totalText(const BreakdownBars::Bar& bar) const;
    [[nodiscard]] QPointF position(double ns, std::size_t index) const;

    const Theme& m_theme;
    QChart& m_chart;
    const BreakdownBars* m_bars = nullptr;
    TimeUnit m_unit;
    QStringList m_names;
    int m_namesWidth = 0;
    int m_totalsWidth = 0;
    double m_step = 0;
    double m_end = 0;
    QAbstractSeries* m_series = nullptr;
    std::optional<BreakdownKey> m_selected;
    std::vector<std::vector<Area>> m_areas; ///< By bar; the asynchronous one last.
};

} // namespace hscope::app
