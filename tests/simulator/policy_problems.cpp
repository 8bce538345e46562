// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulator/policy_problems.h"

#include <QtGlobal>

#include <string>

namespace hscope::test {

namespace {

sim::Cluster clusterOf(const std::vector<std::string>& types)
{
    sim::Cluster cluster;
    cluster.name = "test";
    for (const std::string& id : types) {
        sim::ResourceType type;
        type.id = id;
        type.priceUsdPerHour = 1;
        cluster.resourceTypes.push_back(type);
    }
    return cluster;
}

sim::LayerProfile seconds(double compute)
{
    sim::LayerProfile profile;
    profile.computeSeconds = compute;
    return profile;
}

sim::Problem problemOf(sim::Workload workload, const sim::Cluster& cluster)
{
    workload.name = "test";
    workload.samplesPerEpoch = 3600;
    workload.epochs = 1;
    workload.throughputLimit = 1;
    workload.chargeBoundaryTraffic = false;
    auto problem = sim::Problem::create(std::move(workload), cluster);
    Q_ASSERT(problem);
    return std::move(*problem);
}

} // namespace

sim::Problem twoLayers()
{
    sim::Workload workload;
    workload.layers.resize(2);
    workload.layers[0].type = "embedding";
    workload.layers[0].profile = {{"a", seconds(10)}, {"b", seconds(100)}};
    workload.layers[1].type = "fc";
    workload.layers[1].profile = {{"a", seconds(100)}, {"b", seconds(10)}};
    return problemOf(std::move(workload), clusterOf({"a", "b"}));
}

sim::Problem layersWithGaps()
{
    const std::vector<std::string> types{"a", "b", "c"};
    sim::Workload workload;
    workload.layers.resize(6);
    for (std::size_t layer = 0; layer < workload.layers.size(); ++layer) {
        workload.layers[layer].type = "mystery";
        for (std::size_t type = 0; type < types.size(); ++type) {
            if (layer % types.size() != type) {
                workload.layers[layer].profile[types[type]] = seconds(3);
            }
        }
    }
    return problemOf(std::move(workload), clusterOf(types));
}

} // namespace hscope::test
