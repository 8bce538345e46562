// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/calibration_document.h"

#include "core/base/utf8.h"
#include "simulator/io/document_layout.h"
#include "simulator/io/documents.h"
#include "simulator/io/object_reader.h"

#include <nlohmann/json.hpp>

namespace hscope::sim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kFormat = "heteroscope-calibration";
constexpr int kVersion = 1;
constexpr WholeRange kCounts{0, INT64_MAX};

core::OverheadCost costFrom(const json& element, const std::string& pointer, DocumentFault& fault)
{
    ObjectReader reader(element, pointer, fault);
    core::OverheadCost cost;
    const auto kind = core::findOverheadKind(reader.text("kind"));
    if (!kind || *kind == core::OverheadKind::Profiler) {
        reader.wrong("kind", "a kind of overhead");
    }
    cost.kind = kind.value_or(core::OverheadKind::Scope);
    cost.api = reader.optionalText("api").value_or("");
    cost.meanNs = reader.number("mean_ns", kNotNegative);
    cost.lowNs = reader.number("low_ns", kAnyNumber);
    cost.highNs = reader.number("high_ns", kAnyNumber);
    cost.insideNs = reader.number("inside_ns", kNotNegative);
    cost.dormantNs = reader.number("dormant_ns", kNotNegative);
    cost.samples = reader.whole("samples", kCounts);
    reader.array("repetitions_ns", [&](const json& repetition, const std::string& at) {
        cost.repetitionsNs.push_back(numberAt(repetition, at, kAnyNumber, fault));
    });
    if (cost.lowNs > cost.meanNs || cost.highNs < cost.meanNs || cost.insideNs > cost.meanNs) {
        fault.note(pointer, "expected inside_ns <= mean_ns and low_ns <= mean_ns <= high_ns");
    }
    reader.end();
    return cost;
}

/// A text that is not there is left out.
void addText(ordered_json& object, const char* key, const std::string& text)
{
    if (!text.empty()) {
        object[key] = text;
    }
}

} // namespace

core::Result<Calibration> readCalibration(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string text, readText(path));
    HSCOPE_TRY_ASSIGN(const json document, parseDocument(text, path.string(), kFormat));
    DocumentFault fault(path.string());
    ObjectReader top(document, "", fault);
    static_cast<void>(top.value("format") && top.value("version"));
    Calibration calibration;
    core::OverheadOrigin& origin = calibration.model.origin;
    origin.machine = top.optionalText("machine").value_or("");
    origin.collector = top.optionalText("collector").value_or("");
    origin.hooks = top.optionalText("hooks").value_or("");
    top.array("command", [&](const json& word, const std::string& pointer) {
        if (!word.is_string()) {
            fault.note(pointer, "expected a text");
            return;
        }
        calibration.command.push_back(word.get<std::string>());
    });
    calibration.repetitions = top.whole("repetitions", kCounts);
    calibration.spanS = top.number("span_s", kPositive);
    calibration.overheadS = top.number("overhead_s", kAnyNumber);
    calibration.halfWidthS = top.number("half_width_s", kNotNegative);
    top.array("costs", [&](const json& element, const std::string& pointer) {
        core::OverheadCost cost = costFrom(element, pointer, fault);
        if (std::ranges::any_of(calibration.model.costs, [&cost](const core::OverheadCost& other) {
                return other.kind == cost.kind && other.api == cost.api;
            })) {
            fault.note(pointer, "this kind has a cost already");
        }
        calibration.model.costs.push_back(std::move(cost));
    });
    top.end();
    if (fault.first()) {
        return tl::unexpected<core::Error>(*fault.first());
    }
    return calibration;
}

core::Result<void> writeCalibration(const Calibration& calibration,
                                    const std::filesystem::path& path)
{
    const core::OverheadOrigin& origin = calibration.model.origin;
    ordered_json top = {{"format", kFormat}, {"version", kVersion}};
    addText(top, "machine", origin.machine);
    addText(top, "collector", origin.collector);
    addText(top, "hooks", origin.hooks);
    top["command"] = ordered_json::array();
    for (const std::string& word : calibration.command) { // as typed: maybe no UTF-8
        top["command"].push_back(core::toValidUtf8(word));
    }
    top["repetitions"] = calibration.repetitions;
    top["span_s"] = calibration.spanS;
    top["overhead_s"] = calibration.overheadS;
    top["half_width_s"] = calibration.halfWidthS;
    top["costs"] = ordered_json::array();
    for (const core::OverheadCost& cost : calibration.model.costs) {
        ordered_json object = {{"kind", std::string(core::nameOf(cost.kind))}};
        addText(object, "api", cost.api);
        object["mean_ns"] = cost.meanNs;
        object["low_ns"] = cost.lowNs;
        object["high_ns"] = cost.highNs;
        object["inside_ns"] = cost.insideNs;
        object["dormant_ns"] = cost.dormantNs;
        object["samples"] = cost.samples;
        object["repetitions_ns"] = cost.repetitionsNs;
        top["costs"].push_back(std::move(object));
    }
    return writeDocument(path, documentText(top));
}

} // namespace hscope::sim
