// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/trace_document.h"
#include "app/timeline/draw_list.h"
#include "app/timeline/ruler_ticks.h"
#include "app/widgets/timeline_overlay.h"
#include "app/widgets/timeline_painter.h"
#include "app/widgets/track_heads.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QPointF>

#include <optional>
#include <utility>
#include <vector>

namespace hscope::app {

/// The tracks of the open trace with their heads: paints what buildDrawList says and turns gestures
/// into ranges.
///
/// The picture of the tracks is kept; hovering and selecting only draw over it.
///
/// Thread: the GUI thread.
class TimelineCanvas : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// `document` must outlive the canvas.
    TimelineCanvas(TraceDocument* document, const Palette& palette, QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    void setColors(const Palette& palette);

    /// Shows a line at `time`; what hovering over another view of the same time does.
    void setCursorTime(std::optional<core::TraceTime> time);

    /// Shows a line at `time` that stays while the mouse moves: the position of a playback.
    void setPosition(std::optional<core::TraceTime> time);

    /// What is selected elsewhere: a process, and tracks that follow each other.
    struct Emphasis
    {
        std::optional<core::ProcessId> process;
        std::vector<core::TrackId> tracks;

        friend bool operator==(const Emphasis&, const Emphasis&) = default;
    };

    /// Marks heads and rows; scrolls to the tracks if none of them shows.
    void setEmphasis(Emphasis emphasis);

    [[nodiscard]] const Emphasis& emphasis() const { return m_emphasis; }

    /// Scrolls until the row of `slice` shows.
    void ensureVisible(core::SliceId slice);

    [[nodiscard]] const TimelineLayout& trackLayout() const { return m_layout; }

    /// Of the tracks, in device-independent pixels.
    [[nodiscard]] int tracksWidth() const;

    /// The cost of the last picture, see DrawList::operations.
    [[nodiscard]] std::uint64_t lastOperations() const { return m_list.operations; }

    /// The slice at a position of the viewport, if there is one.
    [[nodiscard]] std::optional<core::SliceId> sliceAt(QPointF position) const;

Q_SIGNALS:
    void cursorTimeChanged(std::optional<hscope::core::TraceTime> time);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Drag
    {
        QPointF start;
        core::TimeRange range;
        int scrollY = 0;
        bool moved = false;
    };

    void onTraceChanged();
    void onSelectionChanged();
    void invalidate();
    void rebuildLayout();
    void updateScrollBar();
    void refreshPicture();
    void paintHeads(QPainter& painter) const;
    void paintPhases(QPainter& painter) const;
    void paintOverlay(QPainter& painter) const;
    void paintEmphasis(QPainter& painter) const;
    /// From the first to the last of the emphasised rows, in layout pixels.
    [[nodiscard]] std::optional<std::pair<int, int>> emphasizedRows() const;
    void click(QPointF position);
    void toggleAt(QPointF position);
    void hover(std::optional<QPointF> position);
    void updateCursorLine(std::optional<core::TraceTime> time);
    void zoomAround(core::TraceTime time, double factor);
    void zoomByKey(double factor);
    void panBy(double ratio);
    bool handleStepKey(const QKeyEvent& event);
    void selectNeighbour(bool forward);
    /// A slice of the next row that has one at the time of the selected one, or in sight.
    void selectInNextRow(bool forward);
    bool showToolTip(QPoint position, QPoint globalPosition);
    [[nodiscard]] QString toolTipAt(QPoint position) const;
    [[nodiscard]] bool isOverTracks(QPointF position) const;
    /// The visible range, or a little more than nothing if it is empty.
    [[nodiscard]] core::TimeRange shownRange() const;
    [[nodiscard]] core::TraceTime timeAt(double x) const;
    [[nodiscard]] int xOf(core::TraceTime time) const;
    [[nodiscard]] TimelineOverlay::View overlayView() const;

    TraceDocument* m_document;
    Palette m_palette;
    TimelinePainter m_painter;
    TrackHeadPainter m_headPainter;
    std::shared_ptr<const core::TraceStore> m_store;
    std::shared_ptr<const TimelineIndex> m_index;
    CollapseState m_collapse;
    TimelineLayout m_layout;
    DrawList m_list;
    QImage m_picture; ///< Of the tracks; valid while not m_isStale.
    bool m_isStale = true;
    bool m_showsFocus = false; ///< Focus came by the keyboard.
    std::optional<core::TraceTime> m_cursorTime;
    std::optional<core::TraceTime> m_position;
    Emphasis m_emphasis;
    std::optional<QPointF> m_hovered;
    std::optional<Drag> m_drag;
};

} // namespace hscope::app
