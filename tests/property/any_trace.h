// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/trace_store.h"

#include <memory>

namespace hscope::test {

/// A small trace of one or two processes: nested slices and operations on threads, some of them
/// recorded by our hooks and some crossing others; overlapping GPU slices with and without launch,
/// a phase. To be called inside a RapidCheck property.
[[nodiscard]] std::shared_ptr<const core::TraceStore> anyTrace();

/// One thread with nested slices and operations, and nothing else.
[[nodiscard]] std::shared_ptr<const core::TraceStore> anyThread();

} // namespace hscope::test
