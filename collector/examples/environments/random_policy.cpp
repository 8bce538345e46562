// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/random_policy.h"

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/environment_registry.h"
#include "collector/examples/environments/seeded_random.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hscope::examples {

namespace {

constexpr std::uint64_t kActionStream =
    0x5eed; // actions and environment draw from different generators

double playEpisode(Environment& environment, SeededRandom& random)
{
    std::vector<float> action(environment.shape().actionSize);
    environment.reset();
    double sum = 0;
    StepResult result;
    do {
        for (float& drive : action) {
            drive = random.uniform(-1, 1);
        }
        result = environment.step(action);
        sum += static_cast<double>(result.reward);
    } while (result.end == EpisodeEnd::None);
    return sum;
}

} // namespace

double meanRandomReturn(const std::string& environmentName, std::uint64_t seed, int episodes)
{
    const auto environment = makeEnvironment(environmentName, seed);
    SeededRandom random(seed + kActionStream);
    double sum = 0;
    for (int episode = 0; episode < episodes; ++episode) {
        sum += playEpisode(*environment, random);
    }
    return sum / episodes;
}

} // namespace hscope::examples
