// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scheduling_input.h"

#include "app/cli/recorder_files.h"
#include "simulator/io/bundled_files.h"
#include "simulator/io/documents.h"
#include "simulator/model/placement_fit.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace hscope::cli {

void addSchedulingOptions(CLI::App& command, SchedulingOptions& options)
{
    command
        .add_option("--workload", options.workload,
                    "A workload document, or the name of a bundled one")
        ->required();
    command
        .add_option("--cluster", options.cluster,
                    "A cluster document, or the name of a bundled one")
        ->required();
    command
        .add_option("--throughput-limit", options.throughputLimit,
                    "Least samples per second, instead of the workload's; 0 for none")
        ->check([](const std::string& text) {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            const bool isNumber = !text.empty() && *end == '\0' && std::isfinite(value);
            return isNumber && value >= 0 ? std::string()
                                          : "expected a number of at least 0, found " + text;
        });
    command.add_option(
        "--charge-boundary-traffic", options.chargeBoundaryTraffic,
        "Whether data between stages costs time: true or false, instead of the workload's");
}

void keepConditions(const SchedulingOptions& options, sim::Placement& placement)
{
    placement.throughputLimit = options.throughputLimit;
    placement.chargeBoundaryTraffic = options.chargeBoundaryTraffic;
}

SchedulingOptions withConditionsOf(const sim::Placement& placement, SchedulingOptions options)
{
    if (!options.throughputLimit) {
        options.throughputLimit = placement.throughputLimit;
    }
    if (!options.chargeBoundaryTraffic) {
        options.chargeBoundaryTraffic = placement.chargeBoundaryTraffic;
    }
    return options;
}

core::Result<sim::Workload> readWorkload(const SchedulingOptions& options)
{
    HSCOPE_TRY_ASSIGN(const auto path, sim::findDocument(options.workload, "workloads"));
    HSCOPE_TRY_ASSIGN(sim::Workload workload, sim::readWorkload(path));
    workload.throughputLimit = options.throughputLimit.value_or(workload.throughputLimit);
    workload.chargeBoundaryTraffic =
        options.chargeBoundaryTraffic.value_or(workload.chargeBoundaryTraffic);
    return workload;
}

core::Result<sim::Cluster> readCluster(const SchedulingOptions& options)
{
    HSCOPE_TRY_ASSIGN(const auto path, sim::findDocument(options.cluster, "clusters"));
    return sim::readCluster(path);
}

core::Result<sim::Problem> readProblem(const SchedulingOptions& options)
{
    HSCOPE_TRY_ASSIGN(sim::Workload workload, readWorkload(options));
    HSCOPE_TRY_ASSIGN(sim::Cluster cluster, readCluster(options));
    return sim::Problem::create(std::move(workload), std::move(cluster));
}

core::Result<PlacedSchedule> readPlacedSchedule(const SchedulingOptions& options,
                                                const std::string& path)
{
    HSCOPE_TRY_ASSIGN(sim::Placement placement, sim::readPlacement(path));
    HSCOPE_TRY_ASSIGN(sim::Problem problem, readProblem(withConditionsOf(placement, options)));
    auto stages = sim::checkedStages(problem, placement);
    if (!stages) {
        return tl::unexpected<core::Error>(std::move(stages).error().with(path));
    }
    sim::Schedule schedule = *sim::costOf(problem, std::move(*stages));
    return PlacedSchedule{std::move(problem), std::move(placement), std::move(schedule)};
}

sim::SchedulerRegistry availableSchedulers()
{
    sim::PolicyFiles files;
    if (const auto library = findRecorderFile("libhscope_rl.so")) {
        files.library = *library;
    }
    files.weights = sim::bundledFolder() / "policies" / "rl-lstm.policy";
    return sim::SchedulerRegistry(files);
}

std::string stagesText(const sim::Placement& placement)
{
    std::string text;
    for (const sim::PlacedStage& stage : placement.stages) {
        const std::string layers = stage.firstLayer == stage.lastLayer
                                       ? std::to_string(stage.firstLayer)
                                       : fmt::format("{}-{}", stage.firstLayer, stage.lastLayer);
        text += fmt::format("{}{} {} x{}", text.empty() ? "" : ", ", layers, printable(stage.type),
                            stage.units);
    }
    return text;
}

std::string formatSeconds(double seconds)
{
    struct Unit
    {
        double seconds;
        const char* name;
    };

    for (const Unit unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}}) {
        if (std::abs(seconds) >= unit.seconds) {
            return fmt::format("{:.4g} {}", seconds / unit.seconds, unit.name);
        }
    }
    return fmt::format("{:.4g} ns", seconds * 1e9);
}

} // namespace hscope::cli
