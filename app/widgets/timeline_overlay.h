// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/timeline/timeline_layout.h"
#include "core/store/trace_store.h"

#include <QRectF>

#include <optional>

class QPainter;

namespace hscope::app {

/// What changes without the tracks being painted anew: the outline of the selection and its links.
///
///   [cudaLaunchKernel]   outline in the text colour
///           \            arrow in the accent with a halo in the canvas colour
///            v
///          [kernel]      outline in the accent
class TimelineOverlay
{
public:
    struct View
    {
        const core::TraceStore& store;
        const TimelineLayout& layout;
        core::TimeRange range;
        QRectF tracks; ///< Where they are in the widget.
        int scrollY = 0;
    };

    TimelineOverlay(const Palette& palette, const View& view);

    void paintSelection(QPainter& painter, core::SliceId selected) const;

    /// Where `slice` is, in the widget, at least 2 wide; none if it has no row. May lie outside the
    /// tracks.
    [[nodiscard]] std::optional<QRectF> rectOf(core::SliceId slice) const;

private:
    void paintOutline(QPainter& painter, const QRectF& rect, const QColor& color) const;
    void paintArrow(QPainter& painter, const QRectF& from, const QRectF& to) const;

    const Palette& m_palette;
    const View& m_view;
};

} // namespace hscope::app
