// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// How good and how fast schedulers are: rl-lstm against the proven optimum, beside random and local
// search that may judge as many plans; and the exact scheduler on 64 types.
//
// bench_schedulers [--rows=N] [--seeds=N]: N of the scenarios of 16 layers and 2 types whose
// optimum mixes types (default: all), trained with N seeds (default 3; 10 take half an hour).
#include "simulator/io/bundled_files.h"
#include "simulator/io/documents.h"
#include "simulator/sched/exact_scheduler.h"
#include "simulator/sched/instance_generator.h"
#include "simulator/sched/local_search.h"
#include "simulator/sched/random_search.h"
#include "simulator/sched/rl_lstm_scheduler.h"
#include "tests/bench/budget_report.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hscope::sim;
using hscope::bench::BudgetReport;
namespace fs = std::filesystem;

constexpr hscope::bench::Budget kGap{"rl_gap_percent", 1, "%"};
constexpr hscope::bench::Budget kTrain{"rl_train_s", 10, "s"};
constexpr hscope::bench::Budget kDecide{"rl_decide_ms", 2, "ms"};
constexpr hscope::bench::Budget kExact{"exact_ms", 10, "ms"};

constexpr std::int64_t kEvaluations = 16'000;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A problem with the least cost that is possible.
struct Case
{
    std::string name;
    Problem problem;
    double optimum = 0;
    bool limitsBind = false;
    bool mixed = false; ///< The optimum is not one stage.
};

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::int64_t option(int argc, char** argv, std::string_view name, std::int64_t fallback)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument(argv[i]);
        if (argument.starts_with(name)) {
            return std::strtoll(argument.substr(name.size()).data(), nullptr, 10);
        }
    }
    return fallback;
}

std::vector<std::string> splitLine(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) {
        cells.push_back(cell);
    }
    return cells;
}

/// A row of expected.csv; none if it is infeasible or cannot be read.
std::optional<Case> caseOf(const fs::path& folder, const std::vector<std::string>& cells)
{
    enum Column : std::size_t
    {
        Row,
        WorkloadName,
        ClusterName,
        Floor,
        Charged,
        Cost,
        Stages = 9,
        LimitsBind = 14,
        ColumnCount = 17
    };

    if (cells.size() < ColumnCount || cells[Cost] == "infeasible") {
        return std::nullopt;
    }
    auto workload = readWorkload(folder / "workloads" / (cells[WorkloadName] + ".json"));
    auto cluster = readCluster(folder / "clusters" / (cells[ClusterName] + ".json"));
    if (!workload || !cluster) {
        return std::nullopt;
    }
    workload->throughputLimit = std::strtod(cells[Floor].c_str(), nullptr);
    workload->chargeBoundaryTraffic = cells[Charged] == "true";
    auto problem = Problem::create(std::move(*workload), std::move(*cluster));
    if (!problem) {
        return std::nullopt;
    }
    return Case{cells[Row] + " " + cells[WorkloadName] + " " + cells[ClusterName] + " " +
                    cells[Floor] + (cells[Charged] == "true" ? " charged" : ""),
                std::move(*problem), std::strtod(cells[Cost].c_str(), nullptr),
                cells[LimitsBind] == "yes", cells[Stages].find(' ') != std::string::npos};
}

/// All feasible rows, or generated problems if the shared folder is not there.
std::vector<Case> loadCases()
{
    std::vector<Case> cases;
    const fs::path folder = fs::path(HSCOPE_SHARED_FOLDER) / "profiles" / "scenarios";
    std::ifstream file(folder / "expected.csv");
    for (std::string line; std::getline(file, line);) {
        if (auto row = caseOf(folder, splitLine(line))) {
            cases.push_back(std::move(*row));
        }
    }
    if (!cases.empty()) {
        return cases;
    }
    std::printf("the shared scenarios are not here: generated problems stand in\n");
    NullSchedulerObserver observer;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const std::size_t types = seed < 4 ? 64 : 2;
        auto problem = generateInstance({16, types}, (std::uint64_t{1} << 50U) + seed);
        if (!problem) {
            continue;
        }
        const auto best = ExactScheduler().run({*problem, 0, 0, false, {}, observer});
        if (best && best->feasible && best->provenOptimal) {
            cases.push_back({problem->workload().name, *problem, *best->costUsd, false,
                             best->stages.size() > 1});
        }
    }
    return cases;
}

