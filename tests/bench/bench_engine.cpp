// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
// The event engine beside SimGrid on the same pipelines: S stages of k replicas, M microbatches,
// 10 ms of service, transfers over private NICs of 1.25 GB/s.
//
// Both run in turns on one core, the best of several counts: shared machines are noisy. An activity
// is one service or one transfer. SimGrid's program is built if its library was found; it runs as a
// process of its own and measures its own run, without building the platform.
#include "simulator/engine/pipeline.h"
#include "simulator/engine/time_split.h"
#include "tests/bench/budget_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

using namespace hscope::sim;

namespace {

constexpr hscope::bench::Budget kNic{"engine_vs_simgrid_nic", 10, "x",
                                     hscope::bench::Better::Higher};
constexpr hscope::bench::Budget kShared{"engine_vs_simgrid_shared", 500, "x",
                                        hscope::bench::Better::Higher};
constexpr hscope::bench::Budget kFatTree{"engine_vs_simgrid_fattree", 10, "x",
                                         hscope::bench::Better::Higher};
constexpr int kRuns = 5;

struct Scenario
{
    std::size_t stages;
    std::int64_t replicas;
    std::int64_t microbatches;
    double transferMb = 1;
    TransferMode transfers = TransferMode::Overlapped;
    bool withSimGrid = true;
};

constexpr std::array kScenarios = {
    Scenario{4, 4, 1'000},
    Scenario{4, 4, 10'000},
    Scenario{4, 4, 100'000},
    Scenario{8, 16, 10'000},
    Scenario{16, 64, 10'000},
    Scenario{4, 4, 10'000, 1, TransferMode::Blocking},
    Scenario{16, 1'024, 100'000, 1, TransferMode::Overlapped, false},
};

struct Measured
{
    double simulatedSeconds = 0;
    double activitiesPerSecond = 0;
};

Pipeline pipelineOf(const Scenario& scenario)
{
    constexpr double kBytesPerNs = 1.25;
    Pipeline pipeline;
    pipeline.microbatches = scenario.microbatches;
    pipeline.transfers = scenario.transfers;
    const PipelineStage stage{scenario.replicas, std::chrono::milliseconds(10), Duration{},
                              Duration(std::llround(scenario.transferMb * 1e6 / kBytesPerNs))};
    pipeline.stages.assign(scenario.stages, stage);
    return pipeline;
}

Measured runEngine(const Pipeline& pipeline, const PipelineObservers& observers)
{
    hscope::core::NullProgress progress;
    const auto start = std::chrono::steady_clock::now();
    const auto run = simulatePipeline(pipeline, observers, progress, {});
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!run) {
        std::fprintf(stderr, "%s\n", run.error().message.c_str());
        std::exit(1);
    }
    return {toSeconds(sinceStart(run->end)), static_cast<double>(run->events) / wall.count()};
}

/// Runs SimGrid's program and reads its line "... | sim=25.0324 s | ... | 352000 act/s (run) ...".
std::optional<Measured> runSimGrid([[maybe_unused]] const Scenario& scenario)
{
#ifdef HSCOPE_SIMGRID_PROGRAM
    const std::string command =
        std::string("'" HSCOPE_SIMGRID_PROGRAM "' ") + std::to_string(scenario.stages) + " " +
        std::to_string(scenario.replicas) + " " + std::to_string(scenario.microbatches) +
        (scenario.transfers == TransferMode::Blocking ? " sync" : " actor") +
        " nic --cfg=network/model:CM02 --cfg=network/crosstraffic:no"
        " --log=root.thres:warning 2>/dev/null";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 512> line{};
    if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) {
        return std::nullopt;
    }
    const std::string text = line.data();
    const std::size_t simulated = text.find("sim=");
    const std::size_t rate = text.rfind(" s | ");
    if (simulated == std::string::npos || rate == std::string::npos) {
        return std::nullopt;
    }
    return Measured{std::atof(text.c_str() + simulated + 4), std::atof(text.c_str() + rate + 5)};
#else
    return std::nullopt;
#endif
}

bool equalToNineDigits(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// Prints a scenario's line. The ratio to SimGrid if that ran and both simulated the same time.
std::optional<double> compare(const Scenario& scenario)
{
    const Pipeline pipeline = pipelineOf(scenario);
    Measured best;
    Measured split;
    std::optional<Measured> peer;
    for (int i = 0; i < kRuns; ++i) {
        const Measured engine = runEngine(pipeline, {});
        best = engine.activitiesPerSecond > best.activitiesPerSecond ? engine : best;
        TimeSplitObserver observer(pipeline);
        const Measured observed = runEngine(pipeline, {&observer});
        split = observed.activitiesPerSecond > split.activitiesPerSecond ? observed : split;
        const auto other = scenario.withSimGrid ? runSimGrid(scenario) : std::nullopt;
        if (other && (!peer || other->activitiesPerSecond > peer->activitiesPerSecond)) {
            peer = other;
        }
    }
    std::printf("S=%zu k=%lld M=%lld%s: simulated %.9g s, %.3g M activities/s, %.3g M with the "
                "split of time",
                scenario.stages, static_cast<long long>(scenario.replicas),
                static_cast<long long>(scenario.microbatches),
                scenario.transfers == TransferMode::Blocking ? " blocking" : "",
                best.simulatedSeconds, best.activitiesPerSecond / 1e6,
                split.activitiesPerSecond / 1e6);
    if (!peer) {
        std::printf("\n");
        return std::nullopt;
    }
    const double ratio = best.activitiesPerSecond / peer->activitiesPerSecond;
    const bool same = equalToNineDigits(best.simulatedSeconds, peer->simulatedSeconds);
    std::printf("; SimGrid %.9g s%s, %.3g M: %.3g x\n", peer->simulatedSeconds,
                same ? "" : " (NOT the same)", peer->activitiesPerSecond / 1e6, ratio);
    return same ? std::optional(ratio) : std::optional(0.0);
}

} // namespace

int main(int argc, char** argv)
{
    hscope::bench::BudgetReport report(argc, argv);
    std::optional<double> worst;
    for (const Scenario& scenario : kScenarios) {
        const std::optional<double> ratio = compare(scenario);
        if (ratio) {
            worst = std::min(worst.value_or(*ratio), *ratio);
        }
    }
    if (worst) {
        report.add(kNic, *worst);
    } else {
        hscope::bench::BudgetReport::skip(
            kNic,
            "SimGrid's program was not built (Debian: libsimgrid-dev, and the shared folder)");
    }
    hscope::bench::BudgetReport::skip(kShared, "the engine has no shared links yet");
    hscope::bench::BudgetReport::skip(kFatTree, "the engine has no shared links yet");
    return report.exitCode();
}
