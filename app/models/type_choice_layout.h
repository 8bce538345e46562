// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <cstddef>
#include <optional>

namespace hscope::app {

/// Where the types stand on which a dragged layer can be dropped: in columns beside its cell,
/// within `bounds` as far as they fit.
///
///            +-----------------+
///   [# fc1]  | o cpu-core      |
///            | # v100          |
///            +-----------------+
class TypeChoiceLayout
{
public:
    static constexpr int kItemHeight = 22;
    static constexpr int kPadding = 4;

    TypeChoiceLayout() = default;
    /// `itemWidth` is what the widest name needs; items are narrower where there is no room.
    TypeChoiceLayout(const QRect& bounds, const QRect& cell, std::size_t count, int itemWidth);

    [[nodiscard]] std::size_t count() const { return m_count; }

    [[nodiscard]] const QRect& frame() const { return m_frame; }

    [[nodiscard]] QRect itemRect(std::size_t item) const;
    [[nodiscard]] std::optional<std::size_t> itemAt(QPoint position) const;

private:
    std::size_t m_count = 0;
    std::size_t m_rows = 1;
    int m_itemWidth = 0;
    QRect m_frame;
};

} // namespace hscope::app