bool hasShape(const Case& row, std::size_t types)
{
    constexpr std::size_t kLayers = 16;
    return row.problem.layerCount() == kLayers && row.problem.typeCount() == types;
}

/// Cost over optimum, infinity if there is no placement.
double ratioOf(const hscope::core::Result<Placement>& placement, double optimum)
{
    return placement && placement->costUsd ? *placement->costUsd / optimum : kInfinity;
}

struct Outcome
{
    double shipped = 0; ///< Cost over optimum, here and below.
    double tuned = 0;   ///< Medians over the seeds, here and below.
    double worstTuned = 0;
    double sampled = 0;
    double random = 0;
    double local = 0;
    double trainSeconds = 0;
    double decideMs = 0;
};

double decideMilliseconds(const RlLstmScheduler& rl, const Problem& problem)
{
    constexpr int kRuns = 101;
    NullSchedulerObserver observer;
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        const auto start = std::chrono::steady_clock::now();
        static_cast<void>(rl.run({problem, 0, kEvaluations, false, {}, observer}));
        times.push_back(secondsSince(start) * 1e3);
    }
    return median(times);
}

Outcome measure(const RlLstmScheduler& rl, const Case& row, std::int64_t seeds)
{
    NullSchedulerObserver observer;
    Outcome outcome;
    outcome.shipped =
        ratioOf(rl.run({row.problem, 0, kEvaluations, false, {}, observer}), row.optimum);
    outcome.decideMs = decideMilliseconds(rl, row.problem);
    std::vector<double> tuned, sampled, random, local, seconds;
    for (std::int64_t i = 0; i < seeds; ++i) {
        const SchedulerRequest request{
            row.problem, static_cast<std::uint64_t>(i) + 1, kEvaluations, true, {}, observer};
        const auto start = std::chrono::steady_clock::now();
        const auto placement = rl.run(request);
        seconds.push_back(secondsSince(start));
        tuned.push_back(ratioOf(placement, row.optimum));
        sampled.push_back(placement && placement->bestSampledCostUsd
                              ? *placement->bestSampledCostUsd / row.optimum
                              : kInfinity);
        random.push_back(ratioOf(RandomScheduler().run(request), row.optimum));
        local.push_back(ratioOf(LocalSearchScheduler().run(request), row.optimum));
    }
    outcome.tuned = median(tuned);
    outcome.worstTuned = *std::max_element(tuned.begin(), tuned.end());
    outcome.sampled = median(sampled);
    outcome.random = median(random);
    outcome.local = median(local);
    outcome.trainSeconds = median(seconds);
    return outcome;
}

/// A line of the table. What is as good as another to a millionth is not better.
void print(const Case& row, const Outcome& outcome)
{
    constexpr double kSame = 1e-6;
    const char* verdict = outcome.tuned < outcome.random - kSame    ? "better than random"
                          : outcome.tuned <= outcome.random + kSame ? "NOT better than random"
                                                                    : "WORSE than random";
    std::printf("%-48s %8.4f %8.4f %8.4f %9.4f %8.4f %8.4f %7.2f %7.2f  %s%s\n", row.name.c_str(),
                outcome.shipped, outcome.tuned, outcome.worstTuned, outcome.sampled, outcome.random,
                outcome.local, outcome.trainSeconds, outcome.decideMs, verdict,
                row.limitsBind ? ", limits bind" : "");
    std::fflush(stdout);
}

/// The chosen rows: optima that mix types, each problem once however many clusters allow it.
std::vector<const Case*> chosen(const std::vector<Case>& cases, std::int64_t most)
{
    std::vector<const Case*> rows;
    for (const Case& row : cases) {
        const bool isNew = std::none_of(rows.begin(), rows.end(), [&](const Case* other) {
            return std::abs(other->optimum - row.optimum) < 1e-9 * row.optimum;
        });
        if (hasShape(row, 2) && row.mixed && isNew) {
            rows.push_back(&row);
        }
    }
    if (most > 0 && rows.size() > static_cast<std::size_t>(most)) {
        // Spread over all of them: neighbours are much alike.
        std::vector<const Case*> spread;
        for (std::size_t i = 0; i < static_cast<std::size_t>(most); ++i) {
            spread.push_back(rows[i * rows.size() / static_cast<std::size_t>(most)]);
        }
        return spread;
    }
    return rows;
}

