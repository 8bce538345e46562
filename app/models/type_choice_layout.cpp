// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/type_choice_layout.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kGap = 8; ///< Between the cell and the choices.

} // namespace

TypeChoiceLayout::TypeChoiceLayout(const QRect& bounds, const QRect& cell, std::size_t count,
                                   int itemWidth)
    : m_count(count)
{
    const auto mostRows =
        static_cast<std::size_t>(std::max(1, (bounds.height() - 2 * kPadding) / kItemHeight));
    m_rows = std::clamp<std::size_t>(count, 1, mostRows);
    const auto columns = static_cast<int>((count + m_rows - 1) / m_rows);
    m_itemWidth = std::min(itemWidth, (bounds.width() - 2 * kPadding) / std::max(1, columns));
    const QSize size(columns * m_itemWidth + 2 * kPadding,
                     static_cast<int>(m_rows) * kItemHeight + 2 * kPadding);
    const bool fitsRight = cell.right() + 1 + kGap + size.width() <= bounds.right() + 1;
    const int x = fitsRight ? cell.right() + 1 + kGap : cell.left() - kGap - size.width();
    const int y = cell.center().y() - size.height() / 2;
    m_frame = QRect(
        std::clamp(x, bounds.left(), std::max(bounds.left(), bounds.right() + 1 - size.width())),
        std::clamp(y, bounds.top(), std::max(bounds.top(), bounds.bottom() + 1 - size.height())),
        size.width(), size.height());
}

QRect TypeChoiceLayout::itemRect(std::size_t item) const
{
    const auto column = static_cast<int>(item / m_rows);
    const auto row = static_cast<int>(item % m_rows);
    return {m_frame.left() + kPadding + column * m_itemWidth,
            m_frame.top() + kPadding + row * kItemHeight, m_itemWidth, kItemHeight};
}

std::optional<std::size_t> TypeChoiceLayout::itemAt(QPoint position) const
{
    for (std::size_t item = 0; item < m_count; ++item) {
        if (itemRect(item).contains(position)) {
            return item;
        }
    }
    return std::nullopt;
}

} // namespace hscope::app
