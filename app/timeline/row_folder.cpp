// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/row_folder.h"

#include "app/timeline/row_traversal.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hscope::app {

namespace {

/// How far outside the view rectangles may end, so that their edges do not show.
constexpr double kOutside = 8.0;

/// The rest of a slice that began one column earlier shows if it fills at least this much of its
/// column.
constexpr float kVisibleRest = 0.25F;

} // namespace

std::uint64_t RowFolder::add(const TimelineRow& row)
{
    m_column = 0;
    m_current = {};
    m_next = {};
    const double nsPerPx = m_scale.nsPerPx();
    if (nsPerPx <= 0) {
        return 0;
    }
    const auto isAtom = [nsPerPx](const RowBlock& block) {
        return nsBetween(block.firstStartNs, block.lastEndNs) < nsPerPx;
    };
    const auto onBlock = [&](const RowBlock& block, std::uint32_t count) {
        addAtom({m_scale.xOf(block.firstStartNs), m_scale.xOf(block.lastEndNs),
                 static_cast<double>(block.busyNs) / nsPerPx, block.longest, count,
                 block.dominant});
    };
    const auto onInterval = [&](std::uint32_t position) {
        const std::int64_t start = row.startNs(position);
        const std::int64_t end = row.endNs(position);
        const double width = nsBetween(start, end) / nsPerPx;
        if (width >= 1.0) {
            addWide(start, end, row.order[position], row.category(position));
        } else {
            addAtom({m_scale.xOf(start), m_scale.xOf(end), width, row.order[position], 1,
                     row.category(position)});
        }
    };
    const std::uint64_t operations = traverse(row, m_range, isAtom, onBlock, onInterval);
    emit();
    m_current = std::exchange(m_next, {});
    ++m_column;
    emit();
    return operations;
}

void RowFolder::addAtom(const Atom& atom)
{
    const double last = std::max(0.0, std::ceil(m_width) - 1.0);
    const double at = std::clamp(std::floor(atom.x0), 0.0, last);
    moveTo(static_cast<int>(at));
    // Narrower than a pixel, so it reaches into one more column at most.
    const double length = atom.x1 - atom.x0;
    const double rest = length > 0 ? std::clamp((atom.x1 - (at + 1.0)) / length, 0.0, 1.0) : 0.0;
    const auto category = static_cast<std::size_t>(atom.category);
    const auto put = [&](Column& column, double busy, std::uint32_t count) {
        const auto pixels = static_cast<float>(busy);
        if (column.largest < 0) {
            column.first = atom.category;
        }
        column.busy[category] += pixels;
        column.busyTotal += pixels;
        column.count += count;
        if (pixels > column.largest) {
            column.largest = pixels;
            column.id = atom.id;
        }
    };
    put(m_current, atom.busy * (1.0 - rest), atom.count);
    if (rest > 0 && at < last) {
        put(m_next, atom.busy * rest, 0);
    }
}

void RowFolder::addWide(std::int64_t startNs, std::int64_t endNs, std::uint32_t id,
                        core::Category category)
{
    DrawItem item;
    item.x0 = static_cast<float>(std::max(m_scale.xOf(startNs), -kOutside));
    item.x1 = static_cast<float>(std::min(m_scale.xOf(endNs), m_width + kOutside));
    item.id = id;
    item.count = 1;
    item.category = category;
    // Columns to the left are complete; the one it starts in may still get slices that follow it.
    moveTo(std::max(0, static_cast<int>(std::floor(item.x0))));
    emit();
    m_current = {};
    m_items.push_back(item);
}

void RowFolder::moveTo(int column)
{
    if (column == m_column) {
        return;
    }
    emit();
    m_current = std::exchange(m_next, {});
    ++m_column;
    if (column != m_column) {
        emit();
        m_current = {};
        m_column = column;
    }
}

void RowFolder::emit()
{
    if (m_current.count == 0 && m_current.busyTotal < kVisibleRest) {
        return;
    }
    DrawItem item;
    item.x0 = static_cast<float>(m_column);
    item.x1 = item.x0 + 1.0F;
    item.id = m_current.id;
    item.count = m_current.count;
    const auto* most = std::max_element(m_current.busy.begin(), m_current.busy.end());
    item.category =
        *most > 0 ? static_cast<core::Category>(most - m_current.busy.begin()) : m_current.first;
    item.density =
        static_cast<std::uint8_t>(std::lround(std::min(m_current.busyTotal, 1.0F) * 255.0F));
    item.folded = true;
    m_items.push_back(item);
}

} // namespace hscope::app
