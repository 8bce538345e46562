// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/trace_builder.h"

#include <memory>
#include <string_view>

namespace hscope::test {

/// Builds a trace from text, so that a reader of a test sees its input. One line per track; times
/// in ns.
///
///   process trainer                          all that follows belongs to it (default: a process
///   called p) thread main: python[0,15) backend[15,18) gpu_api[18,28)#1 ops main: train[0,100)
///   inference[10,40)  operations that thread main opened gpu 0/7: gpu_kernel[25,44)@1 stream 7 of
///   device 0; launched by #1 thread worker: backend[20,30)<1          a forward-backward link
///   comes from #1 iterations main: 1[0,50) 2[50,100)       numbered steps phase warm_up[0,20)
///   marker spans: annotation[0,200)!         ! marks a slice that is not part of the wall time
///
/// Any slice may end in ~program, ~torch, ~python or ~gpu_api: the hook of ours that recorded it.
///
/// A slice is `category[start,end)` or `category:name[start,end)`. Malformed text aborts the test
/// program.
[[nodiscard]] std::shared_ptr<const core::TraceStore> traceFromLiteral(std::string_view text);

} // namespace hscope::test
