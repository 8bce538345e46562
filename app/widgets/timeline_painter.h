// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/draw_list.h"
#include "app/timeline/iteration_marks.h"
#include "app/timeline/ruler_ticks.h"
#include "app/timeline/timeline_looks.h"
#include "app/widgets/label_cache.h"
#include "app/widgets/pixel_canvas.h"
#include "app/widgets/timeline_colors.h"

#include <QImage>

class QPainter;

namespace hscope::app {

/// Everything one picture of the tracks is made from.
struct TimelineFrame
{
    const core::TraceStore& store;
    const TimelineIndex& index;
    const TimelineLayout& layout;
    const DrawList& list;
    const RulerTicks& ticks;              ///< In the pixels of the device, like `viewport.width`.
    std::span<const IterationMark> marks; ///< Likewise.
    TimelineViewport viewport;
    double scale = 1.0; ///< Device pixels per layout pixel.
    const TimelineLooks* looks = nullptr;
};

/// Paints a draw list into an image: rectangles straight into scan lines, then texts.
///
/// Thread: the GUI thread (fonts).
class TimelinePainter
{
public:
    TimelinePainter(const Palette& palette, const QFont& labelFont);

    /// Makes `picture` one of the tracks without their heads; its memory is used again if the size
    /// is right. Cost: O(pixels + items).
    void paint(const TimelineFrame& frame, QImage& picture);

    /// To be called when another trace is shown: names have other ids there.
    void forgetTrace();

    [[nodiscard]] const TimelineColors& colors() const { return m_colors; }

private:
    class Pass;

    TimelineColors m_colors;
    LabelCache m_labels;
};

} // namespace hscope::app
