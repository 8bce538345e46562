// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <QString>

#include <optional>
#include <vector>

namespace hscope::app {

/// Everything about one slice that is known without reading the file again.
struct SliceDetails
{
    QString name;
    core::Category category = core::Category::Native;
    QString kind;      ///< The category's name; `operation` and `iteration` for those.
    QString operation; ///< Innermost operation it belongs to; empty outside.
    std::optional<std::int64_t> iteration;
    QString track;
    QString process;
    core::TimeRange range;
    std::optional<core::Duration> self; ///< Duration without its children; on threads only.
    bool isUnfinished = false;
};

/// Cost: O(log n + descendants of the slice). Thread: any.
[[nodiscard]] SliceDetails describeSlice(const core::TraceStore& store, core::SliceId slice);

/// Something a slice is connected with, seen from that slice.
struct Relation
{
    core::SliceId slice; ///< The other one.
    bool isOutgoing = false;
    QString name;
    core::Category category = core::Category::Native;
    QString text;          ///< `launches, GPU 0 stream 7`.
    core::Duration offset; ///< From the start of this slice to the start of the other one.
};

/// Links that leave the slice, links that enter it, then its caller. At most `limit` of them.
[[nodiscard]] std::vector<Relation> relationsOf(const core::TraceStore& store, core::SliceId slice,
                                                std::size_t limit);

/// The innermost operation that `thread` has open at `time`, if any. Cost: O(log n) plus its
/// siblings.
[[nodiscard]] std::optional<core::SliceId>
findOperation(const core::TraceStore& store, core::TrackId thread, core::TraceTime time);

} // namespace hscope::app
