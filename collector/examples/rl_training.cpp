// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// Reinforcement learning with a physics simulator: a program to record. See README.md beside this
// file.
#include "collector/examples/algorithms/algorithm.h"
#include "collector/examples/algorithms/algorithm_registry.h"
#include "collector/examples/environments/environment_registry.h"
#include "collector/examples/environments/random_policy.h"
#include "collector/examples/environments/vector_environment.h"
#include "collector/examples/trainer_main.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <hscope/collector.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace hscope::examples;

constexpr int kRandomEpisodes = 50;
constexpr std::int64_t kGreatestSteps = 1'000'000'000;
constexpr std::int64_t kReportSteps = 2000; // at least, from one printed line to the next

struct Options
{
    std::string algorithm = "ppo";
    std::string environment = "walker";
    std::int64_t steps = 0;
    std::uint64_t seed = 0;
    std::size_t environmentCount = 0;
    bool isJson = false;
};

struct Outcome
{
    std::int64_t iterations = 0;
    std::int64_t steps = 0;
    std::int64_t episodes = 0;
    double meanReturn = 0;       ///< Of the last 20 episodes.
    double randomMeanReturn = 0; ///< Of kRandomEpisodes episodes.
    double seconds = 0;          ///< Of training alone.

    /// How many times as good as the random policy; none if that earns nothing to compare with.
    [[nodiscard]] std::optional<double> ratio() const
    {
        return randomMeanReturn > 0 ? std::optional(meanReturn / randomMeanReturn) : std::nullopt;
    }
};

class Stopwatch
{
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

void describeRun(const Options& options)
{
    hscope::setProcessName("rl_training");
    hscope::setThreadName("training");
    hscope::setMetadata("algorithm", options.algorithm);
    hscope::setMetadata("environment", options.environment);
    hscope::setMetadata("environments", std::to_string(options.environmentCount));
    hscope::setMetadata("steps", std::to_string(options.steps));
    hscope::setMetadata("seed", std::to_string(options.seed));
}

Outcome train(const Options& options)
{
    std::FILE* const log = options.isJson ? stderr : stdout;
    Outcome outcome;
    hscope::setPhase("random policy");
    outcome.randomMeanReturn = meanRandomReturn(options.environment, options.seed, kRandomEpisodes);

    hscope::setPhase("training");
    VectorEnvironment environments(options.environment, options.environmentCount, options.seed);
    const auto algorithm = makeAlgorithm(options.algorithm, environments,
                                         {.totalSteps = options.steps, .seed = options.seed});
    const Stopwatch stopwatch;
    std::int64_t reportedSteps = 0;
    while (outcome.steps < options.steps) {
        {
            const hscope::Iteration iteration(outcome.iterations);
            outcome.steps += algorithm->iterate();
        }
        ++outcome.iterations;
        hscope::reportProgress(static_cast<double>(std::min(outcome.steps, options.steps)),
                               static_cast<double>(options.steps));
        if (outcome.steps < options.steps && outcome.steps - reportedSteps < kReportSteps) {
            continue;
        }
        reportedSteps = outcome.steps;
        std::fprintf(log, "iteration %4lld  steps %8lld  mean return %8.1f  time %6.1f s\n",
                     static_cast<long long>(outcome.iterations),
                     static_cast<long long>(outcome.steps), environments.recentMeanReturn(),
                     stopwatch.seconds());
        std::fflush(log);
    }
    outcome.episodes = environments.episodeCount();
    outcome.meanReturn = environments.recentMeanReturn();
    outcome.seconds = stopwatch.seconds();
    return outcome;
}

void printJson(const Options& options, const Outcome& outcome)
{
    nlohmann::ordered_json document = {
        {"algorithm", options.algorithm},
        {"environment", options.environment},
        {"environments", options.environmentCount},
        {"seed", options.seed},
        {"steps", outcome.steps},
        {"iterations", outcome.iterations},
        {"episodes", outcome.episodes},
        {"mean_return", outcome.meanReturn},
        {"random_mean_return", outcome.randomMeanReturn},
        {"training_seconds", outcome.seconds},
    };
    if (const std::optional<double> ratio = outcome.ratio()) {
        document["ratio"] = *ratio;
    }
    std::printf("%s\n", document.dump(2).c_str());
}

void printText(const Options& options, const Outcome& outcome)
{
    std::printf("%s on %s, seed %llu: mean return %.1f (last 20 episodes), random policy %.1f (%d "
                "episodes)",
                options.algorithm.c_str(), options.environment.c_str(),
                static_cast<unsigned long long>(options.seed), outcome.meanReturn,
                outcome.randomMeanReturn, kRandomEpisodes);
    if (const std::optional<double> ratio = outcome.ratio()) {
        std::printf(", ratio %.1f", *ratio);
    }
    std::printf("\n");
}

std::string listOf(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& each : names) {
        list += (list.empty() ? "" : ", ") + each;
    }
    return list;
}

/// Says on stderr what is wrong with `name`; true if nothing is.
bool isKnown(const char* kind, const std::string& name, const std::vector<std::string>& known)
{
    if (std::ranges::find(known, name) != known.end()) {
        return true;
    }
    std::fprintf(stderr, "rl_training: there is no %s called '%s'; choose from: %s\n", kind,
                 name.c_str(), listOf(known).c_str());
    return false;
}

/// A default of each algorithm, as in "a2c 250000, ddpg 30000".
template <class Number>
std::string describeDefaults(Number TrainingDefaults::* member)
{
    std::vector<std::string> each;
    for (const std::string& name : algorithmNames()) {
        each.push_back(name + " " + std::to_string(trainingDefaults(name).*member));
    }
    return listOf(each);
}

int parseAndTrain(int argc, char** argv)
{
    Options options;
    CLI::App app(
        "Trains a policy in a simulated environment, as a program to record and to look at",
        "rl_training");
    app.add_option("--algorithm", options.algorithm, "How to learn: " + listOf(algorithmNames()))
        ->capture_default_str();
    app.add_option("--environment", options.environment,
                   "What to learn: " + listOf(environmentNames()))
        ->capture_default_str();
    const CLI::Option* const steps =
        app.add_option("--steps", options.steps,
                       "Environment steps, rounded up to whole iterations (default: " +
                           describeDefaults(&TrainingDefaults::steps) + ")")
            ->check(CLI::Range(std::int64_t{1}, kGreatestSteps));
    app.add_option("--seed", options.seed, "The same seed gives the same run on the same machine")
        ->capture_default_str();
    const CLI::Option* const environmentCount =
        app.add_option("--environments", options.environmentCount,
                       "How many environments step together (default: " +
                           describeDefaults(&TrainingDefaults::environmentCount) + ")")
            ->check(CLI::Range(1, 1000));
    app.add_flag("--json", options.isJson,
                 "Print the result as JSON, and the iterations on stderr");
    if (const auto status = parseOrEnd(app, argc, argv)) {
        return *status;
    }
    if (!isKnown("algorithm", options.algorithm, algorithmNames()) ||
        !isKnown("environment", options.environment, environmentNames())) {
        return kUsage;
    }
    const TrainingDefaults defaults = trainingDefaults(options.algorithm);
    if (steps->count() == 0) {
        options.steps = defaults.steps;
    }
    if (environmentCount->count() == 0) {
        options.environmentCount = defaults.environmentCount;
    }
    describeRun(options);
    const Outcome outcome = train(options);
    if (options.isJson) {
        printJson(options, outcome);
    } else {
        printText(options, outcome);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return runTrainer("rl_training", parseAndTrain, argc, argv);
}
