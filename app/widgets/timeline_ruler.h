// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/models/trace_document.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace hscope::app {

/// The time axis above the tracks: base and step at the left, ticks, iteration badges, the cursor's
/// time.
class TimelineRuler : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 24;
    static constexpr double kIterationDistance =
        110.0; ///< Iterations closer than this are not marked.

    /// `document` must outlive the ruler.
    TimelineRuler(TraceDocument* document, const Palette& palette, QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setCursorTime(std::optional<core::TraceTime> time);
    /// The time of a playback.
    void setPosition(std::optional<core::TraceTime> time);
    /// Whether clicking and dragging choose the time of a playback.
    void setScrubbing(bool on);
    /// How much of the right edge belongs to the scroll bar of the tracks below.
    void setRightMargin(int margin);

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void timeClicked(hscope::core::TraceTime time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] int tracksWidth() const;

    struct Badge
    {
        QRectF rect;
        QString text;
        QColor ground;
    };

    /// The iterations in view and the cursor, in the order in which they are painted.
    [[nodiscard]] std::vector<Badge> badges(const QFontMetrics& metrics) const;
    void paintHead(QPainter& painter, core::TraceTime base, const QString& step) const;
    void paintTicks(QPainter& painter, const std::vector<Badge>& badges) const;
    void paintBadge(QPainter& painter, const Badge& badge) const;

    TraceDocument* m_document;
    Palette m_palette;
    std::optional<core::TraceTime> m_cursorTime;
    std::optional<core::TraceTime> m_position;
    bool m_isScrubbing = false;
    int m_rightMargin = 0;
};

} // namespace hscope::app
