// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/correction/overhead_layout.h"
#include "core/store/trace_store.h"

#include <memory>
#include <span>

namespace hscope::core {

/// The trace as it would have been without the recorder: each thread's time moves up by the
/// overhead before it, and what waited for something still waits for it.
///
///   a slice of a thread    its own thread's overhead before it is taken out
///   a GPU slice            as long as it was; starts where its launch or the slice before it on
///                          the stream lets it, and as long after that as it did
///   a wait (gpu_sync, or a slice with an arrow of kind join)
///                          ends when what it waited for has ended, and as long after that as it
///                          did; where the GPU is the slower one, overhead on the CPU had cost
///                          nothing and nothing is won
///   the first slice of a thread, or the start of a stretch of work with an arrow of kind fork or
///   forward-backward       follows where the arrow comes from, in the same way; without an arrow
///                          the first slice follows the process's main thread
///   counters, phases and marker rows follow the main thread: the one that opened the process's
///   first operation, else the one that did something first
///
/// Tracks, names and slices keep their ids and their order on the track; every arrow survives;
/// nothing becomes negative; without overhead nothing moves.
/// Cost: O(n log n).
[[nodiscard]] std::shared_ptr<const TraceStore>
correctedTimeline(const TraceStore& trace, std::span<const ThreadOverhead> overhead);

} // namespace hscope::core
