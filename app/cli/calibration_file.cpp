// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"

#include "app/cli/json_output.h"
#include "app/cli/text_table.h"

#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace hscope::cli {

namespace {

constexpr std::string_view kFormat = "heteroscope-calibration";
constexpr int kVersion = 1;

core::Result<void> wrong(std::string_view where, std::string_view expected)
{
    return core::failure(core::ErrorCode::Corrupt,
                         fmt::format("{}: expected {}", where.empty() ? "/" : where, expected));
}

/// Members of an object: each of `names` is there, and nothing else.
core::Result<void> checkMembers(const Json& object, std::string_view where,
                                const std::set<std::string>& names)
{
    if (!object.is_object()) {
        return wrong(where, "an object");
    }
    for (const std::string& name : names) {
        if (!object.contains(name)) {
            return wrong(fmt::format("{}/{}", where, name), "this member, which is missing");
        }
    }
    for (const auto& [name, value] : object.items()) {
        if (!names.contains(name)) {
            return wrong(fmt::format("{}/{}", where, name), "no member of this name");
        }
    }
    return {};
}

core::Result<double> number(const Json& object, std::string_view where, const char* name)
{
    const Json& value = object.at(name);
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
        return core::failure(core::ErrorCode::Corrupt,
                             fmt::format("{}/{}: expected a number", where, name));
    }
    return value.get<double>();
}

core::Result<std::string> text(const Json& object, std::string_view where, const char* name)
{
    const Json& value = object.at(name);
    if (!value.is_string()) {
        return core::failure(core::ErrorCode::Corrupt,
                             fmt::format("{}/{}: expected a text", where, name));
    }
    return value.get<std::string>();
}

core::Result<core::OverheadCost> costFrom(const Json& json, const std::string& where)
{
    HSCOPE_TRY(checkMembers(
        json, where,
        {"kind", "api", "mean_ns", "low_ns", "high_ns", "inside_ns", "samples", "repetitions_ns"}));
    core::OverheadCost cost;
    HSCOPE_TRY_ASSIGN(const std::string kind, text(json, where, "kind"));
    const auto known = core::findOverheadKind(kind);
    if (!known || *known == core::OverheadKind::Profiler) {
        return core::failure(core::ErrorCode::Corrupt,
                             fmt::format("{}/kind: {} is no kind of overhead", where, kind));
    }
    cost.kind = *known;
    HSCOPE_TRY_ASSIGN(cost.api, text(json, where, "api"));
    HSCOPE_TRY_ASSIGN(cost.meanNs, number(json, where, "mean_ns"));
    HSCOPE_TRY_ASSIGN(cost.lowNs, number(json, where, "low_ns"));
    HSCOPE_TRY_ASSIGN(cost.highNs, number(json, where, "high_ns"));
    HSCOPE_TRY_ASSIGN(cost.insideNs, number(json, where, "inside_ns"));
    HSCOPE_TRY_ASSIGN(const double samples, number(json, where, "samples"));
    cost.samples = static_cast<std::int64_t>(samples);
    if (cost.meanNs < 0 || cost.lowNs > cost.meanNs || cost.highNs < cost.meanNs ||
        cost.insideNs < 0 || cost.insideNs > cost.meanNs) {
        return core::failure(core::ErrorCode::Corrupt,
                             where + ": expected 0 <= inside_ns <= mean_ns, low_ns <= mean_ns <= "
                                     "high_ns");
    }
    const Json& repetitions = json.at("repetitions_ns");
    if (!repetitions.is_array()) {
        return core::failure(core::ErrorCode::Corrupt,
                             where + "/repetitions_ns: expected a list of numbers");
    }
    for (const Json& value : repetitions) {
        if (!value.is_number()) {
            return core::failure(core::ErrorCode::Corrupt,
                                 where + "/repetitions_ns: expected a list of numbers");
        }
        cost.repetitionsNs.push_back(value.get<double>());
    }
    return cost;
}

core::Result<Calibration> fromJson(const Json& json)
{
    HSCOPE_TRY(checkMembers(json, "",
                            {"format", "version", "machine", "collector", "hooks", "command",
                             "repetitions", "span_s", "overhead_s", "half_width_s", "costs"}));
    if (json.at("format") != std::string(kFormat)) {
        HSCOPE_TRY(wrong("/format", "heteroscope-calibration"));
    }
    if (json.at("version") != kVersion) {
        HSCOPE_TRY(wrong("/version", "1"));
    }
    Calibration calibration;
    HSCOPE_TRY_ASSIGN(calibration.model.origin.machine, text(json, "", "machine"));
    HSCOPE_TRY_ASSIGN(calibration.model.origin.collector, text(json, "", "collector"));
    HSCOPE_TRY_ASSIGN(calibration.model.origin.hooks, text(json, "", "hooks"));
    HSCOPE_TRY_ASSIGN(const double repetitions, number(json, "", "repetitions"));
    calibration.repetitions = static_cast<std::int64_t>(repetitions);
    HSCOPE_TRY_ASSIGN(calibration.spanS, number(json, "", "span_s"));
    HSCOPE_TRY_ASSIGN(calibration.overheadS, number(json, "", "overhead_s"));
    HSCOPE_TRY_ASSIGN(calibration.halfWidthS, number(json, "", "half_width_s"));
    if (!json.at("command").is_array() || !json.at("costs").is_array()) {
        HSCOPE_TRY(wrong("/command and /costs", "lists"));
    }
    for (const Json& word : json.at("command")) {
        calibration.command.push_back(word.is_string() ? word.get<std::string>() : word.dump());
    }
    for (std::size_t i = 0; i < json.at("costs").size(); ++i) {
        HSCOPE_TRY_ASSIGN(core::OverheadCost cost,
                          costFrom(json.at("costs")[i], fmt::format("/costs/{}", i)));
        calibration.model.costs.push_back(std::move(cost));
    }
    return calibration;
}

} // namespace

core::Result<Calibration> readCalibration(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return core::failure(core::ErrorCode::NotFound,
                             "cannot read the calibration " + path.string());
    }
    const Json json = Json::parse(file, nullptr, false);
    if (json.is_discarded()) {
        return core::failure(core::ErrorCode::Corrupt, path.string() + " is not JSON");
    }
    return fromJson(json).map_error(
        [&path](core::Error error) { return std::move(error).with(path.string()); });
}

core::Result<void> writeCalibration(const Calibration& calibration,
                                    const std::filesystem::path& path)
{
    Json costs = Json::array();
    for (const core::OverheadCost& cost : calibration.model.costs) {
        costs.push_back({{"kind", std::string(core::nameOf(cost.kind))},
                         {"api", cost.api},
                         {"mean_ns", cost.meanNs},
                         {"low_ns", cost.lowNs},
                         {"high_ns", cost.highNs},
                         {"inside_ns", cost.insideNs},
                         {"samples", cost.samples},
                         {"repetitions_ns", cost.repetitionsNs}});
    }
    const core::OverheadOrigin& origin = calibration.model.origin;
    const Json json = {{"format", std::string(kFormat)},
                       {"version", kVersion},
                       {"machine", origin.machine},
                       {"collector", origin.collector},
                       {"hooks", origin.hooks},
                       {"command", calibration.command},
                       {"repetitions", calibration.repetitions},
                       {"span_s", calibration.spanS},
                       {"overhead_s", calibration.overheadS},
                       {"half_width_s", calibration.halfWidthS},
                       {"costs", costs}};
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    file.flush();
    if (!file) {
        return core::failure(core::ErrorCode::Io, "cannot write the calibration " + path.string());
    }
    return {};
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
