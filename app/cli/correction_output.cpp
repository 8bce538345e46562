// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/correction_output.h"

#include "app/cli/calibration_file.h"
#include "app/cli/text_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace hscope::cli {

core::Result<core::OverheadModel> modelForCorrection(const std::string& source,
                                                     const core::TraceStore& trace)
{
    if (source != "recorded") {
        HSCOPE_TRY_ASSIGN(Calibration calibration, readCalibration(source));
        HSCOPE_TRY(core::checkOrigin(calibration.model, trace));
        if (!core::knowsAny(calibration.model, core::countEvents(trace))) {
            return core::failure(core::ErrorCode::InvalidArgument,
                                 "the calibration knows the cost of no event of the trace");
        }
        return std::move(calibration.model);
    }
    core::OverheadModel model = core::recordedModel(trace);
    if (!core::knowsAny(model, core::countEvents(trace))) {
        return core::failure(core::ErrorCode::Unavailable,
                             "the trace does not say what recording cost: our recorder did not "
                             "write it, or had no time to measure; a calibration can be made with "
                             "`hscope calibrate -- COMMAND`");
    }
    return model;
}

void addCorrection(Json& report, const core::CorrectedBreakdown& corrected)
{
    report["corrected"] = true;
    report["wall_ns"] = corrected.wallNs;
    report["wall_low_ns"] = corrected.wallLowNs;
    report["wall_high_ns"] = corrected.wallHighNs;
    report["recorded_wall_ns"] = corrected.breakdown.wall.length().count();
    report["overhead"] = Json::array();
    for (const core::RemovedOverhead& removed : corrected.removed) {
        report["overhead"].push_back({{"kind", std::string(core::nameOf(removed.kind))},
                                      {"events", removed.events},
                                      {"time_ns", removed.timeNs},
                                      {"low_ns", removed.lowNs},
                                      {"high_ns", removed.highNs}});
    }
    report["overhead_not_known"] = Json::array();
    for (const core::UnknownOverhead& unknown : corrected.unknown) {
        report["overhead_not_known"].push_back(
            {{"kind", std::string(core::nameOf(unknown.kind))}, {"events", unknown.events}});
    }
    report["overhead_cut_ns"] = corrected.clippedNs;
    report["events_lost"] = corrected.lostEvents;
}

std::string intervalText(std::int64_t ns, std::int64_t lowNs, std::int64_t highNs)
{
    constexpr double kEven = 0.2; // of the larger side
    const std::int64_t below = ns - lowNs;
    const std::int64_t above = highNs - ns;
    if (below == 0 && above == 0) {
        return {};
    }
    const std::int64_t most = std::max(below, above);
    if (static_cast<double>(most - std::min(below, above)) <= kEven * static_cast<double>(most)) {
        return "+- " + formatDuration(most);
    }
    return formatDuration(lowNs) + " to " + formatDuration(highNs);
}

std::string correctionText(const core::CorrectedBreakdown& corrected)
{
    using enum TextTable::Align;
    TextTable table(
        {{"overhead of", Left}, {"events", Right}, {"taken out", Right}, {"95% interval", Right}});
    for (const core::RemovedOverhead& removed : corrected.removed) {
        table.add({std::string(core::nameOf(removed.kind)), formatCount(removed.events),
                   formatDuration(removed.timeNs),
                   intervalText(removed.timeNs, removed.lowNs, removed.highNs)});
    }
    std::string text = "\n" + table.toText();
    for (const core::UnknownOverhead& unknown : corrected.unknown) {
        text += fmt::format("what {} {} events cost is not known and still in the times above; "
                            "`hscope calibrate` measures it\n",
                            formatCount(unknown.events), core::nameOf(unknown.kind));
    }
    if (corrected.lostEvents > 0) {
        text +=
            fmt::format("{} events came too fast to be recorded; what they cost is still in the "
                        "times above, and `hscope record --buffer` leaves room for more\n",
                        formatCount(corrected.lostEvents));
    }
    if (corrected.clippedNs > 0) {
        text += fmt::format("{} more found no room where they would have occurred\n",
                            formatDuration(corrected.clippedNs));
    }
    return text;
}

} // namespace hscope::cli
