// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::app {

/// Whether the insides of two rectangles meet; a rectangle without width or height counts as a
/// line. Touching edges do not meet.
[[nodiscard]] inline bool overlaps(const QRectF& a, const QRectF& b)
{
    return a.left() < b.right() && b.left() < a.right() && a.top() < b.bottom() &&
           b.top() < a.bottom();
}

/// Finds the rectangles that overlap an area: a balanced tree of bounding boxes.
///
/// Cost: building O(n log n), a query O(log n + found) where rectangles do not pile up.
class RectangleTree
{
public:
    RectangleTree() = default;
    explicit RectangleTree(std::vector<QRectF> rectangles);

    /// Calls `visit` with the index of each rectangle that overlaps `area`, in an order that
    /// depends on the rectangles alone, until it returns true; that is also the result.
    template <typename Visit>
    bool any(const QRectF& area, Visit visit) const
    {
        return !m_boxes.empty() && anyBelow(0, area, visit);
    }

    [[nodiscard]] const QRectF& at(std::size_t index) const { return m_rectangles[index]; }

private:
    struct Box
    {
        QRectF bounds;
        std::size_t first = 0; ///< Range of `m_order`.
        std::size_t end = 0;
        std::size_t right = 0; ///< The left child comes next; 0: a leaf.
    };

    std::size_t build(std::size_t first, std::size_t end);

    template <typename Visit>
    bool anyBelow(std::size_t index, const QRectF& area, Visit& visit) const
    {
        const Box& box = m_boxes[index];
        if (!overlaps(box.bounds, area)) {
            return false;
        }
        if (box.right != 0) {
            return anyBelow(index + 1, area, visit) || anyBelow(box.right, area, visit);
        }
        for (std::size_t i = box.first; i < box.end; ++i) {
            if (overlaps(m_rectangles[m_order[i]], area) && visit(m_order[i])) {
                return true;
            }
        }
        return false;
    }

    std::vector<QRectF> m_rectangles;
    std::vector<std::size_t> m_order;
    std::vector<Box> m_boxes;
};

} // namespace hscope::app
