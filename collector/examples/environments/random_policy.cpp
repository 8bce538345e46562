// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/environments/random_policy.h"

#include "collector/examples/environments/environment.h"
#include "collector/examples/environments/environment_registry.h"
#include "collector/examples/environments/seeded_random.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hscope::examples {

namespace {

constexpr std::uint64_t kActionStream =
    0x5eed; // actions and environment draw from different generators

float randomAction(SeededRandom& random, std::size_t levels)
{
    if (levels == 0) {
        return random.uniform(-1, 1);
    }
    const auto choice = static_cast<float>(random.next() % levels);
    return -1 + 2 * choice / static_cast<float>(levels - 1);
}

double playEpisode(Environment& environment, SeededRandom& random)
{
    const EnvironmentShape shape = environment.shape();
    std::vector<float> action(shape.actionSize);
    environment.reset();
    double sum = 0;
    StepResult result;
    do {
        for (float& drive : action) {
            drive = randomAction(random, shape.actionLevels);
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