/// Decisions of the shipped weights on all rows, also those where one type is best.
void printShipped(const RlLstmScheduler& rl, const std::vector<Case>& cases)
{
    NullSchedulerObserver observer;
    for (const std::size_t types :
         {std::size_t{2}, std::size_t{4}, std::size_t{8}, std::size_t{16}, std::size_t{64}}) {
        std::vector<double> ratios;
        for (const Case& row : cases) {
            if (row.problem.typeCount() == types) {
                ratios.push_back(ratioOf(
                    rl.run({row.problem, 0, kEvaluations, false, {}, observer}), row.optimum));
            }
        }
        if (!ratios.empty()) {
            const auto close = std::count_if(ratios.begin(), ratios.end(),
                                             [](double ratio) { return ratio <= 1.01; });
            std::printf("shipped weights, %zu types: %zu problems, within 1%% of the optimum %td, "
                        "infeasible %td, median %.4f\n",
                        types, ratios.size(), close,
                        std::count(ratios.begin(), ratios.end(), kInfinity), median(ratios));
        }
    }
}

void benchPolicy(const std::vector<Case>& cases, int argc, char** argv, BudgetReport& report)
{
    std::error_code ignored;
    const fs::path programs = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const RlLstmScheduler rl(
        {programs / "../lib/libhscope_rl.so", bundledFolder() / "policies" / "rl-lstm.policy"});
    if (const auto loaded = rl.prepare(); !loaded) {
        for (const auto& budget : {kGap, kTrain, kDecide}) {
            BudgetReport::skip(budget, loaded.error().message.c_str());
        }
        return;
    }
    printShipped(rl, cases);
    const std::int64_t seeds = std::max<std::int64_t>(1, option(argc, argv, "--seeds=", 3));
    const std::vector<const Case*> rows = chosen(cases, option(argc, argv, "--rows=", 0));
    std::printf("cost / optimum; medians over %lld seeds, each method judges %lld plans\n",
                static_cast<long long>(seeds), static_cast<long long>(kEvaluations));
    std::printf("%-48s %8s %8s %8s %9s %8s %8s %7s %7s\n", "problem", "shipped", "tuned", "worst",
                "(sampled)", "random", "local", "train s", "ms");
    double gap = 0;
    double train = 0;
    double decide = 0;
    std::vector<double> all;
    for (const Case* row : rows) {
        const Outcome outcome = measure(rl, *row, seeds);
        print(*row, outcome);
        all.push_back(outcome.tuned);
        gap = std::max(gap, (outcome.tuned - 1) * 100);
        train = std::max(train, outcome.trainSeconds);
        decide = std::max(decide, outcome.decideMs);
    }
    if (rows.empty()) {
        BudgetReport::skip(kGap, "no problem of 16 layers and 2 types");
        return;
    }
    std::printf("median over the problems %.4f; the budget counts the worst of them\n",
                median(all));
    report.add(kGap, gap);
    report.add(kTrain, train);
    report.add(kDecide, decide);
}

void benchExact(const std::vector<Case>& cases, BudgetReport& report)
{
    constexpr int kRuns = 5;
    constexpr std::size_t kTypes = 64;
    NullSchedulerObserver observer;
    double slowest = 0;
    for (const Case& row : cases) {
        if (!hasShape(row, kTypes)) {
            continue;
        }
        std::vector<double> times;
        bool proven = true;
        for (int i = 0; i < kRuns; ++i) {
            const auto start = std::chrono::steady_clock::now();
            const auto placement = ExactScheduler().run({row.problem, 0, 0, false, {}, observer});
            times.push_back(secondsSince(start) * 1e3);
            proven = placement && placement->provenOptimal && placement->certificate;
        }
        const double time = median(times);
        std::printf("exact, %s: %.2f ms%s%s\n", row.name.c_str(), time,
                    proven ? "" : ", not proven", row.limitsBind ? ", limits bind" : "");
        if (!row.limitsBind) {
            slowest = std::max(slowest, time);
        }
    }
    if (slowest > 0) {
        report.add(kExact, slowest);
    } else {
        BudgetReport::skip(kExact, "no problem of 16 layers and 64 types");
    }
}

} // namespace

int main(int argc, char** argv)
{
    BudgetReport report(argc, argv);
    const std::vector<Case> cases = loadCases();
    benchExact(cases, report);
    benchPolicy(cases, argc, argv, report);
    return report.exitCode();
}
