// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/learning_chart_layout.h"

#include "app/models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kLeastTickX = 56; ///< Distance of two ticks, in px.
constexpr double kLeastTickY = 32;
constexpr double kLabelGap = 6;
/// The first iterations may be many times as bad: they are cut off beyond this multiple of the
/// distance from the best to the median.
constexpr double kMostSpread = 6;

QString tr(const char* text)
{
    return QCoreApplication::translate("LearningChart", text);
}

QPolygonF polygonOf(const LearningChartLayout& layout,
                    const std::vector<LearningSummary::Point>& points,
                    double LearningSummary::Point::* value)
{
    QPolygonF polygon;
    for (const LearningSummary::Point& point : points) {
        polygon.append({layout.xOf(static_cast<double>(point.round)), layout.yOf(point.*value)});
    }
    return polygon;
}

} // namespace

LearningChartLayout::LearningChartLayout(const LearningChartData& data, const QRectF& plot,
                                         double labels)
    : m_plot(plot)
{
    const bool hasPoints = std::ranges::any_of(
        data.lines, [](const LearningSummary& line) { return !line.points.empty(); });
    if (!hasPoints) {
        return;
    }
    findAxes(data);
    makeLines(data);
    placeLabels(data, labels);
}

void LearningChartLayout::findAxes(const LearningChartData& data)
{
    double last = 1;
    std::vector<double> medians;
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const LearningSummary& line : data.lines) {
        for (const LearningSummary::Point& point : line.points) {
            last = std::max(last, static_cast<double>(point.round));
            medians.push_back(point.median);
            low = std::min(low, point.low);
            high = std::max(high, point.high);
        }
        for (const LearningSummary::Point& point : line.best) {
            low = std::min(low, point.median);
        }
    }
    if (data.measure == LearningMeasure::Cost) {
        if (data.optimumUsd) {
            low = std::min(low, 1.0);
        }
        std::ranges::sort(medians);
        const double middle = medians[medians.size() / 2];
        high = std::min(high, low + kMostSpread * std::max(middle - low, 0.02 * low));
    }
    const double room = (high - low) * 0.04;
    m_rounds = makeAxis(0, last, std::max(2, static_cast<int>(m_plot.width() / kLeastTickX)));
    m_values = makeAxis(low - room, high + room,
                        std::max(2, static_cast<int>(m_plot.height() / kLeastTickY)));
}

double LearningChartLayout::xOf(double round) const
{
    return m_plot.left() + (round - m_rounds.low) / (m_rounds.high - m_rounds.low) * m_plot.width();
}

double LearningChartLayout::yOf(double value) const
{
    return m_plot.bottom() -
           (value - m_values.low) / (m_values.high - m_values.low) * m_plot.height();
}

void LearningChartLayout::makeLines(const LearningChartData& data)
{
    using Point = LearningSummary::Point;
    for (const LearningSummary& source : data.lines) {
        Line line;
        line.median = polygonOf(*this, source.points, &Point::median);
        line.best = polygonOf(*this, source.best, &Point::median);
        if (source.seeds > 1) {
            line.band = polygonOf(*this, source.points, &Point::high);
            QPolygonF lowest = polygonOf(*this, source.points, &Point::low);
            std::ranges::reverse(lowest);
            line.band.append(lowest);
        }
        m_lines.push_back(std::move(line));
    }
    if (data.measure == LearningMeasure::Cost && data.optimumUsd) {
        m_optimumY = yOf(1);
    }
}

void LearningChartLayout::placeLabels(const LearningChartData& data, double width)
{
    const auto add = [&](LabelKind kind, std::size_t line, const QString& text, QPointF end) {
        end.setY(std::clamp(end.y(), m_plot.top(), m_plot.bottom()));
        m_labels.push_back({kind, line, text,
                            QRectF(m_plot.right() + kLabelGap, end.y() - kLabelHeight / 2,
                                   std::max(0.0, width - kLabelGap), kLabelHeight),
                            end});
    };
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (!m_lines[i].median.isEmpty()) {
            const LearningSummary& source = data.lines[i];
            add(LabelKind::Line, i,
                source.isRunning ? tr("%1, running").arg(source.scheduler) : source.scheduler,
                m_lines[i].median.back());
        }
        if (!m_lines[i].best.isEmpty()) {
            add(LabelKind::Best, i, tr("best plan"), m_lines[i].best.back());
        }
    }
    if (m_optimumY) {
        const QString name = data.isProven ? tr("optimum") : tr("least found");
        add(LabelKind::Optimum, 0, name, {m_plot.right(), *m_optimumY});
    }
    // From the bottom upwards, each above the one before; then down again if the top is passed.
    std::ranges::sort(m_labels, [](const Label& a, const Label& b) {
        return a.end.y() != b.end.y() ? a.end.y() > b.end.y() : a.kind > b.kind;
    });
    double free = m_plot.bottom() + kLabelHeight;
    for (Label& label : m_labels) {
        label.rect.moveBottom(std::min(label.rect.bottom(), free));
        free = label.rect.top();
    }
    double taken = m_plot.top() - kLabelHeight;
    for (auto label = m_labels.rbegin(); label != m_labels.rend(); ++label) {
        label->rect.moveTop(std::max(label->rect.top(), taken));
        taken = label->rect.bottom();
    }
}

} // namespace hscope::app
