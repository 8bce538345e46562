// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"

#include <array>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hscope::cli {

namespace {

struct Options
{
    std::string first;
    std::string second;
    bool json = false;
};

/// What both say of one kind of event; null where one of them does not know it.
struct Compared
{
    const core::OverheadCost* first = nullptr;
    const core::OverheadCost* second = nullptr;

    [[nodiscard]] bool isInBoth() const { return first != nullptr && second != nullptr; }

    /// Whether the intervals have a value in common.
    [[nodiscard]] bool agrees() const
    {
        return isInBoth() && first->lowNs <= second->highNs && second->lowNs <= first->highNs;
    }
};

using ComparedCosts = std::map<std::string, Compared>;

ComparedCosts compareCosts(const core::OverheadModel& first, const core::OverheadModel& second)
{
    ComparedCosts costs;
    for (const core::OverheadCost& cost : first.costs) {
        costs[describeEvent(cost)].first = &cost;
    }
    for (const core::OverheadCost& cost : second.costs) {
        costs[describeEvent(cost)].second = &cost;
    }
    return costs;
}

/// Where the two were made, as far as that differs: what, first, second.
std::vector<std::array<std::string, 3>> differentOrigins(const core::OverheadOrigin& first,
                                                         const core::OverheadOrigin& second)
{
    std::vector<std::array<std::string, 3>> different;
    const auto compare = [&](const char* what, const std::string& a, const std::string& b) {
        if (a != b) {
            different.push_back({what, a.empty() ? "none" : a, b.empty() ? "none" : b});
        }
    };
    compare("machine", first.machine, second.machine);
    compare("recorder", first.collector, second.collector);
    compare("hooks", first.hooks, second.hooks);
    return different;
}

std::string costText(const core::OverheadCost* cost)
{
    return cost == nullptr ? std::string("not known")
                           : fmt::format("{:.1f} ns ({:.1f} to {:.1f})", cost->meanNs, cost->lowNs,
                                         cost->highNs);
}

std::string toText(const Calibration& first, const Calibration& second)
{
    using enum TextTable::Align;
    TextTable table(
        {{"event", Left}, {"first", Right}, {"second", Right}, {"change", Right}, {"", Left}});
    for (const auto& [name, cost] : compareCosts(first.model, second.model)) {
        const bool hasChange = cost.isInBoth() && cost.first->meanNs > 0;
        table.add({name, costText(cost.first), costText(cost.second),
                   hasChange ? fmt::format("{:+.1f}%",
                                           100 * (cost.second->meanNs / cost.first->meanNs - 1))
                             : std::string(),
                   cost.isInBoth() && !cost.agrees() ? "disagree" : ""});
    }
    const auto overhead = [](const Calibration& calibration) {
        return fmt::format("{:.1f}% +- {:.1f}%", 100 * calibration.overheadS / calibration.spanS,
                           100 * calibration.halfWidthS / calibration.spanS);
    };
    table.add({"all recording adds", overhead(first), overhead(second), "", ""});
    std::string text = table.toText();
    for (const auto& [what, a, b] : differentOrigins(first.model.origin, second.model.origin)) {
        text += fmt::format("made with another {}: {} and {}\n", what, printable(a), printable(b));
    }
    return text;
}

Json toJson(const Calibration& first, const Calibration& second)
{
    const auto costJson = [](const core::OverheadCost* cost) {
        return cost == nullptr ? Json(nullptr)
                               : Json{{"mean_ns", cost->meanNs},
                                      {"low_ns", cost->lowNs},
                                      {"high_ns", cost->highNs}};
    };
    Json json = {{"costs", Json::object()}, {"different", Json::object()}};
    for (const auto& [name, cost] : compareCosts(first.model, second.model)) {
        json["costs"][name] = {{"first", costJson(cost.first)},
                               {"second", costJson(cost.second)},
                               {"agree", cost.isInBoth() ? Json(cost.agrees()) : Json(nullptr)}};
    }
    for (const auto& [what, a, b] : differentOrigins(first.model.origin, second.model.origin)) {
        json["different"][what] = {a, b};
    }
    return json;
}

core::Result<void> run(const Options& options)
{
    HSCOPE_TRY_ASSIGN(const Calibration first, readCalibration(options.first));
    HSCOPE_TRY_ASSIGN(const Calibration second, readCalibration(options.second));
    return options.json ? printJson(toJson(first, second)) : print(toText(first, second));
}

} // namespace

void addCompareCalibrationsCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "compare-calibrations", "Shows what two calibrations say, and where they disagree");
    command->add_option("first", options->first, "A calibration")->required();
    command->add_option("second", options->second, "Another one")->required();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback(
        [options, &action] { action = [options](const Context&) { return run(*options); }; });
}

} // namespace hscope::cli
