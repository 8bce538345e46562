// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/cost_chart_layout.h"
#include "app/models/learning_curves.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <functional>
#include <vector>

namespace hscope::app {

/// Where the lines of the learning chart lie. Pixels; y grows downwards. Labels stand to the right
/// of the plot, at the height where their line ends, and are moved apart where they would overlap.
class LearningChartLayout
{
public:
    struct Line
    {
        QPolygonF median;
        QPolygonF band; ///< Up along the highest, back along the lowest.
        QPolygonF best;
    };

    enum class LabelKind
    {
        Line,
        Best,
        Optimum
    };

    struct Label
    {
        LabelKind kind = LabelKind::Line;
        std::size_t line = 0; ///< Index into lines(); of LabelKind::Line and Best.
        QString text;
        QRectF rect;
        QPointF end; ///< What it belongs to.
    };

    static constexpr double kLabelHeight = 14;

    LearningChartLayout() = default;
    /// `plot` is where the axes span, `labels` how wide the room to the right of it is.
    LearningChartLayout(const LearningChartData& data, const QRectF& plot, double labels);

    [[nodiscard]] const QRectF& plot() const { return m_plot; }

    [[nodiscard]] const ChartAxis& roundAxis() const { return m_rounds; }

    [[nodiscard]] const ChartAxis& valueAxis() const { return m_values; }

    [[nodiscard]] double xOf(double round) const;
    [[nodiscard]] double yOf(double value) const;

    [[nodiscard]] const std::vector<Line>& lines() const { return m_lines; }

    [[nodiscard]] const std::vector<Label>& labels() const { return m_labels; }

    /// The height of the optimum; none without one, or if it does not show.
    [[nodiscard]] std::optional<double> optimumY() const { return m_optimumY; }

    [[nodiscard]] bool isEmpty() const { return m_lines.empty(); }

private:
    void findAxes(const LearningChartData& data);
    void makeLines(const LearningChartData& data);
    void placeLabels(const LearningChartData& data, double width);

    QRectF m_plot;
    ChartAxis m_rounds;
    ChartAxis m_values;
    std::vector<Line> m_lines;
    std::vector<Label> m_labels;
    std::optional<double> m_optimumY;
};

} // namespace hscope::app
