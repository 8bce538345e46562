// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/operation_timeline.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace hscope::core {

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// An operation timeline with names replaced by small numbers.
struct NumberedSegment
{
    std::int64_t startNs = 0;
    std::uint32_t operation = 0;
};

/// Walks one CPU thread from change to change of its active category, or, while it is active, of
/// its operation.
///
/// The active category is that of the innermost slice, the latest started; slices of length zero
/// and annotations never are. Changes that begin and end at the same instant do not show.
class ThreadCursor
{
public:
    static constexpr int kIdle = -1;

    /// Both must outlive the cursor. `before` is the operation before the first segment.
    ThreadCursor(const SliceColumns& slices, const Track& track,
                 std::span<const NumberedSegment> operations, std::uint32_t before);

    /// When the next change happens; kNever after the last one.
    [[nodiscard]] std::int64_t nextNs() const { return m_nextNs; }

    /// Moves to the next change.
    void advance();

    /// Category number or kIdle, from the last change on.
    [[nodiscard]] int category() const { return m_category; }

    /// Valid while the thread is active.
    [[nodiscard]] std::uint32_t operation() const { return m_operation; }

private:
    void findNext();
    void applySlices(std::int64_t ns);
    [[nodiscard]] std::int64_t nextSliceChange() const;
    [[nodiscard]] std::uint32_t operationAtNext();

    const SliceColumns& m_slices;
    std::span<const NumberedSegment> m_operations;
    std::vector<std::uint32_t> m_open; ///< Open slices, innermost last.
    std::uint32_t m_nextSlice;
    std::uint32_t m_endSlice;
    std::size_t m_nextSegment = 0;
    std::uint32_t m_segmentOperation;
    int m_category = kIdle;
    std::uint32_t m_operation;
    std::int64_t m_nextNs = kNever;
    int m_nextCategory = kIdle;
    std::uint32_t m_nextOperation = 0;
};

/// Walks the slices of one GPU stream, start by start and end by end; they may overlap.
class StreamCursor
{
public:
    struct Change
    {
        std::uint32_t key = 0; ///< What the slice counts as, from `keyOf`.
        bool isStart = false;
    };

    /// `keyOf` is called once for each slice that has a length, in their order.
    StreamCursor(const SliceColumns& slices, const Track& track,
                 std::function<std::uint32_t(std::uint32_t)> keyOf);

    [[nodiscard]] std::int64_t nextNs() const { return m_nextNs; }

    [[nodiscard]] bool nextIsStart() const { return m_nextIsStart; }

    /// Moves over the next change and says what it was. At one instant ends come before starts.
    Change advance();

private:
    struct Running
    {
        std::int64_t endNs = 0;
        std::uint32_t key = 0;
    };

    void findNext();

    const SliceColumns& m_slices;
    std::function<std::uint32_t(std::uint32_t)> m_keyOf;
    std::vector<Running> m_running; ///< Ascending by end from the back: the next to end is last.
    std::uint32_t m_nextSlice;
    std::uint32_t m_endSlice;
    std::int64_t m_nextNs = kNever;
    bool m_nextIsStart = false;
};

} // namespace hscope::core
