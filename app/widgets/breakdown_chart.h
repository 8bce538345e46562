// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/breakdown_bars.h"
#include "app/models/format.h"
#include "app/widgets/theme.h"

#include <QtCharts/QChartView>

#include <optional>

class QBarCategoryAxis;
class QHorizontalStackedBarSeries;
class QValueAxis;

namespace hscope::app {

class BreakdownOverlay;

/// The breakdown of a process as stacked bars: one bar per operation, one segment per set of CPU
/// categories, GPU activity as a strip along a segment's lower edge, asynchronous GPU time as a
/// thin bar below.
///
/// As high as its bars need; put it into a scroll area. The axis is on top, where it stays in
/// sight.
///
/// Qt Charts lays out axes and bars; BreakdownOverlay paints what it does not know: strips, labels,
/// totals, whiskers.
class BreakdownChart : public QChartView
{
    Q_OBJECT

public:
    explicit BreakdownChart(const Theme& theme, QWidget* parent = nullptr);
    ~BreakdownChart() override;

    void setBars(const BreakdownBars& bars);

    [[nodiscard]] const BreakdownBars& bars() const { return m_bars; }

    /// The operations' names as they are written beside the bars.
    [[nodiscard]] const QStringList& names() const;

    /// The outlined segment; none for no outline.
    void setSelected(const std::optional<BreakdownKey>& key);

    /// The segment at a point of the view, if there is one; asynchronous bars included.
    [[nodiscard]] std::optional<BreakdownKey> keyAt(QPoint point) const;

Q_SIGNALS:
    void segmentClicked(const hscope::app::BreakdownKey& key);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void rebuildSeries();
    void scaleAxis();
    void applyColors();

    const Theme& m_theme;
    BreakdownBars m_bars;
    TimeUnit m_unit;
    double m_longest = 1; ///< End of the longest bar, in m_unit.
    QHorizontalStackedBarSeries* m_series = nullptr;
    QBarCategoryAxis* m_operationAxis;
    QValueAxis* m_timeAxis;
    BreakdownOverlay* m_overlay; ///< Owned by the chart's scene.
};

} // namespace hscope::app
