// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/row_folder.h"

#include "app/timeline/row_traversal.h"

#include <algorithm>
#include <bit>
#include <cmath>

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
    m_current.clear();
    m_next.clear();
    const double nsPerPx = m_scale.nsPerPx();
    if (nsPerPx <= 0) {
        return 0;
    }
    const double pxPerNs =
        1.0 / nsPerPx; // for widths; positions are divided, which is exact on whole pixels
    const auto isAtom = [nsPerPx](const RowBlock& block) {
        return nsBetween(block.firstStartNs, block.lastEndNs) < nsPerPx;
    };
    const auto onBlock = [&](const RowBlock& block, std::uint32_t count) {
        addAtom({m_scale.xOf(block.firstStartNs),
                 nsBetween(block.firstStartNs, block.lastEndNs) * pxPerNs,
                 static_cast<double>(block.busyNs) * pxPerNs, block.longest, count,
                 block.dominant});
    };
    const auto onInterval = [&](std::uint32_t position) {
        const std::int64_t start = row.startNs(position);
        const std::int64_t end = row.endNs(position);
        const double length = nsBetween(start, end);
        if (length >= nsPerPx) {
            addWide(start, end, row.order[position], row.category(position));
        } else {
            const double width = length * pxPerNs;
            addAtom(
                {m_scale.xOf(start), width, width, row.order[position], 1, row.category(position)});
        }
    };
    const std::uint64_t operations = traverse(row, m_range, isAtom, onBlock, onInterval);
    next();
    next();
    return operations;
}

void RowFolder::put(Column& column, const Atom& atom, double busy, std::uint32_t count)
{
    const auto category = static_cast<std::size_t>(atom.category);
    const std::uint32_t bit = 1U << category;
    const auto pixels = static_cast<float>(busy);
    column.busy[category] = (column.used & bit) != 0 ? column.busy[category] + pixels : pixels;
    column.used |= bit;
    column.busyTotal += pixels;
    column.count += count;
    if (pixels > column.largest) {
        column.largest = pixels;
        column.id = atom.id;
    }
}

void RowFolder::addAtom(const Atom& atom)
{
    const int at = atom.x0 > 0 ? std::min(static_cast<int>(atom.x0), m_lastColumn) : 0;
    moveTo(at);
    // Narrower than a pixel, so it reaches into one more column at most.
    const double beyond = atom.x0 + atom.width - (at + 1);
    if (beyond > 0 && at < m_lastColumn) {
        const double rest = std::min(1.0, beyond / atom.width);
        put(m_current, atom, atom.busy * (1.0 - rest), atom.count);
        put(m_next, atom, atom.busy * rest, 0);
    } else {
        put(m_current, atom, atom.busy, atom.count);
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
    m_current.clear();
    m_items.push_back(item);
}

void RowFolder::next()
{
    emit();
    ++m_column;
    if (m_next.used != 0) {
        m_current = m_next;
        m_next.clear();
    } else {
        m_current.clear();
    }
}

void RowFolder::moveTo(int column)
{
    if (column == m_column) {
        return;
    }
    next();
    if (column != m_column) {
        emit();
        m_current.clear();
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
    float most = -1;
    for (std::uint32_t left = m_current.used; left != 0; left &= left - 1) {
        const auto category = static_cast<std::size_t>(std::countr_zero(left));
        if (m_current.busy[category] > most) {
            most = m_current.busy[category];
            item.category = static_cast<core::Category>(category);
        }
    }
    item.density = static_cast<std::uint8_t>(std::min(m_current.busyTotal, 1.0F) * 255.0F + 0.5F);
    item.folded = true;
    m_items.push_back(item);
}

} // namespace hscope::app
