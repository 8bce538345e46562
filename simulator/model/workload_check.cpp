// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/workload_check.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hscope::sim {

namespace {

using Kind = WorkloadProblem::Kind;

/// As documents have them: finite, and no sign.
bool isSize(double value)
{
    return std::isfinite(value) && value >= 0;
}

bool isPart(double value)
{
    return value >= 0 && value <= 1;
}

bool isPositive(double value)
{
    return std::isfinite(value) && value > 0;
}

bool isValid(const LayerProfile& profile)
{
    const auto isTime = [](const std::optional<double>& value) {
        return isSize(value.value_or(0));
    };
    std::int64_t units = 0;
    for (const MeasuredTime& point : profile.measured) {
        if (point.units <= units || !isSize(point.seconds)) {
            return false;
        }
        units = point.units;
    }
    return isSize(profile.computeSeconds) && isSize(profile.communicationSeconds) &&
           isPart(profile.alpha) && isPart(profile.beta) && isTime(profile.forwardSeconds) &&
           isTime(profile.backwardSeconds);
}

bool isValid(const Layer& layer)
{
    const bool hasSizes = isSize(layer.inputBytes) && isSize(layer.outputBytes) &&
                          isSize(layer.denseWeightBytes) && isSize(layer.sparsePullBytes) &&
                          isSize(layer.sparsePushBytes) &&
                          isSize(layer.activationBytes.value_or(0));
    return hasSizes && std::ranges::all_of(layer.profile,
                                           [](const auto& entry) { return isValid(entry.second); });
}

/// The largest number up to `most` that divides `batch`.
std::int64_t divisorBelow(std::int64_t batch, std::int64_t most)
{
    std::int64_t divisor = std::clamp<std::int64_t>(most, 1, std::max<std::int64_t>(batch, 1));
    while (batch % divisor != 0) {
        --divisor;
    }
    return divisor;
}

void makeValid(double& value, double fallback, bool (*isGood)(double))
{
    if (!isGood(value)) {
        value = fallback;
    }
}

void makeValid(Layer& layer)
{
    for (double* const size : {&layer.inputBytes, &layer.outputBytes, &layer.denseWeightBytes,
                               &layer.sparsePullBytes, &layer.sparsePushBytes}) {
        makeValid(*size, 0, isSize);
    }
    const auto dropInvalid = [](std::optional<double>& value) {
        if (!isSize(value.value_or(0))) {
            value.reset();
        }
    };
    dropInvalid(layer.activationBytes);
    for (auto& [type, profile] : layer.profile) {
        makeValid(profile.computeSeconds, 0, isSize);
        makeValid(profile.communicationSeconds, 0, isSize);
        makeValid(profile.alpha, 1, isPart);
        makeValid(profile.beta, 1, isPart);
        dropInvalid(profile.forwardSeconds);
        dropInvalid(profile.backwardSeconds);
        if (!isValid(profile)) {
            profile.measured.clear();
        }
    }
}

bool isEdge(const Workload& workload, const Edge& edge)
{
    return edge.from < edge.to && edge.to < workload.layers.size() && isSize(edge.bytes);
}

void checkLayers(const Workload& workload, std::vector<WorkloadProblem>& problems)
{
    std::unordered_map<std::string_view, std::size_t> names;
    for (std::size_t i = 0; i < workload.layers.size(); ++i) {
        const Layer& layer = workload.layers[i];
        const auto [first, isNew] = names.emplace(layer.name, i);
        if (layer.name.empty()) {
            problems.push_back({Kind::NoName, i, "it has no name", "Name it"});
        } else if (!isNew) {
            problems.push_back({Kind::DuplicateName, i,
                                "layer " + std::to_string(first->second + 1) + " has this name too",
                                "Number the name"});
        }
        if (!isValid(layer)) {
            problems.push_back({Kind::Value, i, "a size or a time is no number of at least 0",
                                "Set what is wrong to 0"});
        }
        if (layer.profile.empty()) {
            problems.push_back({Kind::NoType, i, "no resource type can run it", {}});
        }
    }
}

} // namespace

std::vector<WorkloadProblem> checkWorkload(const Workload& workload)
{
    std::vector<WorkloadProblem> problems;
    if (workload.layers.empty()) {
        problems.push_back({Kind::NoLayers, std::nullopt, "there is no layer", "Add a layer"});
    }
    if (workload.batchSize < 1 || workload.microbatches < 1 ||
        workload.batchSize % workload.microbatches != 0) {
        const std::int64_t divisor =
            divisorBelow(std::max<std::int64_t>(workload.batchSize, 1), workload.microbatches);
        problems.push_back({Kind::Microbatches, std::nullopt,
                            std::to_string(workload.microbatches) +
                                " microbatches do not divide a batch of " +
                                std::to_string(workload.batchSize),
                            "Use " + std::to_string(divisor)});
    }
    if (!isPositive(workload.samplesPerEpoch) || !isPositive(workload.epochs) ||
        !isSize(workload.throughputLimit)) {
        problems.push_back({Kind::Training, std::nullopt,
                            "samples and epochs must be above 0, the floor at least 0",
                            "Correct them"});
    }
    if (workload.edges && !std::ranges::all_of(*workload.edges, [&](const Edge& edge) {
            return isEdge(workload, edge);
        })) {
        problems.push_back({Kind::Edge, std::nullopt, "an edge does not lead to a later layer",
                            "Remove such edges"});
    }
    checkLayers(workload, problems);
    return problems;
}

Workload applyFix(Workload workload, const WorkloadProblem& problem)
{
    const bool hasLayer = problem.layer && *problem.layer < workload.layers.size();
    switch (problem.kind) {
    case Kind::NoLayers: {
        Layer layer;
        layer.name = freeLayerName(workload, "layer");
        layer.type = "fc";
        workload.layers.push_back(std::move(layer));
        break;
    }
    case Kind::Microbatches:
        workload.batchSize = std::max<std::int64_t>(workload.batchSize, 1);
        workload.microbatches = divisorBelow(workload.batchSize, workload.microbatches);
        break;
    case Kind::Training:
        makeValid(workload.samplesPerEpoch, 1, isPositive);
        makeValid(workload.epochs, 1, isPositive);
        makeValid(workload.throughputLimit, 0, isSize);
        break;
    case Kind::NoName:
    case Kind::DuplicateName:
        if (hasLayer) {
            std::string& name = workload.layers[*problem.layer].name;
            name = freeLayerName(workload, name.empty() ? "layer" : name);
        }
        break;
    case Kind::Value:
        if (hasLayer) {
            makeValid(workload.layers[*problem.layer]);
        }
        break;
    case Kind::Edge:
        if (workload.edges) {
            std::erase_if(*workload.edges,
                          [&](const Edge& edge) { return !isEdge(workload, edge); });
        }
        break;
    case Kind::NoType:
        break;
    }
    return workload;
}

std::string freeLayerName(const Workload& workload, const std::string& stem)
{
    std::unordered_set<std::string_view> taken;
    for (const Layer& layer : workload.layers) {
        taken.insert(layer.name);
    }
    std::string name = stem;
    for (int number = 2; taken.contains(name); ++number) {
        name = stem + "-" + std::to_string(number);
    }
    return name;
}

} // namespace hscope::sim
