// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hscope::core {

/// From `startNs` on, `name` is the current operation (none: outside), until the next segment.
struct OperationSegment
{
    std::int64_t startNs = 0;
    std::optional<StringId> name;

    friend bool operator==(const OperationSegment&, const OperationSegment&) = default;
};

/// The current operation over time: ascending segments; before the first there is none.
using OperationTimeline = std::vector<OperationSegment>;

/// Flattens the nested slices of a track: each instant belongs to the innermost one, the latest
/// started.
///
///   B  [0           5)            B 0-1, A 1-2, B 2-5
///   A     [1  2)
///
/// Two slices of the same name in a row stay apart only if time lies between them.
[[nodiscard]] OperationTimeline flattenOperations(const TraceStore& trace, const Track& operations);

/// Which operation is current on which thread of one process, with inheritance.
///
/// A thread without an open operation inherits from the thread that its latest fork or
/// forward-backward link came from, else from the root thread: the one that opened the process's
/// earliest operation (ties: the longest).
class OperationMap
{
public:
    OperationMap(const TraceStore& trace, ProcessId process);

    /// The current operation of `thread` over time. Never null.
    [[nodiscard]] std::shared_ptr<const OperationTimeline> timelineOf(TrackId thread) const;

    /// That of the root thread; empty if the process has no operations. Never null.
    [[nodiscard]] const std::shared_ptr<const OperationTimeline>& root() const { return m_root; }

    /// The operation of `thread` at one instant. Cost: O(log segments).
    [[nodiscard]] std::optional<StringId> at(TrackId thread, std::int64_t ns) const;

private:
    struct Parent
    {
        std::int64_t startNs = 0;
        TrackId thread;
    };

    [[nodiscard]] const OperationTimeline* ownOf(TrackId thread) const;
    [[nodiscard]] std::optional<StringId> resolve(TrackId thread, std::int64_t ns) const;
    [[nodiscard]] std::optional<TrackId> parentAt(TrackId thread, std::int64_t ns) const;
    [[nodiscard]] std::shared_ptr<const OperationTimeline> resolved(const TraceStore& trace,
                                                                    TrackId thread) const;
    void findParents(const TraceStore& trace, ProcessId process);

    std::map<TrackId, OperationTimeline> m_own;
    std::map<TrackId, std::vector<Parent>> m_parents; ///< Ascending; neighbours differ.
    std::optional<TrackId> m_rootThread;
    std::shared_ptr<const OperationTimeline> m_root = std::make_shared<OperationTimeline>();
    std::map<TrackId, std::shared_ptr<const OperationTimeline>>
        m_resolved; ///< Where it differs from the root's.
};

/// The segment that holds at `ns`, or none.
[[nodiscard]] std::optional<StringId> operationAt(std::span<const OperationSegment> timeline,
                                                  std::int64_t ns);

} // namespace hscope::core
