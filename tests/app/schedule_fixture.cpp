// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/schedule_fixture.h"

#include <array>
#include <cmath>

namespace hscope::test {

namespace {

struct LayerLiteral
{
    const char* name;
    const char* type;
    double inputBytes;
    double outputBytes;
    double weightBytes;
    double cpuCompute; ///< Seconds per sample on one unit, as all that follow.
    double cpuCommunication;
    double gpuCompute;
    double gpuCommunication;
};

constexpr std::array<LayerLiteral, 16> kLayers = {
    {{"input_parse", "input", 12000.0, 9652.0, 0.0, 0.000256239, 0.0, 6.410826e-05, 0.0},
     {"embedding", "embedding", 9600.0, 43200.0, 0.0, 3.96e-05, 0.0004224, 2.64e-07, 7.04e-05},
     {"seq_pool", "pool", 43200.0, 14400.0, 0.0, 4.428e-05, 0.0, 2.934e-07, 0.0},
     {"concat", "concat", 14452.0, 14452.0, 0.0, 2.1678e-05, 0.0, 1.4452e-07, 0.0},
     {"fc1", "fc", 14452.0, 16384.0, 59211776.0, 0.0029828966, 0.000925184, 1.4953028e-05,
      0.0001541973333},
     {"relu1", "relu", 16384.0, 16384.0, 0.0, 2.49856e-05, 0.0, 1.65888e-07, 0.0},
     {"fc2", "fc", 16384.0, 8192.0, 33562624.0, 0.0016961536, 0.000524416, 8.511488e-06,
      8.740266667e-05},
     {"relu2", "relu", 8192.0, 8192.0, 0.0, 1.24928e-05, 0.0, 8.2944e-08, 0.0},
     {"fc3", "fc", 8192.0, 4096.0, 8392704.0, 0.0004286464, 0.000131136, 2.158592e-06, 2.1856e-05},
     {"relu3", "relu", 4096.0, 4096.0, 0.0, 6.2464e-06, 0.0, 4.1472e-08, 0.0},
     {"fc4", "fc", 4096.0, 2048.0, 2099200.0, 0.0001094656, 3.28e-05, 5.55008e-07, 5.466666667e-06},
     {"relu4", "relu", 2048.0, 2048.0, 0.0, 3.1232e-06, 0.0, 2.0736e-08, 0.0},
     {"fc5", "fc", 2048.0, 8.0, 4104.0, 1.7468e-06, 6.4125e-08, 1.1304e-08, 1.06875e-08},
     {"softmax", "softmax", 8.0, 8.0, 0.0, 1.22e-08, 0.0, 8.1e-11, 0.0},
     {"cross_entropy", "loss", 12.0, 4.0, 0.0, 1.28e-08, 0.0, 8.4e-11, 0.0},
     {"auc", "metric", 12.0, 0.0, 0.0, 9.8e-09, 0.0, 6.4e-11, 0.0}}};

} // namespace

sim::Cluster paperCluster()
{
    sim::Cluster cluster;
    cluster.name = "paper-like";
    cluster.pricesAsOf = "2021-11";
    sim::ResourceType cpu;
    cpu.id = "cpu-core";
    cpu.name = "Xeon Gold 6271C core";
    cpu.priceUsdPerHour = 0.04;
    cpu.limit = 480;
    cpu.nicGbPerSecond = 0.26;
    sim::ResourceType gpu;
    gpu.id = "v100";
    gpu.kind = sim::DeviceKind::Gpu;
    gpu.name = "V100 16 GB";
    gpu.priceUsdPerHour = 2.42;
    gpu.limit = 32;
    gpu.nicGbPerSecond = 1.56;
    cluster.resourceTypes = {cpu, gpu};
    return cluster;
}

sim::Workload heavyWorkload()
{
    sim::Workload workload;
    workload.name = "CTRDNN_heavy";
    workload.batchSize = 512;
    workload.microbatches = 16;
    workload.samplesPerEpoch = 1e9;
    workload.epochs = 1;
    workload.throughputLimit = 50'000;
    for (const LayerLiteral& literal : kLayers) {
        sim::Layer layer;
        layer.name = literal.name;
        layer.type = literal.type;
        layer.inputBytes = literal.inputBytes;
        layer.outputBytes = literal.outputBytes;
        layer.denseWeightBytes = literal.weightBytes;
        const auto profile = [](double compute, double communication) {
            sim::LayerProfile result;
            result.computeSeconds = compute;
            result.communicationSeconds = communication;
            result.alpha = 0.995;
            result.beta = 0.99;
            return result;
        };
        layer.profile["cpu-core"] = profile(literal.cpuCompute, literal.cpuCommunication);
        layer.profile["v100"] = profile(literal.gpuCompute, literal.gpuCommunication);
        workload.layers.push_back(layer);
    }
    return workload;
}

app::ScheduleScenario heavyScenario()
{
    const auto workload = std::make_shared<const sim::Workload>(heavyWorkload());
    return {workload, std::make_shared<const sim::Cluster>(paperCluster()),
            workload->throughputLimit, true};
}

app::ScheduleEntry scheduleOf(const char* scheduler, std::vector<sim::PlacedStage> stages,
                              double costUsd, double throughput)
{
    app::ScheduleEntry entry;
    entry.scheduler = QString::fromLatin1(scheduler);
    entry.state = app::ScheduleEntry::State::Done;
    sim::Placement placement;
    placement.workload = "CTRDNN_heavy";
    placement.cluster = "paper-like";
    placement.scheduler = scheduler;
    placement.feasible = true;
    placement.stages = std::move(stages);
    placement.costUsd = costUsd;
    placement.throughput = throughput;
    placement.periodSeconds = 1 / throughput;
    placement.evaluations = 120;
    entry.placement = placement;
    return entry;
}

app::ScheduleEntry infeasibleEntry(const char* scheduler, double highestThroughput)
{
    app::ScheduleEntry entry = scheduleOf(scheduler, {}, 0, 0);
    entry.state = app::ScheduleEntry::State::Infeasible;
    entry.placement->feasible = false;
    entry.placement->costUsd = std::nullopt;
    entry.placement->throughput = std::nullopt;
    entry.placement->periodSeconds = std::nullopt;
    entry.placement->highestThroughput = highestThroughput;
    entry.reason = app::infeasibleText(*entry.placement, 50'000);
    return entry;
}

std::vector<app::ScheduleEntry> heavyEntries()
{
    std::vector<app::ScheduleEntry> entries = {
        scheduleOf("exact",
                   {{0, 2, "cpu-core", 36, {}},
                    {3, 5, "v100", 11, {}},
                    {6, 6, "cpu-core", 160, {}},
                    {7, 15, "v100", 2, {}}},
                   208.01299947, 52480.6944494),
        scheduleOf("greedy",
                   {{0, 5, "v100", 14, {}}, {6, 6, "cpu-core", 152, {}}, {7, 15, "v100", 2, {}}},
                   244.27, 50946),
        scheduleOf("gpu-only", {{0, 15, "v100", 21, {}}}, 273.728905671, 51572),
        infeasibleEntry("cpu-only", 35'600)};
    entries[0].placement->provenOptimal = true;
    entries[0].placement->lowerBoundUsd = 208.01299947;
    entries[0].decisionSeconds = 3.1e-3;
    return entries;
}

} // namespace hscope::test
