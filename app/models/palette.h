// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schema/category.h"

#include <QColor>
#include <QPalette>
#include <QStringView>

#include <array>

namespace hscope::app {

/// All colours that painted code may use, for one appearance. Values: see palette.cpp.
struct Palette
{
    QColor window;       ///< Behind panels.
    QColor surface;      ///< Panels.
    QColor canvas;       ///< Behind painted data: the darkest (dark) or whitest (light) of all.
    QColor field;        ///< Editable fields.
    QColor alternateRow; ///< Every other table row.
    QColor hairline;     ///< Separators, one pixel.
    QColor gridLine;     ///< Lines in charts and the timeline.
    QColor outline;      ///< Outlines of controls.
    QColor text;
    QColor secondaryText;
    QColor disabledText;
    QColor accent;    ///< Selection, focus, cursor, links, the one primary button.
    QColor selection; ///< Fill of selected rows.
    QColor ok;
    QColor warning;
    QColor error;
    std::array<QColor, core::kCategoryCount> categories;
    /// Of resource types with a colour of their own: cpu-core, v100, a100-40, t4, xpu.
    std::array<QColor, 5> resources;
    /// Learning schedulers, in the order in which they show: rl-lstm, and the next one.
    std::array<QColor, 2> learning;
    /// How much a device is used, from not at all to all the time: evenly spaced, ever stronger.
    std::array<QColor, 5> utilization;
    QColor floor;         ///< The throughput that a schedule must reach.
    QColor guide;         ///< What a dragged element is aligned with.
    QColor cable;         ///< Links of a drawn cluster.
    QColor overheadHatch; ///< Lines of the overhead hatch in the timeline.
    QColor overheadFill;  ///< Ground of the overhead hatch in the timeline.
    bool dark = false;

    [[nodiscard]] const QColor& category(core::Category category) const
    {
        return categories[static_cast<std::size_t>(category)];
    }

    [[nodiscard]] static const Palette& darkPalette();
    [[nodiscard]] static const Palette& lightPalette();
};

/// The two colours of an operation: same name, same hue, everywhere and in every run (golden angle
/// from a hash).
struct OperationColors
{
    QColor fill;
    QColor line;
};

[[nodiscard]] OperationColors operationColors(QStringView name, const Palette& palette);

/// The colour of a resource type without one of its own, by its id: same id, same hue, everywhere.
[[nodiscard]] QColor hashedResourceColor(QStringView id, const Palette& palette);

/// The colour of a device that is used `ratio` (0 to 1) of the time.
[[nodiscard]] QColor utilizationColor(double ratio, const Palette& palette);

/// `color` with `ratio` (0 to 1) of `towards` in it.
[[nodiscard]] QColor blended(const QColor& color, const QColor& towards, double ratio);

/// WCAG contrast ratio of two opaque colours, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

/// Black or white, whichever contrasts more with `ground`.
[[nodiscard]] QColor labelColor(const QColor& ground);

/// The widget palette for the same appearance.
[[nodiscard]] QPalette widgetPalette(const Palette& palette);

} // namespace hscope::app
