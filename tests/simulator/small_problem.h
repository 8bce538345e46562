// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"

#include <string>

namespace hscope::test {

/// Four layers in a chain: 1, 2, 3, 4 ms per sample on a cpu, a tenth of it on a gpu, all of which
/// units share. Batches of 64 samples in 4 microbatches; each boundary carries 400,000 bytes.
inline sim::Workload smallWorkload()
{
    sim::Workload workload;
    workload.name = "small";
    workload.batchSize = 64;
    workload.microbatches = 4;
    workload.samplesPerEpoch = 1e6;
    workload.epochs = 1;
    for (int i = 0; i < 4; ++i) {
        sim::Layer layer;
        layer.name = "layer" + std::to_string(i);
        layer.type = "fc";
        layer.outputBytes = 4e5;
        const double seconds = (i + 1) * 1e-3;
        const auto profile = [](double compute, double communication) {
            sim::LayerProfile result;
            result.computeSeconds = compute;
            result.communicationSeconds = communication;
            return result;
        };
        layer.profile["cpu"] = profile(seconds, 0.25e-3);
        layer.profile["gpu"] = profile(seconds / 10 * (i < 2 ? 1 : 4.0 / 7), 0.1e-3);
        workload.layers.push_back(std::move(layer));
    }
    return workload;
}

/// As many cpu as one likes, 64 gpu, and xpu that no layer has a profile for; 1 USD/h besides.
inline sim::Cluster smallCluster()
{
    using sim::DeviceKind;
    sim::Cluster cluster;
    cluster.name = "pair";
    cluster.pricesAsOf = "2026-01-01";
    cluster.fixedCostUsdPerHour = 1;
    const auto type = [](const char* id, DeviceKind kind, double price, double nic) {
        sim::ResourceType result;
        result.id = id;
        result.kind = kind;
        result.name = id;
        result.priceUsdPerHour = price;
        result.nicGbPerSecond = nic;
        return result;
    };
    cluster.resourceTypes = {type("cpu", DeviceKind::Cpu, 0.5, 1),
                             type("gpu", DeviceKind::Gpu, 3, 2),
                             type("xpu", DeviceKind::Xpu, 2, 1)};
    cluster.resourceTypes[1].limit = 64;
    return cluster;
}

/// Layers 0-1 on four cpu, layers 2-3 on two gpu.
inline sim::Placement smallPlacement()
{
    sim::Placement placement;
    placement.workload = "small";
    placement.cluster = "pair";
    placement.scheduler = "by-hand";
    placement.feasible = true;
    placement.stages = {{0, 1, "cpu", 4, {}}, {2, 3, "gpu", 2, {}}};
    return placement;
}

inline sim::Problem problemOf(sim::Workload workload, sim::Cluster cluster = smallCluster())
{
    auto problem = sim::Problem::create(std::move(workload), std::move(cluster));
    HSCOPE_CHECK(problem.has_value());
    return *problem;
}

} // namespace hscope::test
