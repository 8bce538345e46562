// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/draw_list.h"
#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace hscope::app {

/// Folds one row after another into draw items; the rules are those of buildDrawList.
class RowFolder
{
public:
    RowFolder(core::TimeRange range, double width, std::vector<DrawItem>& items)
        : m_range(range)
        , m_scale(range, width)
        , m_width(width)
        , m_lastColumn(std::max(0, static_cast<int>(std::ceil(width)) - 1))
        , m_items(items)
    {
    }

    /// Appends the items of `row` and returns the number of operations that took.
    std::uint64_t add(const TimelineRow& row);

private:
    /// What has been folded into one pixel column so far.
    struct Column
    {
        std::array<float, core::kCategoryCount> busy; ///< In pixels; valid where `used` has a bit.
        std::uint32_t used = 0;                       ///< Bit set of categories.
        float busyTotal = 0;
        float largest = -1; ///< Width of what `id` stands for.
        std::uint32_t id = 0;
        std::uint32_t count = 0;

        /// Leaves `busy` as it is: clearing it took a quarter of a dense frame.
        void clear()
        {
            used = 0;
            busyTotal = 0;
            largest = -1;
            count = 0;
        }
    };

    /// A slice or block that is narrower than a pixel.
    struct Atom
    {
        double x0;
        double width;
        double busy; ///< In pixels.
        std::uint32_t id;
        std::uint32_t count;
        core::Category category;
    };

    static void put(Column& column, const Atom& atom, double busy, std::uint32_t count);
    void addAtom(const Atom& atom);
    void addWide(std::int64_t startNs, std::int64_t endNs, std::uint32_t id,
                 core::Category category);
    void moveTo(int column);
    void next();
    void emit();

    core::TimeRange m_range;
    TimeScale m_scale;
    double m_width;
    int m_lastColumn;
    std::vector<DrawItem>& m_items;
    int m_column = 0;
    Column m_current; ///< At m_column.
    Column m_next;    ///< At m_column + 1: the rest of what starts in m_column.
};

} // namespace hscope::app
