// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/environment_registry.h"

#include "collector/examples/environments/cart_pole.h"
#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/half_cheetah.h"
#include "collector/examples/environments/hopper.h"
#include "collector/examples/environments/planar_runner.h"
#include "collector/examples/environments/walker.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hscope::examples {

std::vector<std::string> environmentNames()
{
    return {"cartpole", "half-cheetah", "hopper", "walker"};
}

std::unique_ptr<Environment> makeEnvironment(const std::string& name, std::uint64_t seed)
{
    if (name == "cartpole") {
        return std::make_unique<CartPole>(seed);
    }
    if (name == "half-cheetah") {
        return std::make_unique<PlanarRunner>(makeHalfCheetahBody(), seed);
    }
    if (name == "hopper") {
        return std::make_unique<PlanarRunner>(makeHopperBody(), seed);
    }
    if (name == "walker") {
        return std::make_unique<PlanarRunner>(makeWalkerBody(), seed);
    }
    return nullptr;
}

} // namespace hscope::examples
