// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// train_policy: makes the weights of rl-lstm from generated problems, and nothing else.
//
// The same options give the same file on the same machine.
#include "simulator/rl/random_stream.h"
#include "simulator/sched/exact_scheduler.h"
#include "simulator/sched/instance_generator.h"
#include "simulator/sched/policy_training.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace hscope::sim;
using hscope::core::Error;
using hscope::core::Result;

/// Generated seeds below this are for training, those from here on for checking.
constexpr std::uint64_t kFirstCheckSeed = std::uint64_t{1} << 48U;

struct Options
{
    std::string plugin;
    std::string out;
    std::string start;
    std::uint64_t seed = 1;
    std::int64_t groups = 3000;
    std::int64_t roundsPerGroup = 3;
    std::size_t problems = 8;
    TrainingSettings training{32, 2e-3, 0.02, 0.5, 1, 0.25};
};

/// Problems of one shape, with all that training needs of them.
struct Group
{
    std::vector<Problem> problems;
    std::vector<PlanJudge> judges;
    PolicyInput input{0, 0};
};

/// Most have the size of the models that schedulers are compared on; the rest is smaller, larger,
/// or has more types, so that the policy does not count on it.
InstanceShape drawShape(hscope::rl::RandomStream& random)
{
    InstanceShape shape;
    shape.layers = random.below(10) < 4 ? 16 : 5 + random.below(16);
    shape.types = random.below(10) < 6 ? 2 : 3 + random.below(6);
    return shape;
}

Result<Group> makeGroup(const InstanceShape& shape, std::size_t count,
                        hscope::rl::RandomStream& seeds, std::uint64_t firstSeed)
{
    Group group;
    group.input = PolicyInput(shape.layers, shape.types);
    group.problems.reserve(count); // Judges refer to them.
    for (std::size_t i = 0; i < count; ++i) {
        HSCOPE_TRY_ASSIGN(Problem problem,
                          generateInstance(shape, firstSeed + seeds.below(kFirstCheckSeed)));
        group.problems.push_back(std::move(problem));
        group.judges.emplace_back(group.problems.back());
        group.input.add(group.problems.back(), group.judges.back().reference());
    }
    return group;
}

/// How good decisions are on problems that are not trained on, measured against the optimum.
class Check
{
public:
    static Result<Check> create()
    {
        constexpr std::size_t kProblems = 128;
        Check check;
        hscope::rl::RandomStream seeds(0);
        HSCOPE_TRY_ASSIGN(check.m_group, makeGroup({16, 2}, kProblems, seeds, kFirstCheckSeed));
        NullSchedulerObserver observer;
        for (const Problem& problem : check.m_group.problems) {
            HSCOPE_TRY_ASSIGN(const Placement best,
                              ExactScheduler().run({problem, 0, 0, false, {}, observer}));
            check.m_optima.push_back(best.costUsd);
        }
        return check;
    }

    /// Of the problems that have a feasible placement: how often the decision is one too, its cost
    /// over the least as a geometric mean, and how often that is within 1%.
    Result<std::string> report(const Policy& policy)
    {
        constexpr double kClose = 1.01;
        HSCOPE_TRY_ASSIGN(const PolicyPlans plans, policy.decide(m_group.input.view()));
        double sum = 0;
        std::size_t solvable = 0;
        std::size_t feasible = 0;
        std::size_t close = 0;
        for (std::size_t i = 0; i < m_optima.size(); ++i) {
            const std::optional<Schedule> schedule =
                provision(m_group.problems[i], planAt(plans, i, m_group.input.layers()));
            solvable += m_optima[i] ? 1U : 0U;
            if (m_optima[i] && schedule) {
                ++feasible;
                sum += std::log(schedule->costUsd / *m_optima[i]);
                close += schedule->costUsd <= kClose * *m_optima[i] ? 1U : 0U;
            }
        }
        return fmt::format("feasible {} of {}, cost {:.4f} of the optimum, within 1% {}", feasible,
                           solvable, std::exp(sum / static_cast<double>(feasible)), close);
    }

private:
    Group m_group;
    std::vector<std::optional<double>> m_optima; ///< USD; none: there is no feasible placement.
};

Result<void> save(const Policy& policy, const std::string& path)
{
    HSCOPE_TRY_ASSIGN(const std::vector<std::byte> bytes, policy.save());
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
        return hscope::core::failure(hscope::core::ErrorCode::Io, "cannot write " + path);
    }
    return {};
}

Result<void> train(const Options& options)
{
    constexpr std::int64_t kGroupsPerReport = 100;
    HSCOPE_TRY_ASSIGN(const hscope_policy_table* table, loadPolicyPlugin(options.plugin));
    std::vector<std::byte> start;
    if (!options.start.empty()) {
        HSCOPE_TRY_ASSIGN(start, readPolicyWeights(options.start));
    }
    HSCOPE_TRY_ASSIGN(Policy policy, options.start.empty() ? makeFreshPolicy(*table, options.seed)
                                                           : makePolicy(*table, start));
    HSCOPE_TRY_ASSIGN(Check check, Check::create());
    hscope::rl::RandomStream random(options.seed);
    for (std::int64_t i = 0; i < options.groups; ++i) {
        const double progress = static_cast<double>(i) / static_cast<double>(options.groups);
        TrainingSettings settings = options.training;
        settings.learningRate *= std::max(0.05, 1 - progress);
        HSCOPE_TRY_ASSIGN(Group group, makeGroup(drawShape(random), options.problems, random, 0));
        PolicyTrainer trainer(policy, group.input, group.judges, settings);
        for (std::int64_t round = 0; round < options.roundsPerGroup; ++round) {
            HSCOPE_TRY(trainer.round(random.next(), progress));
        }
        if ((i + 1) % kGroupsPerReport == 0 || i + 1 == options.groups) {
            HSCOPE_TRY_ASSIGN(const std::string text, check.report(policy));
            fmt::print("{} of {} groups: {}\n", i + 1, options.groups, text);
            std::fflush(stdout);
            HSCOPE_TRY(save(policy, options.out));
        }
    }
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    CLI::App app("Trains the policy of rl-lstm on generated problems and writes its weights");
    app.add_option("--plugin", options.plugin, "libhscope_rl.so")->required();
    app.add_option("--out", options.out, "file to write")->required();
    app.add_option("--start", options.start, "weights to start from (default: fresh ones)");
    app.add_option("--seed", options.seed, "of everything random")->capture_default_str();
    app.add_option("--groups", options.groups, "groups of problems")->capture_default_str();
    app.add_option("--rounds", options.roundsPerGroup, "steps per group")->capture_default_str();
    app.add_option("--problems", options.problems, "problems per group")->capture_default_str();
    app.add_option("--plans", options.training.plansPerRound, "plans per problem and step")
        ->capture_default_str();
    app.add_option("--learning-rate", options.training.learningRate, "of the first group")
        ->capture_default_str();
    app.add_option("--entropy", options.training.entropyWeight, "weight in the first group")
        ->capture_default_str();
    app.add_option("--elite", options.training.eliteShare, "part of plans that is reinforced")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    if (const auto result = train(options); !result) {
        fmt::print(stderr, "train_policy: {}\n", result.error().message);
        return 1;
    }
    return 0;
}
