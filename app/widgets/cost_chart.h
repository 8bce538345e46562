// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/cost_chart_layout.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

namespace hscope::app {

/// Cost against throughput: where each scheduler lands, the floor, and the front of least cost.
///
/// Left and right step through the schedules by rising cost. The same numbers are in the table of
/// results.
class CostChart final : public QWidget
{
    Q_OBJECT

public:
    explicit CostChart(const Theme& theme, QWidget* parent = nullptr);

    void setData(const CostChartData& content);
    /// The index of the selected ScheduleEntry.
    void setSelected(std::optional<std::size_t> entry);

    [[nodiscard]] const CostChartData& data() const { return m_data; }

    [[nodiscard]] const CostChartLayout& chartLayout() const { return m_layout; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void entryClicked(std::size_t entry);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refreshLayout();
    void paintAxes(QPainter& painter) const;
    void paintFloor(QPainter& painter) const;
    void paintFront(QPainter& painter) const;
    void paintSpots(QPainter& painter) const;
    void paintLabel(QPainter& painter, const QRectF& rect, const QString& text,
                    const QColor& color) const;
    [[nodiscard]] bool isSelected(const CostChartLayout::Spot& spot) const;
    [[nodiscard]] bool isDominated(const CostChartLayout::Spot& spot) const;
    [[nodiscard]] QColor labelColorOf(const CostChartLayout::Spot& spot) const;
    [[nodiscard]] QString tipOf(const CostChartLayout::Spot& spot) const;

    const Theme& m_theme;
    CostChartData m_data;
    CostChartLayout m_layout;
    std::optional<std::size_t> m_selected;
};

} // namespace hscope::app
