// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_file.h"

#include "app/cli/text_table.h"

#include <fmt/format.h>

namespace hscope::cli {

std::string describeEvent(const core::OverheadCost& cost)
{
    return std::string(core::nameOf(cost.kind)) + (cost.api.empty() ? "" : " " + cost.api);
}

namespace {

std::string measuredBy(const core::OverheadCost& cost)
{
    if (!cost.repetitionsNs.empty()) {
        return fmt::format("{} repetitions", cost.repetitionsNs.size());
    }
    return cost.meanNs > 0 ? "the recorder" : "repetitions, below zero";
}

} // namespace

std::string describeCosts(const core::OverheadModel& model)
{
    using enum TextTable::Align;
    TextTable table({{"event", Left},
                     {"cost", Right},
                     {"95% interval", Right},
                     {"inside", Right},
                     {"not recording", Right},
                     {"measured by", Left}});
    for (const core::OverheadCost& cost : model.costs) {
        table.add({describeEvent(cost), fmt::format("{:.1f} ns", cost.meanNs),
                   fmt::format("{:.1f} to {:.1f} ns", cost.lowNs, cost.highNs),
                   fmt::format("{:.1f} ns", cost.insideNs),
                   fmt::format("{:.1f} ns", cost.dormantNs), measuredBy(cost)});
    }
    return table.toText();
}

} // namespace hscope::cli
