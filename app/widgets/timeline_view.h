// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/models/trace_document.h"

#include <QWidget>

#include <optional>

namespace hscope::app {

class OverviewStrip;
class TimelineCanvas;
class TimelineRuler;

/// The timeline of the open trace: overview, time axis and tracks, one below the other on one time
/// scale.
///
/// Everything it shows and changes is in the TraceDocument. Blank while that has no trace.
///
/// Thread: the GUI thread.
class TimelineView : public QWidget
{
    Q_OBJECT

public:
    /// `document` must outlive the view.
    TimelineView(TraceDocument* document, const Palette& palette, QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    /// Whether the strip of the whole trace is there.
    void setOverviewShown(bool shown);
    /// Shows the time of a playback, which clicks on the time axis choose.
    void setPosition(std::optional<core::TraceTime> time);
    void setScrubbing(bool on);
    /// The whole trace as a small picture; null without one.
    [[nodiscard]] QImage thumbnail(QSize size, const Palette& palette);

    [[nodiscard]] TimelineCanvas& canvas() const { return *m_canvas; }

    [[nodiscard]] TimelineRuler& ruler() const { return *m_ruler; }

Q_SIGNALS:
    /// The time under the mouse; none when it leaves. For the status bar.
    void cursorTimeChanged(std::optional<hscope::core::TraceTime> time);
    void timeClicked(hscope::core::TraceTime time);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// What the strips above the tracks leave over: they zoom and pan like the tracks.
    void wheelEvent(QWheelEvent* event) override;

private:
    void alignScales();

    OverviewStrip* m_overview;
    TimelineRuler* m_ruler;
    TimelineCanvas* m_canvas;
};

} // namespace hscope::app
