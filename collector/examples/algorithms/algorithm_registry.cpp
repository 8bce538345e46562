// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/algorithm_registry.h"

#include "collector/examples/algorithms/a2c.h"
#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/ppo.h"
#include "collector/examples/algorithms/sac.h"
#include "collector/examples/algorithms/td3.h"
#include "collector/examples/algorithms/torch_runtime.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

namespace {

struct Entry
{
    const char* name;
    std::unique_ptr<Algorithm> (*make)(VectorEnvironment& environments,
                                       const TrainingSettings& settings);
    TrainingDefaults defaults;
};

constexpr TrainingDefaults kOnPolicy{250'000, 16};
constexpr TrainingDefaults kOffPolicy{40'000, 1};

constexpr std::array<Entry, 5> kAlgorithms = {{{"a2c", makeA2c, kOnPolicy},
                                               {"ddpg", makeDdpg, kOffPolicy},
                                               {"ppo", makePpo, kOnPolicy},
                                               {"sac", makeSac, kOffPolicy},
                                               {"td3", makeTd3, kOffPolicy}}};

/// Null if there is none of that name.
const Entry* findEntry(const std::string& name)
{
    const auto* const entry =
        std::find_if(kAlgorithms.begin(), kAlgorithms.end(),
                     [&name](const Entry& candidate) { return name == candidate.name; });
    return entry == kAlgorithms.end() ? nullptr : entry;
}

} // namespace

std::vector<std::string> algorithmNames()
{
    std::vector<std::string> names;
    names.reserve(kAlgorithms.size());
    for (const Entry& entry : kAlgorithms) {
        names.emplace_back(entry.name);
    }
    return names;
}

TrainingDefaults trainingDefaults(const std::string& name)
{
    return findEntry(name)->defaults;
}

std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name, VectorEnvironment& environments,
                                         const TrainingSettings& settings)
{
    const Entry* const entry = findEntry(name);
    if (entry == nullptr) {
        return nullptr;
    }
    makeTorchRepeatable(settings.seed);
    return entry->make(environments, settings);
}

} // namespace hscope::examples
