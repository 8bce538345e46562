// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schedule_run.h"

#include "app/cli/json_output.h"
#include "app/cli/scheduling_input.h"
#include "app/cli/terminal_progress.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace hscope::cli {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Shows what a scheduler reports, and notes when its training ended.
class RunObserver final : public sim::SchedulerObserver
{
public:
    RunObserver(std::string_view scheduler, bool asJson, bool showProgress)
        : m_scheduler(scheduler)
        , m_asJson(asJson)
        , m_progress(showProgress && !asJson)
    {
    }

    void progressed(std::int64_t done, std::int64_t total) override
    {
        m_progress.report(m_scheduler, static_cast<std::uint64_t>(done),
                          static_cast<std::uint64_t>(total));
        if (m_asJson && Clock::now() - m_lastLine > std::chrono::milliseconds(100)) {
            m_lastLine = Clock::now();
            printLine({{"scheduler", m_scheduler},
                       {"phase", "searching"},
                       {"done", done},
                       {"total", total}});
        }
    }

    void trained(const sim::TrainingRound& round) override
    {
        m_trainingSeconds = secondsSince(m_start);
        m_progress.report(m_scheduler + ": training", static_cast<std::uint64_t>(round.round),
                          static_cast<std::uint64_t>(round.rounds));
        if (m_asJson) {
            printLine({{"scheduler", m_scheduler},
                       {"phase", "training"},
                       {"round", round.round},
                       {"rounds", round.rounds},
                       {"mean_reward", round.meanReward},
                       {"best_cost_usd", finite(round.bestCostUsd)},
                       {"decision_cost_usd", finite(round.decisionCostUsd)}});
        }
    }

    [[nodiscard]] double trainingSeconds() const { return m_trainingSeconds; }

    [[nodiscard]] double seconds() const { return secondsSince(m_start); }

private:
    static Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

    static void printLine(const Json& line)
    {
        std::fprintf(stderr, "%s\n", line.dump().c_str());
        std::fflush(stderr);
    }

    std::string m_scheduler;
    bool m_asJson;
    TerminalProgress m_progress;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_lastLine{};
    double m_trainingSeconds = 0;
};

} // namespace

void addScheduleRunOptions(CLI::App& command, ScheduleRunOptions& options)
{
    command.add_option("--seed", options.seed, "Seed of schedulers that draw lots")
        ->check(CLI::Range(std::int64_t{0}, INT64_MAX))
        ->capture_default_str();
    command
        .add_option("--evaluations", options.evaluations,
                    "Most schedules whose cost a search calculates")
        ->check(CLI::Range(std::int64_t{1}, INT64_MAX))
        ->capture_default_str();
    command
        .add_option("--seconds", options.seconds,
                    "End a search or training after this time, with what it has by then")
        ->check(CLI::Range(1e-3, 1e9));
    command.add_flag("--train", options.train,
                     "Let a learning scheduler train on this problem first");
    command.add_flag("--timing", options.timing,
                     "Add decision and training times to the placement");
    command
        .add_option("--progress", options.progress,
                    "jsonl: progress as lines of JSON on standard error")
        ->check(CLI::IsMember({"jsonl"}));
}

core::Result<sim::Placement> runScheduler(const sim::Scheduler& scheduler,
                                          const sim::Problem& problem,
                                          const ScheduleRunOptions& options, const Context& context)
{
    HSCOPE_TRY(scheduler.prepare());
    RunObserver observer(scheduler.name(), options.progress == "jsonl", context.showProgress);
    const sim::SchedulerRequest request{problem,
                                        static_cast<std::uint64_t>(options.seed),
                                        options.evaluations,
                                        options.train,
                                        context.stop,
                                        observer,
                                        options.seconds};
    HSCOPE_TRY_ASSIGN(sim::Placement placement, scheduler.run(request));
    if (options.timing) {
        const double training = observer.trainingSeconds();
        placement.timing = sim::PlacementTiming{observer.seconds() - training, training};
    }
    return placement;
}

CLI::Validator existingScheduler()
{
    return CLI::Validator(
        [](const std::string& name) {
            const auto found = availableSchedulers().find(name);
            return found ? std::string() : found.error().message;
        },
        std::string());
}

std::string schedulerNames()
{
    const sim::SchedulerRegistry registry = availableSchedulers();
    std::string names;
    for (const auto& scheduler : registry.schedulers()) {
        names += (names.empty() ? "" : ", ") + std::string(scheduler->name());
    }
    return names;
}

} // namespace hscope::cli
