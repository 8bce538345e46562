// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/placement_fit.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace hscope::sim {

namespace {

using core::failure;

constexpr core::ErrorCode kInvalid = core::ErrorCode::InvalidArgument;

std::string text(std::size_t number)
{
    return std::to_string(number);
}

std::string layersText(const PlacedStage& stage)
{
    return stage.firstLayer == stage.lastLayer
               ? "layer " + text(stage.firstLayer)
               : "layers " + text(stage.firstLayer) + "-" + text(stage.lastLayer);
}

core::Result<std::size_t> typeOf(const Problem& problem, const PlacedStage& stage,
                                 const std::string& name)
{
    const std::vector<ResourceType>& types = problem.cluster().resourceTypes;
    const auto found = std::ranges::find(types, stage.type, &ResourceType::id);
    if (found == types.end()) {
        return failure(kInvalid, name + " is on \"" + stage.type +
                                     "\", which is no resource type of the cluster");
    }
    return static_cast<std::size_t>(found - types.begin());
}

/// Stages follow each other without a gap and are maximal runs.
core::Result<void> checkCover(const Problem& problem, const std::vector<PlacedStage>& stages)
{
    std::size_t next = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const PlacedStage& stage = stages[i];
        const std::string name = "stage " + text(i);
        if (stage.firstLayer != next || stage.lastLayer < stage.firstLayer) {
            return failure(kInvalid, name + " holds " + layersText(stage) + " where layer " +
                                         text(next) +
                                         " comes next: stages must cover all layers "
                                         "in order");
        }
        if (stage.lastLayer >= problem.layerCount()) {
            return failure(kInvalid, name + " holds " + layersText(stage) +
                                         ", but the workload's last layer is " +
                                         text(problem.layerCount() - 1));
        }
        if (i > 0 && stages[i - 1].type == stage.type) {
            return failure(kInvalid, "stages " + text(i - 1) + " and " + text(i) + " are both on " +
                                         stage.type +
                                         ": neighbouring layers on one type are one stage");
        }
        next = stage.lastLayer + 1;
    }
    if (next != problem.layerCount()) {
        return failure(kInvalid, "the stages end with layer " + text(next - 1) +
                                     ", but the workload's last layer is " +
                                     text(problem.layerCount() - 1));
    }
    return {};
}

core::Result<void> checkReplicas(const Problem& problem, const PlacedStage& stage,
                                 const std::string& name)
{
    if (stage.replicas.empty()) {
        return {};
    }
    if (static_cast<std::int64_t>(stage.replicas.size()) != stage.units) {
        return failure(kInvalid, name + " has " + std::to_string(stage.units) + " units, but " +
                                     text(stage.replicas.size()) + " replicas");
    }
    const std::vector<Node>& nodes = problem.cluster().nodes;
    for (const Replica& replica : stage.replicas) {
        const auto node = std::ranges::find(nodes, replica.node, &Node::id);
        std::int64_t count = 0;
        for (const NodeDevices& devices :
             node == nodes.end() ? std::vector<NodeDevices>() : node->devices) {
            count += devices.type == replica.type ? devices.count * node->count : 0;
        }
        if (replica.type != stage.type || replica.device < 0 || replica.device >= count) {
            return failure(kInvalid, name + " is on " + stage.type + " and names device " +
                                         std::to_string(replica.device) + " of type \"" +
                                         replica.type + "\" in node \"" + replica.node +
                                         "\", which the cluster does not have");
        }
    }
    return {};
}

core::Result<void> checkDistinct(const std::vector<PlacedStage>& stages)
{
    std::set<std::tuple<std::string_view, std::string_view, std::int64_t>> used;
    for (const PlacedStage& stage : stages) {
        for (const Replica& replica : stage.replicas) {
            if (!used.emplace(replica.type, replica.node, replica.device).second) {
                return failure(kInvalid, "device " + std::to_string(replica.device) + " of type " +
                                             replica.type + " in node " + replica.node +
                                             " has two replicas");
            }
        }
    }
    return {};
}

core::Result<void> checkLimits(const Problem& problem, const std::vector<ProvisionedStage>& stages)
{
    if (withinLimits(problem, stages)) {
        return {};
    }
    for (std::size_t type = 0; type < problem.typeCount(); ++type) {
        std::int64_t units = 0;
        for (const ProvisionedStage& stage : stages) {
            units += stage.range.type == type ? stage.units : 0;
        }
        if (units > problem.limit(type)) {
            return failure(kInvalid, "the placement uses " + std::to_string(units) + " units of " +
                                         problem.cluster().resourceTypes[type].id +
                                         ", but the cluster has " +
                                         std::to_string(problem.limit(type)));
        }
    }
    return {};
}

} // namespace

core::Result<std::vector<ProvisionedStage>> checkedStages(const Problem& problem,
                                                          const Placement& placement)
{
    if (!placement.feasible) {
        return failure(kInvalid, "the placement says that no schedule is feasible: it "
                                 "places nothing");
    }
    if (placement.workload != problem.workload().name ||
        placement.cluster != problem.cluster().name) {
        return failure(kInvalid, "the placement is of workload " + placement.workload +
                                     " on cluster " + placement.cluster + ", not of " +
                                     problem.workload().name + " on " + problem.cluster().name);
    }
    if (placement.stages.empty()) {
        return failure(kInvalid, "the placement has no stages");
    }
    HSCOPE_TRY(checkCover(problem, placement.stages));
    std::vector<ProvisionedStage> stages;
    for (std::size_t i = 0; i < placement.stages.size(); ++i) {
        const PlacedStage& placed = placement.stages[i];
        const std::string name = "stage " + text(i) + " (" + layersText(placed) + ")";
        HSCOPE_TRY_ASSIGN(const std::size_t type, typeOf(problem, placed, name));
        for (std::size_t layer = placed.firstLayer; layer <= placed.lastLayer; ++layer) {
            if (!problem.canRun(layer, type)) {
                return failure(kInvalid, name + " is on " + placed.type +
                                             ", which cannot run layer " + text(layer) + " (" +
                                             problem.workload().layers[layer].name + ")");
            }
        }
        if (placed.units < 1 || placed.units > Problem::kMostUnits) {
            return failure(kInvalid, name + " has " + std::to_string(placed.units) +
                                         " units; 1 to " + std::to_string(Problem::kMostUnits) +
                                         " are possible");
        }
        HSCOPE_TRY(checkReplicas(problem, placed, name));
        stages.push_back({{placed.firstLayer, placed.lastLayer + 1, type}, placed.units});
    }
    HSCOPE_TRY(checkDistinct(placement.stages));
    HSCOPE_TRY(checkLimits(problem, stages));
    return stages;
}

} // namespace hscope::sim
