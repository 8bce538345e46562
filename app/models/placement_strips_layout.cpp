// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/placement_strips_layout.h"

#include <algorithm>
#include <cmath>

namespace hscope::app {

PlacementStripsLayout::PlacementStripsLayout(std::size_t layers, std::size_t rows, int width,
                                             int nameWidth)
    : m_layers(layers)
    , m_rows(rows)
    , m_width(width)
    , m_left(kMargin + nameWidth + kMargin)
    , m_right(std::max(m_left + 1, width - kMargin - kDifferenceWidth - kNoteWidth))
{
}

int PlacementStripsLayout::height() const
{
    return kHeaderHeight + static_cast<int>(m_rows) * kRowHeight + kMargin / 2;
}

int PlacementStripsLayout::columnLeft(std::size_t layer) const
{
    if (m_layers == 0) {
        return m_left;
    }
    const double share = static_cast<double>(layer) / static_cast<double>(m_layers);
    return m_left + static_cast<int>(std::lround(share * (m_right - m_left)));
}

QRect PlacementStripsLayout::rowRect(std::size_t row) const
{
    return {0, kHeaderHeight + static_cast<int>(row) * kRowHeight, m_width, kRowHeight};
}

QRect PlacementStripsLayout::cellRect(std::size_t row, std::size_t layer) const
{
    return runRect(row, {layer, layer});
}

QRect PlacementStripsLayout::runRect(std::size_t row, const LayerRun& run) const
{
    const int x = columnLeft(run.first);
    return {x, rowRect(row).top() + 1, columnLeft(run.last + 1) - x, kCellHeight};
}

QRect PlacementStripsLayout::nameRect(std::size_t row) const
{
    return {kMargin, rowRect(row).top(), m_left - 2 * kMargin, kRowHeight};
}

QRect PlacementStripsLayout::noteRect(std::size_t row) const
{
    return {m_right + kMargin, rowRect(row).top(), kNoteWidth - kMargin, kRowHeight};
}

QRect PlacementStripsLayout::differenceRect(std::size_t row) const
{
    return {m_right + kNoteWidth, rowRect(row).top(), kDifferenceWidth, kRowHeight};
}

QRect PlacementStripsLayout::headerRect(std::size_t layer) const
{
    const int x = columnLeft(layer);
    return {x, 0, columnLeft(layer + 1) - x, kHeaderHeight};
}

std::optional<std::size_t> PlacementStripsLayout::rowAt(int y) const
{
    if (y < kHeaderHeight) {
        return std::nullopt;
    }
    const auto row = static_cast<std::size_t>((y - kHeaderHeight) / kRowHeight);
    return row < m_rows ? std::optional(row) : std::nullopt;
}

std::optional<std::size_t> PlacementStripsLayout::layerAt(int x) const
{
    if (x < m_left || x >= m_right || m_layers == 0) {
        return std::nullopt;
    }
    // The estimate is off by rounding at most.
    auto layer = static_cast<std::size_t>(static_cast<double>(x - m_left) / (m_right - m_left) *
                                          static_cast<double>(m_layers));
    layer = std::min(layer, m_layers - 1);
    while (layer > 0 && columnLeft(layer) > x) {
        --layer;
    }
    while (layer + 1 < m_layers && columnLeft(layer + 1) <= x) {
        ++layer;
    }
    return layer;
}

QRect PlacementStripsLayout::barIn(const QRect& cell, double height)
{
    const int pixels =
        std::clamp(static_cast<int>(std::lround(height * cell.height())), 2, cell.height());
    return {cell.left(), cell.bottom() + 1 - pixels, cell.width(), pixels};
}

} // namespace hscope::app
