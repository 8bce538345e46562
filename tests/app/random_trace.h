// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace hscope::app::testing {

/// A trace that looks like training: per thread a nest of `depth` levels with gaps, GPU streams
/// that lag behind.
struct RandomTraceOptions
{
    std::size_t slices = 10'000; ///< Approximately; spread evenly over threads and streams.
    std::uint32_t threads = 3;
    std::uint32_t streams = 2;
    std::uint32_t depth = 6;
    std::uint32_t seed = 1;
};

/// The same options give the same trace.
[[nodiscard]] std::shared_ptr<const core::TraceStore>
makeRandomTrace(const RandomTraceOptions& options);

/// A trace whose slices are arbitrary: empty, touching, all at one instant, far apart, of any
/// category.
[[nodiscard]] std::shared_ptr<const core::TraceStore> makeWildTrace(std::uint32_t seed);

} // namespace hscope::app::testing
