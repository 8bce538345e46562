// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/document_layout.h"
#include "simulator/io/documents.h"
#include "simulator/io/object_reader.h"

#include <nlohmann/json.hpp>

namespace hscope::sim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr WholeRange kSampleRange{1, 1'000'000'000};

/// A shape is shown and never calculated with: a text, or a list of whole numbers kept as its text.
std::optional<std::string> shapeOf(ObjectReader& layer)
{
    if (!layer.has("shape")) {
        return std::nullopt;
    }
    const json& value = *layer.value("shape");
    if (value.is_string()) {
        return value.get<std::string>();
    }
    bool whole = value.is_array();
    for (const json& element : value) {
        whole = whole && element.is_number_integer();
    }
    if (!whole) {
        layer.wrong("shape", "a text or a list of whole numbers");
        return std::nullopt;
    }
    return value.dump();
}

LayerProfile readProfile(const json& element, const std::string& pointer, DocumentFault& fault)
{
    ObjectReader reader(element, pointer, fault);
    LayerProfile profile;
    profile.computeSeconds = reader.number("compute_s", kNotNegative);
    profile.communicationSeconds = reader.number("communication_s", kNotNegative);
    profile.alpha = reader.number("alpha", kRatio);
    profile.beta = reader.number("beta", kRatio);
    profile.forwardSeconds = reader.optionalNumber("forward_s", kNotNegative);
    profile.backwardSeconds = reader.optionalNumber("backward_s", kNotNegative);
    if (reader.has("measured_et")) {
        reader.array("measured_et", [&](const json& point, const std::string& pointPointer) {
            if (!point.is_array() || point.size() != 2) {
                fault.note(pointPointer, "expected a pair [units, seconds]");
                return;
            }
            const MeasuredTime time{wholeAt(point[0], pointPointer + "/0", kSampleRange, fault),
                                    numberAt(point[1], pointPointer + "/1", kNotNegative, fault)};
            if (!profile.measured.empty() && time.units <= profile.measured.back().units) {
                fault.note(pointPointer + "/0", "expected more units than in the point before");
            }
            profile.measured.push_back(time);
        });
        if (profile.measured.empty()) {
            reader.wrong("measured_et", "at least one pair [units, seconds]");
        }
    }
    reader.end();
    return profile;
}

Layer readLayer(const json& element, const std::string& pointer, DocumentFault& fault)
{
    ObjectReader reader(element, pointer, fault);
    Layer layer;
    layer.name = reader.text("name");
    layer.type = reader.text("type");
    layer.shape = shapeOf(reader);
    layer.inputBytes = reader.number("input_bytes", kNotNegative);
    layer.outputBytes = reader.number("output_bytes", kNotNegative);
    layer.denseWeightBytes = reader.number("dense_weight_bytes", kNotNegative);
    layer.sparsePullBytes = reader.optionalNumber("sparse_pull_bytes", kNotNegative).value_or(0);
    layer.sparsePushBytes = reader.optionalNumber("sparse_push_bytes", kNotNegative).value_or(0);
    layer.activationBytes = reader.optionalNumber("activation_bytes", kNotNegative);
    if (const json* profiles = reader.value("profile")) {
        const std::string profilePointer = reader.pointerTo("profile");
        const ObjectReader object(*profiles, profilePointer, fault);
        if (profiles->is_object()) {
            for (const auto& [type, profile] : profiles->items()) {
                layer.profile.emplace(type, readProfile(profile, object.pointerTo(type), fault));
            }
        }
    }
    reader.end();
    return layer;
}

Edge readEdge(const json& element, const std::string& pointer, std::size_t layers,
              DocumentFault& fault)
{
    const WholeRange range{0, static_cast<std::int64_t>(layers) - 1};
    ObjectReader reader(element, pointer, fault);
    const Edge edge{static_cast<std::size_t>(reader.whole("from", range)),
                    static_cast<std::size_t>(reader.whole("to", range)),
                    reader.number("bytes", kNotNegative)};
    if (edge.from >= edge.to) {
        reader.wrong("to", "a later layer than in from");
    }
    reader.end();
    return edge;
}

Workload readWorkloadObject(const json& document, DocumentFault& fault)
{
    ObjectReader top(document, "", fault);
    static_cast<void>(top.value("format") && top.value("version"));
    Workload workload;
    workload.name = top.text("name");
    workload.batchSize = top.whole("batch_size", kSampleRange);
    workload.microbatches = top.optionalWhole("microbatches", kSampleRange).value_or(1);
    if (workload.batchSize % workload.microbatches != 0) {
        top.wrong("microbatches", "a divisor of batch_size");
    }
    workload.samplesPerEpoch = top.number("samples_per_epoch", kPositive);
    workload.epochs = top.number("epochs", kPositive);
    workload.throughputLimit =
        top.optionalNumber("throughput_limit_samples_per_s", kNotNegative).value_or(0);
    workload.chargeBoundaryTraffic = top.optionalBoolean("charge_boundary_traffic").value_or(true);
    top.array("layers", [&](const json& element, const std::string& pointer) {
        workload.layers.push_back(readLayer(element, pointer, fault));
    });
    if (workload.layers.empty()) {
        top.wrong("layers", "at least one layer");
    }
    if (top.has("edges")) {
        workload.edges.emplace();
        top.array("edges", [&](const json& element, const std::string& pointer) {
            workload.edges->push_back(readEdge(element, pointer, workload.layers.size(), fault));
        });
    }
    top.end();
    return workload;
}

ordered_json toObject(const LayerProfile& profile)
{
    ordered_json object{{"compute_s", documentNumber(profile.computeSeconds)},
                        {"communication_s", documentNumber(profile.communicationSeconds)},
                        {"alpha", documentNumber(profile.alpha)},
                        {"beta", documentNumber(profile.beta)}};
    if (profile.forwardSeconds) {
        object["forward_s"] = documentNumber(*profile.forwardSeconds);
    }
    if (profile.backwardSeconds) {
        object["backward_s"] = documentNumber(*profile.backwardSeconds);
    }
    for (const MeasuredTime& point : profile.measured) {
        object["measured_et"].push_back(
            ordered_json::array({point.units, documentNumber(point.seconds)}));
    }
    return object;
}

ordered_json toObject(const Layer& layer)
{
    ordered_json object{{"name", layer.name}, {"type", layer.type}};
    if (layer.shape) {
        const bool isList = layer.shape->starts_with('[');
        object["shape"] =
            isList ? ordered_json::parse(*layer.shape, nullptr, false) : ordered_json(*layer.shape);
    }
    object["input_bytes"] = documentNumber(layer.inputBytes);
    object["output_bytes"] = documentNumber(layer.outputBytes);
    object["dense_weight_bytes"] = documentNumber(layer.denseWeightBytes);
    object["sparse_pull_bytes"] = documentNumber(layer.sparsePullBytes);
    object["sparse_push_bytes"] = documentNumber(layer.sparsePushBytes);
    if (layer.activationBytes) {
        object["activation_bytes"] = documentNumber(*layer.activationBytes);
    }
    object["profile"] = ordered_json::object();
    for (const auto& [type, profile] : layer.profile) {
        object["profile"][type] = toObject(profile);
    }
    return object;
}

} // namespace

