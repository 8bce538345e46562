// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/breakdown.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hscope::app {

/// Names one row of the breakdown of a process; phases of the same key are added up.
struct BreakdownKey
{
    std::string operation;
    core::CategorySet categories;
    bool asynchronous = false;

    friend bool operator==(const BreakdownKey&, const BreakdownKey&) = default;
};

/// The part of a set that runs on the CPU.
[[nodiscard]] core::CategorySet cpuPart(core::CategorySet set);

/// True if anything in the set runs on a GPU.
[[nodiscard]] bool hasGpu(core::CategorySet set);

/// `python + gpu_kernel`; `idle` for the empty set.
[[nodiscard]] QString categoriesText(core::CategorySet set);

/// The breakdown of one process as horizontal bars, one per operation.
///
///   inference  [python      ][backend |GPU][gpu_api|GPU][idle]  2.914 s
///              [asynchronous GPU]                               beside the sum, not in it
///
/// A bar's segments lie side by side in the order of their CPU part; those with GPU come last
/// within the same CPU part.
struct BreakdownBars
{
    struct Segment
    {
        BreakdownKey key;
        std::int64_t timeNs = 0;
        std::int64_t lowNs = 0; ///< 95% interval of timeNs.
        std::int64_t highNs = 0;
    };

    struct Bar
    {
        QString operation;
        std::size_t operations = 1; ///< More than one for the bar that stands for all smaller ones.
        std::vector<Segment> segments;     ///< Within the wall time; sums to totalNs.
        std::vector<Segment> asynchronous; ///< Beside the wall time; sums to asynchronousNs.
        std::int64_t totalNs = 0;
        std::int64_t lowNs = 0; ///< 95% interval of totalNs.
        std::int64_t highNs = 0;
        std::int64_t asynchronousNs = 0;
    };

    std::vector<Bar> bars; ///< Largest first; what is outside of operations last.
    std::int64_t wallNs = 0;
};

/// At most `limit` bars; the smallest operations are added up in one if there are more.
[[nodiscard]] BreakdownBars makeBreakdownBars(const core::Breakdown& breakdown,
                                              core::ProcessId process, std::size_t limit);

/// What the chart says in one line: `simulation takes 46.6% of trainer's wall time`; the name takes
/// at most `nameLimit` characters.
[[nodiscard]] QString breakdownTitle(const BreakdownBars& bars, const QString& process,
                                     int nameLimit);

/// A process that has something to break down.
struct BreakdownProcess
{
    core::ProcessId process;
    QString title;
    std::int64_t activeNs = 0; ///< Wall time in which it did anything.
};

/// All processes with any activity, the busiest first.
[[nodiscard]] std::vector<BreakdownProcess> breakdownProcesses(const core::TraceStore& store,
                                                               const core::Breakdown& breakdown);

} // namespace hscope::app
