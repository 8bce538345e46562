// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/drawing/rectangle_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hscope::app {

namespace {

constexpr std::size_t kLeafSize = 6;
constexpr double kHair = 1e-3; ///< Lines have no inside; their boxes must.

} // namespace

RectangleTree::RectangleTree(std::vector<QRectF> rectangles)
    : m_rectangles(std::move(rectangles))
    , m_order(m_rectangles.size())
{
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    if (!m_order.empty()) {
        build(0, m_order.size());
    }
}

std::size_t RectangleTree::build(std::size_t first, std::size_t end)
{
    const std::size_t index = m_boxes.size();
    QRectF bounds;
    for (std::size_t i = first; i < end; ++i) {
        // Not united(): that leaves out rectangles without an area.
        const QRectF box = m_rectangles[m_order[i]].adjusted(-kHair, -kHair, kHair, kHair);
        bounds = i == first ? box : bounds.united(box);
    }
    m_boxes.push_back({bounds, first, end, 0});
    if (end - first > kLeafSize) {
        const std::size_t middle = first + (end - first) / 2;
        const auto at = [this](std::size_t i) { return m_order.begin() + std::ptrdiff_t(i); };
        const bool wide = bounds.width() > bounds.height();
        std::nth_element(at(first), at(middle), at(end), [&](std::size_t a, std::size_t b) {
            const QPointF left = m_rectangles[a].center();
            const QPointF right = m_rectangles[b].center();
            const double x = wide ? left.x() : left.y();
            const double y = wide ? right.x() : right.y();
            return x != y ? x < y : a < b;
        });
        build(first, middle);
        m_boxes[index].right = build(middle, end);
    }
    return index;
}

} // namespace hscope::app
