// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/environment_registry.h"

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/walker.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

std::vector<std::string> environmentNames()
{
    return {"walker"};
}

std::unique_ptr<Environment> makeEnvironment(const std::string& name, std::uint64_t seed)
{
    if (name == "walker") {
        return std::make_unique<Walker>(seed);
    }
    return nullptr;
}

} // namespace hscope::examples
