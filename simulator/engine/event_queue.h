// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"
#include "simulator/engine/sim_time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hscope::sim {

/// Who an event happens to.
class EventTarget
{
public:
    EventTarget() = default;
    EventTarget(const EventTarget&) = delete;
    EventTarget& operator=(const EventTarget&) = delete;
    virtual ~EventTarget() = default;

    /// `subject` is what the target gave when it scheduled the event.
    virtual void happen(std::uint64_t subject) = 0;
};

/// Among events of one time the smallest goes first. 0 to 65,535.
enum class EventPriority : std::uint16_t
{
};

struct Event
{
    SimTime time;
    std::uint64_t order = 0; ///< Priority in the upper 16 bits, sequence number below.
    EventTarget* target = nullptr;
    std::uint64_t subject = 0;

    [[nodiscard]] bool isBefore(const Event& other) const
    {
        return time != other.time ? time < other.time : order < other.order;
    }
};

/// The events to come, in the total order (time, priority, sequence).
///
/// The sequence number counts the events in the order in which they were added, so events of equal
/// time and priority happen in that order and no two are equal: the same additions give the same
/// order, whatever the container does inside.
///
/// A heap with four children per node: half the levels of a binary one, and the children of a node
/// lie in two cache lines.
///
///   0 | 1 2 3 4 | 5 6 7 8  9 10 11 12 ...     children of i: 4i + 1 to 4i + 4
///
/// Cost: O(log n) to add and to take. Limits: 2^48 events per queue.
class EventQueue
{
public:
    [[nodiscard]] bool isEmpty() const { return m_heap.empty(); }

    [[nodiscard]] std::size_t size() const { return m_heap.size(); }

    void add(SimTime time, EventPriority priority, EventTarget& target, std::uint64_t subject)
    {
        HSCOPE_DCHECK(m_sequence < std::uint64_t{1} << kSequenceBits);
        const std::uint64_t order =
            (std::uint64_t{static_cast<std::uint16_t>(priority)} << kSequenceBits) | m_sequence++;
        m_heap.emplace_back();
        raise(m_heap.size() - 1, {time, order, &target, subject});
    }

    /// Removes the first event. The queue must not be empty.
    [[nodiscard]] Event take()
    {
        const Event first = m_heap.front();
        const Event last = m_heap.back();
        m_heap.pop_back();
        if (!m_heap.empty()) {
            sink(last);
        }
        return first;
    }

private:
    static constexpr int kSequenceBits = 48;
    static constexpr std::size_t kChildren = 4;

    /// Puts `event` at the hole `at` or at one of its ancestors.
    void raise(std::size_t at, const Event& event)
    {
        while (at > 0) {
            const std::size_t parent = (at - 1) / kChildren;
            if (!event.isBefore(m_heap[parent])) {
                break;
            }
            m_heap[at] = m_heap[parent];
            at = parent;
        }
        m_heap[at] = event;
    }

    /// Puts `event` where it belongs, starting with the hole at the root.
    void sink(const Event& event)
    {
        std::size_t at = 0;
        for (std::size_t child = 1; child < m_heap.size(); child = at * kChildren + 1) {
            const std::size_t end = std::min(child + kChildren, m_heap.size());
            std::size_t first = child;
            for (std::size_t other = child + 1; other < end; ++other) {
                first = m_heap[other].isBefore(m_heap[first]) ? other : first;
            }
            if (!m_heap[first].isBefore(event)) {
                break;
            }
            m_heap[at] = m_heap[first];
            at = first;
        }
        m_heap[at] = event;
    }

    std::vector<Event> m_heap;
    std::uint64_t m_sequence = 0;
};

} // namespace hscope::sim
