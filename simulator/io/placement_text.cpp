// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/placement_text.h"

#include <algorithm>

namespace hscope::sim {

namespace {

std::string oneWord(std::string text)
{
    std::ranges::replace_if(text, [](unsigned char c) { return c <= ' ' || c == ','; }, '_');
    return text;
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace

std::string splitPoints(const Placement& placement)
{
    std::string splits = "split_points:";
    std::string types = "types:";
    std::string units = "units:";
    for (const PlacedStage& stage : placement.stages) {
        if (stage.firstLayer > 0) {
            splits += " " + std::to_string(stage.firstLayer);
        }
        types += " " + oneWord(stage.type);
        units += " " + std::to_string(stage.units);
    }
    return splits + "\n" + types + "\n" + units + "\n";
}

std::string placementCsv(const Placement& placement, const Workload& workload)
{
    std::string text = "layer,name,stage,type,units\n";
    for (std::size_t stage = 0; stage < placement.stages.size(); ++stage) {
        const PlacedStage& placed = placement.stages[stage];
        for (std::size_t layer = placed.firstLayer; layer <= placed.lastLayer; ++layer) {
            const std::string name =
                layer < workload.layers.size() ? workload.layers[layer].name : std::string();
            text += std::to_string(layer) + "," + csvField(name) + "," + std::to_string(stage) +
                    "," + csvField(placed.type) + "," + std::to_string(placed.units) + "\n";
        }
    }
    return text;
}

} // namespace hscope::sim
