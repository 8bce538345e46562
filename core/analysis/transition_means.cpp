// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/transition_means.h"

#include <map>
#include <set>
#include <tuple>

namespace hscope::core {

std::vector<TransitionMean> transitionMeans(const TraceStore& trace, const Breakdown& breakdown)
{
    struct Sum
    {
        std::uint64_t all = 0;
        std::uint64_t inIterations = 0;
    };

    std::map<std::tuple<ProcessId, std::string, Category>, Sum> sums;
    for (const TransitionRow& row : breakdown.transitions) {
        Sum& sum = sums[{row.process, row.operation, row.category}];
        sum.all += row.count;
        sum.inIterations += row.iteration ? row.count : 0;
    }
    std::map<ProcessId, std::set<std::int64_t>> iterations;
    for (const Iteration& iteration : trace.iterations()) {
        iterations[iteration.process].insert(iteration.number);
    }
    std::vector<TransitionMean> result;
    for (const auto& [key, sum] : sums) {
        const auto& [process, operation, category] = key;
        TransitionMean mean{process, operation, category, sum.all, std::nullopt};
        if (const auto numbers = iterations.find(process); numbers != iterations.end()) {
            mean.perIteration =
                static_cast<double>(sum.inIterations) / static_cast<double>(numbers->second.size());
        }
        result.push_back(std::move(mean));
    }
    return result;
}

} // namespace hscope::core
