// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/bar_list.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

namespace hscope::app {

/// Paints a BarList: groups of horizontal bars, each group with its title and, where its looks
/// differ from those of the group above, a legend.
///
///   GPU 0     ▪ GPU only  ▪ sampled
///   busy      [=====]                      12.4%
///   sampled   [/////////////////////////] 100.0%
///
/// As high as its bars need; put it into a scroll area. The same numbers belong into a table beside
/// it, which is what keyboards and screen readers use.
class BarListChart final : public QWidget
{
    Q_OBJECT

public:
    explicit BarListChart(const Theme& theme, QWidget* parent = nullptr);

    void setBars(BarList bars);

    [[nodiscard]] const BarList& bars() const { return m_bars; }

    /// The row whose parts are outlined; none for no outline.
    void setSelected(const std::optional<BarKey>& key);

    /// The key of the part at a point.
    [[nodiscard]] std::optional<BarKey> keyAt(QPoint point) const;

Q_SIGNALS:
    void clicked(const hscope::app::BarKey& key);
    void doubleClicked(const hscope::app::BarKey& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// A horizontal strip of the chart.
    struct Line
    {
        enum class Kind
        {
            Title,
            Legend,
            Bar,
            Remark
        };

        Kind kind = Kind::Bar;
        int y = 0;
        int height = 0;
        std::size_t group = 0;
        std::size_t row = 0;
    };

    /// A part as it is painted.
    struct Area
    {
        QRectF rect;
        const BarPart* part = nullptr;
    };

    void layOut();
    void measureColumns();
    [[nodiscard]] const BarRow& rowOf(const Line& line) const;
    /// The parts of a bar from left to right, then what is beside it.
    [[nodiscard]] std::vector<Area> areasOf(const Line& line) const;
    /// Where a value lies on the scale of a bar's group.
    [[nodiscard]] double xOf(const Line& line, double value) const;
    [[nodiscard]] const BarPart* partAt(QPoint point) const;
    /// Places the entries of a legend; draws them if there is a painter. Returns the height.
    int layOutLegend(std::size_t group, int y, QPainter* painter) const;
    void paintLine(QPainter& painter, const Line& line) const;
    void paintBar(QPainter& painter, const Line& line) const;
    void paintLook(QPainter& painter, const QRectF& rect, const PartLook& look) const;

    const Theme& m_theme;
    BarList m_bars;
    std::vector<Line> m_lines;
    std::optional<BarKey> m_selected;
    int m_titleWidth = 0;
    int m_valueWidth = 0;
};

} // namespace hscope::app
