// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/placement_strips_data.h"

#include <QRect>

#include <optional>

namespace hscope::app {

/// Where the cells of placement strips lie; whole pixels, so that neighbours meet.
///
///   |names |layer 0|layer 1| ...            | note | difference |
///
/// Columns share the width evenly, so they differ by at most a pixel.
class PlacementStripsLayout
{
public:
    static constexpr int kRowHeight = 19;
    static constexpr int kCellHeight = 17;
    static constexpr int kHeaderHeight = 20;
    static constexpr int kMargin = 12;
    static constexpr int kNoteWidth = 72;
    static constexpr int kDifferenceWidth = 100;
    static constexpr int kLeastUnits = 34; ///< A column needs this for glyph and units.

    PlacementStripsLayout() = default;
    PlacementStripsLayout(std::size_t layers, std::size_t rows, int width, int nameWidth);

    [[nodiscard]] int height() const;

    [[nodiscard]] int left() const { return m_left; }

    [[nodiscard]] int right() const { return m_right; }

    /// Left edge of a layer's column; of the layer count the right edge of the last.
    [[nodiscard]] int columnLeft(std::size_t layer) const;
    [[nodiscard]] QRect rowRect(std::size_t row) const; ///< All of the width.
    [[nodiscard]] QRect cellRect(std::size_t row, std::size_t layer) const;
    [[nodiscard]] QRect runRect(std::size_t row, const LayerRun& run) const;
    [[nodiscard]] QRect nameRect(std::size_t row) const;
    [[nodiscard]] QRect noteRect(std::size_t row) const;
    [[nodiscard]] QRect differenceRect(std::size_t row) const;
    [[nodiscard]] QRect headerRect(std::size_t layer) const;

    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    [[nodiscard]] std::optional<std::size_t> layerAt(int x) const;

    /// The bar of a stage in one of its cells: `height` as in PlacementStripsData, at least 2 px.
    [[nodiscard]] static QRect barIn(const QRect& cell, double height);

private:
    std::size_t m_layers = 0;
    std::size_t m_rows = 0;
    int m_width = 0;
    int m_left = 0;
    int m_right = 0;
};

} // namespace hscope::app
