// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/document_layout.h"
#include "simulator/io/documents.h"
#include "simulator/io/enum_names.h"
#include "simulator/io/object_reader.h"

#include <nlohmann/json.hpp>

namespace hscope::sim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr WholeRange kUnitRange{1, 1'000'000'000};
constexpr WholeRange kIndexRange{0, 1'000'000'000};
constexpr WholeRange kCountRange{0, INT64_MAX};

/// A number that is null where the placement is not feasible.
std::optional<double> nullable(ObjectReader& reader, std::string_view key)
{
    return reader.isNull(key) ? std::nullopt : std::optional(reader.number(key, kNotNegative));
}

PlacedStage readStage(const json& element, const std::string& pointer, DocumentFault& fault)
{
    ObjectReader reader(element, pointer, fault);
    PlacedStage stage;
    stage.firstLayer = static_cast<std::size_t>(reader.whole("first_layer", kIndexRange));
    stage.lastLayer = static_cast<std::size_t>(reader.whole("last_layer", kIndexRange));
    if (stage.lastLayer < stage.firstLayer) {
        reader.wrong("last_layer", "no layer before first_layer");
    }
    stage.type = reader.text("type");
    stage.units = reader.whole("units", kUnitRange);
    if (reader.has("replicas")) {
        reader.array("replicas", [&](const json& child, const std::string& childPointer) {
            ObjectReader replica(child, childPointer, fault);
            stage.replicas.push_back(
                {replica.text("type"), replica.text("node"), replica.whole("device", kIndexRange)});
            replica.end();
        });
    }
    reader.end();
    return stage;
}

CertificateEntry readEntry(const json& element, const std::string& pointer, DocumentFault& fault)
{
    ObjectReader reader(element, pointer, fault);
    CertificateEntry entry;
    entry.periodSeconds = reader.number("period_s", kPositive);
    entry.weightUsdPerHour = nullable(reader, "weight_usd_per_hour");
    entry.fractional = reader.optionalBoolean("fractional").value_or(false);
    reader.array("potentials", [&](const json& value, const std::string& valuePointer) {
        entry.potentials.push_back(
            value.is_null() ? std::nullopt
                            : std::optional(numberAt(value, valuePointer, kNotNegative, fault)));
    });
    reader.end();
    return entry;
}

void readResult(ObjectReader& top, Placement& placement, DocumentFault& fault)
{
    top.array("stages", [&](const json& element, const std::string& pointer) {
        placement.stages.push_back(readStage(element, pointer, fault));
    });
    if (placement.feasible == placement.stages.empty()) {
        top.wrong("stages", placement.feasible ? "at least one stage of a feasible placement"
                                               : "no stages, because feasible is false");
    }
    if (top.has("parameter_servers")) {
        ObjectReader servers(*top.value("parameter_servers"), top.pointerTo("parameter_servers"),
                             fault);
        placement.parameterServers =
            ParameterServers{servers.text("type"), servers.whole("units", kIndexRange),
                             servers.boolean("co_located")};
        servers.end();
    }
    placement.periodSeconds = nullable(top, "period_s");
    placement.throughput = nullable(top, "throughput_samples_per_s");
    placement.costUsd = nullable(top, "cost_usd");
    placement.lowerBoundUsd = nullable(top, "lower_bound_usd");
    placement.provenOptimal = top.boolean("proven_optimal");
    if (placement.feasible &&
        !(placement.periodSeconds && placement.throughput && placement.costUsd)) {
        top.wrong("cost_usd", "numbers for period, throughput and cost of a feasible placement");
    }
    if (top.has("certificate")) {
        ObjectReader certificate(*top.value("certificate"), top.pointerTo("certificate"), fault);
        placement.certificate.emplace();
        certificate.array("entries", [&](const json& element, const std::string& pointer) {
            placement.certificate->entries.push_back(readEntry(element, pointer, fault));
        });
        certificate.end();
    }
}

Placement readPlacementObject(const json& document, DocumentFault& fault)
{
    ObjectReader top(document, "", fault);
    static_cast<void>(top.value("format") && top.value("version"));
    Placement placement;
    placement.workload = top.text("workload");
    placement.cluster = top.text("cluster");
    placement.scheduler = top.text("scheduler");
    placement.seed = static_cast<std::uint64_t>(top.whole("seed", kCountRange));
    placement.feasible = top.boolean("feasible");
    const std::optional<Semantics> semantics = valueOf(top.text("semantics"), kSemanticsNames);
    if (!semantics) {
        top.wrong("semantics", choices(kSemanticsNames));
    }
    placement.semantics = semantics.value_or(Semantics::Analytic);
    placement.throughputLimit = top.optionalNumber("throughput_limit_samples_per_s", kNotNegative);
    placement.chargeBoundaryTraffic = top.optionalBoolean("charge_boundary_traffic");
    readResult(top, placement, fault);
    placement.evaluations = top.whole("evaluations", kCountRange);
    placement.bestSampledCostUsd = top.optionalNumber("best_sampled_cost_usd", kNotNegative);
    placement.highestThroughput =
        top.optionalNumber("highest_throughput_samples_per_s", kNotNegative);
    placement.reason = top.optionalText("reason");
    if (top.has("timing")) {
        ObjectReader timing(*top.value("timing"), top.pointerTo("timing"), fault);
        placement.timing = PlacementTiming{timing.number("decision_s", kNotNegative),
                                           timing.number("training_s", kNotNegative)};
        timing.end();
    }
    top.end();
    return placement;
}

ordered_json nullableNumber(const std::optional<double>& value)
{
    return value ? documentNumber(*value) : ordered_json(nullptr);
}

ordered_json toObject(const PlacedStage& stage)
{
    ordered_json object{{"first_layer", stage.firstLayer},
                        {"last_layer", stage.lastLayer},
                        {"type", stage.type},
                        {"units", stage.units}};
    for (const Replica& replica : stage.replicas) {
        object["replicas"].push_back(
            {{"type", replica.type}, {"node", replica.node}, {"device", replica.device}});
    }
    return object;
}

ordered_json toObject(const CertificateEntry& entry)
{
    ordered_json object{{"period_s", documentNumber(entry.periodSeconds)},
                        {"weight_usd_per_hour", nullableNumber(entry.weightUsdPerHour)}};
    if (entry.fractional) {
        object["fractional"] = true;
    }
    object["potentials"] = ordered_json::array();
    for (const std::optional<double>& potential : entry.potentials) {
        object["potentials"].push_back(nullableNumber(potential));
    }
    return object;
}

} // namespace

core::Result<Placement> parsePlacement(std::string_view text, std::string_view source)
{
    HSCOPE_TRY_ASSIGN(const json document, parseDocument(text, source, "heteroscope-placement"));
    DocumentFault fault(source);
    Placement placement = readPlacementObject(document, fault);
    if (fault.first()) {
        return tl::unexpected<core::Error>(*fault.first());
    }
    return placement;
}

std::string toJson(const Placement& placement)
{
    ordered_json document{{"format", "heteroscope-placement"},
                          {"version", 1},
                          {"workload", placement.workload},
                          {"cluster", placement.cluster},
                          {"scheduler", placement.scheduler},
                          {"seed", placement.seed},
                          {"feasible", placement.feasible},
                          {"semantics", nameOf(placement.semantics, kSemanticsNames)}};
    if (placement.throughputLimit) {
        document["throughput_limit_samples_per_s"] = documentNumber(*placement.throughputLimit);
    }
    if (placement.chargeBoundaryTraffic) {
        document["charge_boundary_traffic"] = *placement.chargeBoundaryTraffic;
    }
    document["stages"] = ordered_json::array();
    for (const PlacedStage& stage : placement.stages) {
        document["stages"].push_back(toObject(stage));
    }
    if (placement.parameterServers) {
        document["parameter_servers"] = {{"type", placement.parameterServers->type},
                                         {"units", placement.parameterServers->units},
                                         {"co_located", placement.parameterServers->coLocated}};
    }
    document["period_s"] = nullableNumber(placement.periodSeconds);
    document["throughput_samples_per_s"] = nullableNumber(placement.throughput);
    document["cost_usd"] = nullableNumber(placement.costUsd);
    document["lower_bound_usd"] = nullableNumber(placement.lowerBoundUsd);
    document["proven_optimal"] = placement.provenOptimal;
    if (placement.certificate) {
        document["certificate"] = {{"entries", ordered_json::array()}};
        for (const CertificateEntry& entry : placement.certificate->entries) {
            document["certificate"]["entries"].push_back(toObject(entry));
        }
    }
    document["evaluations"] = placement.evaluations;
    if (placement.bestSampledCostUsd) {
        document["best_sampled_cost_usd"] = documentNumber(*placement.bestSampledCostUsd);
    }
    if (placement.highestThroughput) {
        document["highest_throughput_samples_per_s"] = documentNumber(*placement.highestThroughput);
    }
    if (placement.reason) {
        document["reason"] = *placement.reason;
    }
    if (placement.timing) {
        document["timing"] = {{"decision_s", documentNumber(placement.timing->decisionSeconds)},
                              {"training_s", documentNumber(placement.timing->trainingSeconds)}};
    }
    return documentText(document);
}

} // namespace hscope::sim