core::Result<Workload> parseWorkload(std::string_view text, std::string_view source)
{
    HSCOPE_TRY_ASSIGN(const json document, parseDocument(text, source, "heteroscope-workload"));
    DocumentFault fault(source);
    Workload workload = readWorkloadObject(document, fault);
    if (fault.first()) {
        return tl::unexpected<core::Error>(*fault.first());
    }
    return workload;
}

std::string toJson(const Workload& workload)
{
    ordered_json document{
        {"format", "heteroscope-workload"},
        {"version", 1},
        {"name", workload.name},
        {"batch_size", workload.batchSize},
        {"microbatches", workload.microbatches},
        {"samples_per_epoch", documentNumber(workload.samplesPerEpoch)},
        {"epochs", documentNumber(workload.epochs)},
        {"throughput_limit_samples_per_s", documentNumber(workload.throughputLimit)},
        {"charge_boundary_traffic", workload.chargeBoundaryTraffic}};
    document["layers"] = ordered_json::array();
    for (const Layer& layer : workload.layers) {
        document["layers"].push_back(toObject(layer));
    }
    if (workload.edges) {
        document["edges"] = ordered_json::array();
        for (const Edge& edge : *workload.edges) {
            document["edges"].push_back(
                {{"from", edge.from}, {"to", edge.to}, {"bytes", documentNumber(edge.bytes)}});
        }
    }
    return documentText(document);
}

} // namespace hscope::sim
