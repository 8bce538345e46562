// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/iterations.h"

#include <algorithm>

namespace hscope::app {

namespace {

core::TraceTime startOf(const core::Iteration& iteration)
{
    return iteration.range.start;
}

/// The iterations of one process; they are sorted by process, then start.
std::span<const core::Iteration> iterationsOf(const core::TraceStore& store,
                                              core::ProcessId process)
{
    const auto range =
        std::ranges::equal_range(store.iterations(), process, {}, &core::Iteration::process);
    return {range.begin(), range.end()};
}

} // namespace

const core::Iteration* findIteration(const core::TraceStore& store, core::ProcessId process,
                                     core::TraceTime time)
{
    const auto iterations = iterationsOf(store, process);
    const auto position = iterationAt(iterations, time);
    return position && iterations[*position].range.contains(time) ? &iterations[*position]
                                                                  : nullptr;
}

std::span<const core::Iteration> mainIterations(const core::TraceStore& store)
{
    std::span<const core::Iteration> longest;
    for (std::size_t at = 0; at < store.iterations().size();) {
        const auto group = iterationsOf(store, store.iterations()[at].process);
        if (group.size() > longest.size()) {
            longest = group;
        }
        at += group.size();
    }
    return longest;
}

std::optional<std::size_t> iterationAt(std::span<const core::Iteration> iterations,
                                       core::TraceTime time)
{
    const auto after = std::ranges::upper_bound(iterations, time, {}, startOf);
    return after == iterations.begin()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(after - iterations.begin()) - 1);
}

} // namespace hscope::app
