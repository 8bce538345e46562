// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/timeline/timeline_layout.h"
#include "core/store/trace_store.h"

#include <QRgb>

#include <array>
#include <unordered_map>

namespace hscope::app {

/// The palette as the timeline needs it: opaque pixels, darker by depth.
class TimelineColors
{
public:
    explicit TimelineColors(const Palette& palette);

    static constexpr std::size_t kDensitySteps = 64;
    static constexpr std::size_t kDensityStep = 256 / kDensitySteps;
    static constexpr double kFaintest = 0.35; ///< How much of its colour the emptiest column keeps.

    struct Operation
    {
        QRgb fill = 0;
        QRgb line = 0;
        bool whiteLabel = false;
    };

    /// One row's category colours; labels are white where that contrasts more than black.
    struct Shades
    {
        std::array<QRgb, core::kCategoryCount> fill{};
        std::array<bool, core::kCategoryCount> whiteLabel{};
        /// A dense column's colour by category and density / kDensityStep: fades to the canvas with
        /// emptiness.
        std::array<std::array<QRgb, kDensitySteps>, core::kCategoryCount> column{};

        [[nodiscard]] QRgb columnColor(core::Category category, std::uint8_t density) const
        {
            return column[static_cast<std::size_t>(category)][density / kDensityStep];
        }
    };

    [[nodiscard]] const Palette& palette() const { return m_palette; }

    [[nodiscard]] const Shades& shadesOf(const LayoutRow& row, const core::TraceStore& store) const;
    /// Looked up by name once per trace; see forgetOperations().
    [[nodiscard]] const Operation& operation(core::StringId name, const core::TraceStore& store);

    void forgetOperations() { m_operations.clear(); }

    QRgb canvas;
    QRgb header;
    QRgb hairline;
    QRgb gridLine;
    QRgb syncGround; ///< Behind the hatch of waiting calls.

private:
    Palette m_palette;
    std::array<Shades, 4> m_byDepth;
    Shades m_gpu;
    Shades m_marker;
    std::unordered_map<core::StringId, Operation> m_operations;
};

} // namespace hscope::app
