// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"

#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "core/base/utf8.h"
#include "simulator/io/document_layout.h"
#include "simulator/io/documents.h"
#include "simulator/io/object_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace hscope::cli {

namespace {

constexpr const char* kFormat = "heteroscope-calibration";
constexpr int kVersion = 1;
constexpr sim::WholeRange kCounts{0, INT64_MAX};

core::OverheadCost costFrom(const nlohmann::json& json, const std::string& pointer,
                            sim::DocumentFault& fault)
{
    sim::ObjectReader reader(json, pointer, fault);
    core::OverheadCost cost;
    const auto kind = core::findOverheadKind(reader.text("kind"));
    if (!kind || *kind == core::OverheadKind::Profiler) {
        reader.wrong("kind", "a kind of overhead");
    }
    cost.kind = kind.value_or(core::OverheadKind::Scope);
    cost.api = reader.optionalText("api").value_or("");
    cost.meanNs = reader.number("mean_ns", sim::kNotNegative);
    cost.lowNs = reader.number("low_ns", sim::kAnyNumber);
    cost.highNs = reader.number("high_ns", sim::kAnyNumber);
    cost.insideNs = reader.number("inside_ns", sim::kNotNegative);
    cost.samples = reader.whole("samples", kCounts);
    reader.array("repetitions_ns", [&](const nlohmann::json& element, const std::string& at) {
        cost.repetitionsNs.push_back(sim::numberAt(element, at, sim::kAnyNumber, fault));
    });
    if (cost.lowNs > cost.meanNs || cost.highNs < cost.meanNs || cost.insideNs > cost.meanNs) {
        fault.note(pointer, "expected inside_ns <= mean_ns and low_ns <= mean_ns <= high_ns");
    }
    reader.end();
    return cost;
}

/// A text that is not there is left out.
void addText(Json& object, const char* key, const std::string& text)
{
    if (!text.empty()) {
        object[key] = text;
    }
}

} // namespace

core::Result<Calibration> readCalibration(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string text, sim::readText(path));
    HSCOPE_TRY_ASSIGN(const nlohmann::json document,
                      sim::parseDocument(text, path.string(), kFormat));
    sim::DocumentFault fault(path.string());
    sim::ObjectReader top(document, "", fault);
    static_cast<void>(top.value("format") && top.value("version"));
    Calibration calibration;
    core::OverheadOrigin& origin = calibration.model.origin;
    origin.machine = top.optionalText("machine").value_or("");
    origin.collector = top.optionalText("collector").value_or("");
    origin.hooks = top.optionalText("hooks").value_or("");
    top.array("command", [&](const nlohmann::json& word, const std::string& pointer) {
        if (!word.is_string()) {
            fault.note(pointer, "expected a text");
            return;
        }
        calibration.command.push_back(word.get<std::string>());
    });
    calibration.repetitions = top.whole("repetitions", kCounts);
    calibration.spanS = top.number("span_s", sim::kNotNegative);
    calibration.overheadS = top.number("overhead_s", sim::kAnyNumber);
    calibration.halfWidthS = top.number("half_width_s", sim::kNotNegative);
    top.array("costs", [&](const nlohmann::json& element, const std::string& pointer) {
        calibration.model.costs.push_back(costFrom(element, pointer, fault));
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
    Json json = {{"format", kFormat}, {"version", kVersion}};
    addText(json, "machine", origin.machine);
    addText(json, "collector", origin.collector);
    addText(json, "hooks", origin.hooks);
    json["command"] = Json::array();
    for (const std::string& word : calibration.command) { // as typed: maybe no UTF-8
        json["command"].push_back(core::toValidUtf8(word));
    }
    json["repetitions"] = calibration.repetitions;
    json["span_s"] = calibration.spanS;
    json["overhead_s"] = calibration.overheadS;
    json["half_width_s"] = calibration.halfWidthS;
    json["costs"] = Json::array();
    for (const core::OverheadCost& cost : calibration.model.costs) {
        Json object = {{"kind", std::string(core::nameOf(cost.kind))}};
        addText(object, "api", cost.api);
        object["mean_ns"] = cost.meanNs;
        object["low_ns"] = cost.lowNs;
        object["high_ns"] = cost.highNs;
        object["inside_ns"] = cost.insideNs;
        object["samples"] = cost.samples;
        object["repetitions_ns"] = cost.repetitionsNs;
        json["costs"].push_back(std::move(object));
    }
    return sim::writeDocument(path, sim::documentText(json));
}

std::string describeCosts(const core::OverheadModel& model)
{
    using enum TextTable::Align;
    TextTable table({{"event", Left},
                     {"cost", Right},
                     {"95% interval", Right},
                     {"inside", Right},
                     {"measured by", Left}});
    for (const core::OverheadCost& cost : model.costs) {
        table.add({std::string(core::nameOf(cost.kind)) + (cost.api.empty() ? "" : " " + cost.api),
                   fmt::format("{:.1f} ns", cost.meanNs),
                   fmt::format("{:.1f} to {:.1f} ns", cost.lowNs, cost.highNs),
                   fmt::format("{:.1f} ns", cost.insideNs),
                   cost.repetitionsNs.empty()
                       ? "the recorder"
                       : fmt::format("{} repetitions", cost.repetitionsNs.size())});
    }
    return table.toText();
}

} // namespace hscope::cli
