// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/category_set.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/store/trace_store.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace hscope::core {

/// To which operation GPU time belongs.
enum class Attribution
{
    Launch, ///< To the operation that launched it; what runs later is reported apart, as
            ///< asynchronous.
    Time,   ///< To whatever operation is current on the CPU (RL-Scope's rule).
};

/// Operation names of rows that belong to none of the user's operations.
inline constexpr std::string_view kOutside = "(outside)"; ///< No operation is open.
inline constexpr std::string_view kNoLaunch =
    "(no launch)"; ///< GPU work whose launch is not in the trace.

/// Exclusive time of one process in one operation with exactly one set of active categories.
struct BreakdownRow
{
    ProcessId process;
    std::optional<StringId> phase; ///< A name: stretches of the same one are one phase.
    std::string operation;         ///< Several at once: sorted and joined by " + ".
    CategorySet categories;
    bool asynchronous = false; ///< GPU time beside, not inside, the wall time.
    std::int64_t timeNs = 0;
    std::int64_t lowNs = 0; ///< 95% interval; equal to timeNs while nothing was corrected.
    std::int64_t highNs = 0;

    friend bool operator==(const BreakdownRow&, const BreakdownRow&) = default;
};

/// How often a category was entered in an operation.
///
/// CPU categories are counted per thread: each time the thread's active category becomes this one.
/// GPU categories are counted per launching operation: each time its first slice of that category
/// begins to run.
struct TransitionRow
{
    ProcessId process;
    std::string operation;
    std::optional<std::int64_t> iteration;
    Category category = Category::Native;
    std::uint64_t count = 0;

    friend bool operator==(const TransitionRow&, const TransitionRow&) = default;
};

struct Breakdown
{
    Attribution attribution = Attribution::Launch;
    TimeRange wall;
    std::vector<BreakdownRow> rows; ///< By process, phase, operation, asynchronous, categories.
    std::vector<TransitionRow> transitions; ///< By process, operation, iteration, category.
};

/// Splits the wall time of every process by phase, operation and set of active categories, in
/// nanoseconds.
///
///   operations  [inference            ][backprop        ]
///   thread      [python ][backend][api][python          ]
///   GPU                     [kernel of inference ]
///   launch      python   backend  api+kernel  python        beside it: asynchronous kernel of
///   inference time        python   backend  api+kernel  python+kernel python
///
/// The rows of a process that are not asynchronous sum to the length of the trace's wall range
/// exactly. The rules are in docs/ARCHITECTURE.md, "The breakdown"; they generalise RL-Scope
/// (Gleeson et al., MLSys 2021, section 3).
///
/// Cost: O(n log t) for n slices on t tracks. Thread: any. Errors: Cancelled.
[[nodiscard]] Result<Breakdown> computeBreakdown(const TraceStore& trace, Attribution attribution,
                                                 ProgressSink& progress, std::stop_token stop);

} // namespace hscope::core
