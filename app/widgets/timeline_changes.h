// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/pixel_canvas.h"
#include "app/widgets/timeline_overlay.h"
#include "app/widgets/timeline_painter.h"

namespace hscope::app {

/// What a timeline shows of the differences to another one: hatch, outline and signed times, never
/// colour alone.
///
///   [////////] later or slower        [\\\\\\] earlier or faster      both with +12.3 ms on them
///   [ - - -  ] an outline: only in one of the two
namespace changes {

/// Fills a slice of the colour `fill`.
void fillSlice(PixelCanvas& canvas, const PixelRect& rect, QRgb fill, SliceChange::Kind kind,
               const Palette& palette);

/// The colour of a column of slices too narrow to be hatched.
[[nodiscard]] QRgb columnColor(QRgb fill, SliceChange::Kind kind, const Palette& palette);

/// Writes the signed times of a frame: on each slice with room for it, else one per stage, at the
/// right, of its last slice.
void paintTags(QPainter& painter, const TimelineFrame& frame, const Palette& palette);

/// Dashed lines through the rows of their processes.
void paintMarks(QPainter& painter, const TimelineOverlay::View& view, const TimelineLooks& looks,
                const Palette& palette);

/// The text of the mark at a point of the widget; empty without one.
[[nodiscard]] QString markTextAt(const TimelineOverlay::View& view, const TimelineLooks& looks,
                                 QPoint position);

} // namespace changes

} // namespace hscope::app
