// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/models/trace_document.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace hscope::app {

/// The whole trace in one strip: shares of the operations by time, how busy the GPUs were, and
/// which part is visible.
///
///   |warm-up |training                          |
///   |########|####[##]##########################|   operations; the window has a handle at both
///   sides |  . ....|...............  .................|   GPU
///
/// Dragging the window or its handles changes the visible range, dragging elsewhere makes a new
/// one, a click moves it.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 56;

    /// `document` must outlive the strip.
    OverviewStrip(TraceDocument* document, const Palette& palette, QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setRightMargin(int margin);
    /// The columns of the whole trace in other colours; null without a trace.
    [[nodiscard]] QImage thumbnail(QSize size, const Palette& palette);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    enum class Part
    {
        Left,
        Right,
        Window,
        Outside
    };

    struct Drag
    {
        Part part = Part::Outside;
        double startX = 0;
        core::TimeRange range;
        bool moved = false;
    };

    [[nodiscard]] core::TimeRange fullRange() const;
    [[nodiscard]] QRect stripRect() const;
    /// The visible range on the strip; at least as wide as both handles.
    [[nodiscard]] QRectF windowRect() const;
    [[nodiscard]] Part partAt(double x) const;
    [[nodiscard]] core::TraceTime timeAt(double x) const;
    void updateCursorShape(double x);
    void renderStrip();
    void paintColumns(QPainter& painter, const QRect& strip) const;
    void paintHead(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintWindow(QPainter& painter) const;

    TraceDocument* m_document;
    Palette m_palette;
    QPixmap m_strip; ///< Null while it has to be drawn anew.
    std::optional<Drag> m_drag;
    int m_rightMargin = 0;
};

} // namespace hscope::app
