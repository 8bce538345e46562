// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/track_events.h"

#include <algorithm>

namespace hscope::core {

ThreadCursor::ThreadCursor(const SliceColumns& slices, const Track& track,
                           std::span<const NumberedSegment> operations, std::uint32_t before)
    : m_slices(slices)
    , m_operations(operations)
    , m_nextSlice(track.firstSlice)
    , m_endSlice(track.firstSlice + track.sliceCount)
    , m_segmentOperation(before)
    , m_operation(before)
{
    findNext();
}

std::int64_t ThreadCursor::nextSliceChange() const
{
    const std::int64_t start = m_nextSlice < m_endSlice ? m_slices.startNs[m_nextSlice] : kNever;
    const std::int64_t end = m_open.empty() ? kNever : m_slices.endNs[m_open.back()];
    return std::min(start, end);
}

void ThreadCursor::applySlices(std::int64_t ns)
{
    while (!m_open.empty() && m_slices.endNs[m_open.back()] <= ns) {
        m_open.pop_back();
    }
    for (; m_nextSlice < m_endSlice && m_slices.startNs[m_nextSlice] <= ns; ++m_nextSlice) {
        if (m_slices.endNs[m_nextSlice] > ns &&
            m_slices.category[m_nextSlice] != Category::Annotation) {
            m_open.push_back(m_nextSlice);
        }
    }
    m_nextCategory = m_open.empty() ? kIdle : static_cast<int>(m_slices.category[m_open.back()]);
}

std::uint32_t ThreadCursor::operationAtNext()
{
    for (; m_nextSegment < m_operations.size() && m_operations[m_nextSegment].startNs <= m_nextNs;
         ++m_nextSegment) {
        m_segmentOperation = m_operations[m_nextSegment].operation;
    }
    return m_segmentOperation;
}

void ThreadCursor::findNext()
{
    m_nextCategory = m_category;
    while (true) {
        const std::int64_t slice = nextSliceChange();
        const bool watchOperation = m_category != kIdle && m_nextSegment < m_operations.size();
        const std::int64_t segment = watchOperation ? m_operations[m_nextSegment].startNs : kNever;
        m_nextNs = std::min(slice, segment);
        if (m_nextNs == kNever) {
            return;
        }
        if (slice == m_nextNs) {
            applySlices(m_nextNs);
        }
        m_nextOperation = m_nextCategory == kIdle ? m_operation : operationAtNext();
        if (m_nextCategory != m_category || m_nextOperation != m_operation) {
            return;
        }
    }
}

void ThreadCursor::advance()
{
    m_category = m_nextCategory;
    m_operation = m_nextOperation;
    findNext();
}

StreamCursor::StreamCursor(const SliceColumns& slices, const Track& track,
                           std::function<std::uint32_t(std::uint32_t)> keyOf)
    : m_slices(slices)
    , m_keyOf(std::move(keyOf))
    , m_nextSlice(track.firstSlice)
    , m_endSlice(track.firstSlice + track.sliceCount)
{
    findNext();
}

void StreamCursor::findNext()
{
    while (m_nextSlice < m_endSlice &&
           (m_slices.endNs[m_nextSlice] == m_slices.startNs[m_nextSlice] ||
            m_slices.category[m_nextSlice] == Category::Annotation)) {
        ++m_nextSlice;
    }
    const std::int64_t start = m_nextSlice < m_endSlice ? m_slices.startNs[m_nextSlice] : kNever;
    const std::int64_t end = m_running.empty() ? kNever : m_running.back().endNs;
    m_nextIsStart = start < end;
    m_nextNs = std::min(start, end);
}

StreamCursor::Change StreamCursor::advance()
{
    Change change{0, m_nextIsStart};
    if (m_nextIsStart) {
        change.key = m_keyOf(m_nextSlice);
        const Running running{m_slices.endNs[m_nextSlice], change.key};
        const auto at = std::partition_point(
            m_running.begin(), m_running.end(),
            [&running](const Running& other) { return other.endNs > running.endNs; });
        m_running.insert(at, running);
        ++m_nextSlice;
    } else {
        change.key = m_running.back().key;
        m_running.pop_back();
    }
    findNext();
    return change;
}

} // namespace hscope::core
