// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_colors.h"

#include "app/models/format.h"
#include "app/widgets/pixel_canvas.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr std::array<double, 4> kDarkerByDepth = {0.24, 0.12, 0.04, 0.0};
constexpr double kDarkerOnGpu = 0.06;
constexpr double kMarkerStrength = 0.45;

bool wantsWhiteLabel(QRgb ground)
{
    return labelColor(QColor(ground)).lightness() > 127;
}

TimelineColors::Shades shades(const Palette& palette, QRgb towards, double ratio)
{
    TimelineColors::Shades result;
    for (std::size_t i = 0; i < result.fill.size(); ++i) {
        result.fill[i] = mixed(palette.categories[i].rgb(), towards, ratio);
        result.whiteLabel[i] = wantsWhiteLabel(result.fill[i]);
        for (std::size_t step = 0; step < result.column[i].size(); ++step) {
            const double density =
                static_cast<double>(step) / static_cast<double>(result.column[i].size() - 1);
            result.column[i][step] =
                mixed(palette.canvas.rgb(), result.fill[i],
                      TimelineColors::kFaintest + (1.0 - TimelineColors::kFaintest) * density);
        }
    }
    return result;
}

} // namespace

TimelineColors::TimelineColors(const Palette& palette)
    : canvas(palette.canvas.rgb())
    , header(palette.window.rgb())
    , hairline(palette.hairline.rgb())
    , gridLine(palette.gridLine.rgb())
    , syncGround(mixed(palette.category(core::Category::GpuSync).rgb(), qRgb(0, 0, 0), 0.45))
    , m_palette(palette)
{
    for (std::size_t depth = 0; depth < m_byDepth.size(); ++depth) {
        m_byDepth[depth] = shades(palette, qRgb(0, 0, 0), kDarkerByDepth[depth]);
    }
    m_gpu = shades(palette, qRgb(0, 0, 0), kDarkerOnGpu);
    m_marker = shades(palette, canvas, 1.0 - kMarkerStrength);
}

const TimelineColors::Shades& TimelineColors::shadesOf(const LayoutRow& row,
                                                       const core::TraceStore& store) const
{
    if (row.kind == RowKind::Markers) {
        return m_marker;
    }
    if (row.kind == RowKind::DeviceBusy ||
        (row.kind == RowKind::Slices &&
         store.track(row.track).kind == core::TrackKind::GpuStream)) {
        return m_gpu;
    }
    return m_byDepth[std::min<std::size_t>(row.depth, m_byDepth.size() - 1)];
}

const TimelineColors::Operation& TimelineColors::operation(core::StringId name,
                                                           const core::TraceStore& store)
{
    auto known = m_operations.find(name);
    if (known == m_operations.end()) {
        const OperationColors colors = operationColors(toText(store.text(name)), m_palette);
        const Operation operation{colors.fill.rgb(), colors.line.rgb(),
                                  wantsWhiteLabel(colors.fill.rgb())};
        known = m_operations.emplace(name, operation).first;
    }
    return known->second;
}

} // namespace hscope::app
