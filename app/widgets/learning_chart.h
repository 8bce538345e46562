// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/learning_chart_layout.h"
#include "app/widgets/theme.h"

#include <QWidget>

namespace hscope::app {

/// How training goes: the median over the seeds as a line, their range as a band, the best plan so
/// far dashed, the optimum. The same numbers are in the table behind the chart.
class LearningChart final : public QWidget
{
    Q_OBJECT

public:
    explicit LearningChart(const Theme& theme, QWidget* parent = nullptr);

    void setData(const LearningChartData& content);

    [[nodiscard]] const LearningChartLayout& chartLayout() const { return m_layout; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refreshLayout();
    void paintAxes(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    [[nodiscard]] QColor colorOf(std::size_t line) const;

    const Theme& m_theme;
    LearningChartData m_data;
    LearningChartLayout m_layout;
};

} // namespace hscope::app
