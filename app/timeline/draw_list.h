// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_index.h"
#include "app/timeline/timeline_layout.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::app {

/// What a timeline shows: a range of time across `width`, a part of the rows from `scrollY` down.
struct TimelineViewport
{
    core::TimeRange range;
    double width = 0; ///< Of the tracks without their heads, in the pixels of the device.
    int scrollY = 0;  ///< In the pixels of TimelineLayout.
    int height = 0;   ///< In the pixels of TimelineLayout.
};

/// One rectangle, or one column of a dense part of a row.
struct DrawItem
{
    float x0 = 0; ///< In pixels of the device, clamped to just outside the view.
    float x1 = 0;
    std::uint32_t id =
        0; ///< The slice; of a folded item its longest. Iterations count within their process.
    std::uint32_t count =
        0; ///< Slices that begin here; 0 for the rest of one that began in the column before.
    core::Category category = core::Category::Native; ///< Of a folded item: with most time.
    std::uint8_t density = 255;                       ///< Busy share of the item, 0 to 255.
    bool folded = false; ///< Exactly one column wide, on a whole pixel.

    friend bool operator==(const DrawItem&, const DrawItem&) = default;
};

/// Text that wants to be drawn in an item, in the part of it that is visible.
struct DrawLabel
{
    std::uint32_t item = 0; ///< Index into DrawList::items.
    float x0 = 0;
    float x1 = 0;
};

/// One column of a counter's curve.
struct DrawSample
{
    float x = 0;
    float lowest = 0; ///< 0 to 1 between the counter's extremes (and 0).
    float highest = 0;
    float last = 0;
};

struct DrawRow
{
    LayoutRow row;
    std::uint32_t firstItem = 0; ///< Into DrawList::items, for a Counter into DrawList::samples.
    std::uint32_t itemCount = 0;
};

/// What one frame of the timeline looks like; painting it needs no further decision.
struct DrawList
{
    std::vector<DrawRow> rows;
    std::vector<DrawItem> items;
    std::vector<DrawLabel> labels;
    std::vector<DrawSample> samples;
    std::uint64_t operations = 0; ///< Blocks, slices and samples looked at: the cost of the frame.

    /// Empties the list and keeps its memory.
    void clear()
    {
        rows.clear();
        items.clear();
        labels.clear();
        samples.clear();
        operations = 0;
    }

    [[nodiscard]] std::span<const DrawItem> itemsOf(const DrawRow& row) const
    {
        return std::span(items).subspan(row.firstItem, row.itemCount);
    }
};

/// The narrowest item that asks for a label, in pixels of the layout: room for four letters.
inline constexpr double kLabelWidth = 28.0;

/// Turns what is visible into rectangles.
///
///   slices   |a|b||c|  .   |d       |         one row
///   list     [3 ][1]   .   [d       ]         two columns with 3 + 1 slices, one rectangle
///
/// A slice at least one pixel wide becomes a rectangle of its own. Narrower ones are folded into
/// the pixel column in which they start; the column's density says how much of it they fill, and an
/// instant is a column too. A column that no slice touches stays empty, and no item holds slices
/// from both sides of a gap of a pixel or more. The counts of a row's items sum to the number of
/// its slices that touch the visible range.
///
/// Units:  see TimelineViewport; `scale` is device pixels per layout pixel.
/// Cost:   O(visible rows x pixels x log n), whatever the number of slices.
/// Thread: any. An empty range or width gives an empty list.
///
/// `recycled` is an old list whose memory is used again; a fresh one costs a millisecond of page
/// faults.
[[nodiscard]] DrawList buildDrawList(const core::TraceStore& store, const TimelineIndex& index,
                                     const TimelineLayout& layout, const TimelineViewport& viewport,
                                     double scale = 1.0, DrawList recycled = {});

} // namespace hscope::app
