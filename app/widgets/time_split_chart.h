// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/time_split_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

namespace hscope::app {

/// Where the time of each device goes: a stacked bar per device on one scale, below the name of its
/// schedule. The bars are as long as the simulated span.
///
///   exact
///   o layers 0–2    [compute          ][transfer ][no inp|]
///   ▪ layers 3–5    [comp][transfer     ][no input       ]
///
/// The same numbers are in the table of a TimeSplitModel. As high as its bars need.
class TimeSplitChart final : public QWidget
{
    Q_OBJECT

public:
    /// `model` must outlive the chart.
    TimeSplitChart(const TimeSplitModel& model, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// What is at a point: the row, and what its time is spent on there.
    struct Part
    {
        std::size_t row = 0;
        TimeUse use = TimeUse::Compute;

        friend bool operator==(const Part&, const Part&) = default;
    };

    [[nodiscard]] std::optional<Part> partAt(QPoint position) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// A line of the chart: a schedule's name, or a row's bar.
    struct Line
    {
        int y = 0;
        std::optional<std::size_t> row; ///< None: a name.
        QString name;
    };

    void refresh();
    [[nodiscard]] QRectF barRect(const Line& line) const;
    [[nodiscard]] QRectF partRect(const Line& line, TimeUse use) const;
    void paintLegend(QPainter& painter) const;
    void paintBar(QPainter& painter, const Line& line) const;
    void paintPart(QPainter& painter, const QRectF& rect, TimeUse use, const QColor& color) const;

    const TimeSplitModel& m_model;
    const Theme& m_theme;
    std::vector<Line> m_lines;
    int m_height = 0;
    core::Duration m_longest{1}; ///< The longest span.
};

} // namespace hscope::app
