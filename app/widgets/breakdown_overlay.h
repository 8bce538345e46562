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
    };

    BreakdownOverlay(const Theme& theme, QChart& chart);

    /// `bars` must outlive the overlay or the next call.
    void setBars(const BreakdownBars& bars, const TimeUnit& unit, QAbstractSeries* series);
    void setSelected(const std::optional<BreakdownKey>& key);

    /// Computes all positions anew, after the chart's layout changed.
    void place();

    [[nodiscard]] const Area* areaAt(QPointF point) const;

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    static constexpr double kBarShare = 0.5; ///< Of the height of an operation's slot.

private:
    void placeBar(std::size_t index, double slotHeight);
    void paintBar(QPainter& painter, const BreakdownBars::Bar& bar, std::size_t index) const;
    void paintArea(QPainter& painter, const Area& area) const;
    void paintLabels(QPainter& painter, std::size_t index) const;
    [[nodiscard]] QPointF position(double ns, std::size_t index) const;

    const Theme& m_theme;
    QChart& m_chart;
    const BreakdownBars* m_bars = nullptr;
    TimeUnit m_unit;
    QAbstractSeries* m_series = nullptr;
    std::optional<BreakdownKey> m_selected;
    std::vector<std::vector<Area>> m_areas; ///< By bar; the asynchronous one last.
};

} // namespace hscope::app
