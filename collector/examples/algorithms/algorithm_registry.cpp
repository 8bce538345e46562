// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/algorithm_registry.h"

#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/ppo.h"
#include "collector/examples/algorithms/torch_runtime.h"

#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

std::vector<std::string> algorithmNames()
{
    return {"ppo"};
}

std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name, VectorEnvironment& environments,
                                         const TrainingSettings& settings)
{
    makeTorchRepeatable(settings.seed);
    if (name == "ppo") {
        return makePpo(environments, settings);
    }
    return nullptr;
}

} // namespace hscope::examples
