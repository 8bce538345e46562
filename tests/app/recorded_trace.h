// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/database_writer.h"
#include "simulator/io/calibration_document.h"
#include "tests/support/temp_folder.h"
#include "tests/support/trace_literal.h"

#include <memory>
#include <string_view>

namespace hscope::test {

/// 100 ns of a thread with one operator in it. An operator costs 8 ns, half of it inside:
///
///   operations  [train               ]60
///   main        [python                         ]100
///                     18[20 backend 40]42
///   overhead          [    ]     [    ]              2 before and 2 after each of its ends
inline constexpr std::string_view kOneOperator = "ops main: train[0,60)\n"
                                                 "thread main: python[0,100) backend[20,40)~torch";

/// A trace as our recorder leaves it on a machine called `here`, with what it measured itself.
[[nodiscard]] inline std::shared_ptr<const core::TraceStore> recordedTrace(std::string_view literal,
                                                                           bool isMeasured = true)
{
    core::TraceStore::Data data = traceFromLiteral(literal)->copy();
    data.meta.push_back({"machine", "here"});
    if (isMeasured) {
        data.calibration.push_back({"torch", std::nullopt, 8, 7, 9, 100});
        data.calibration.push_back({"torch_inside", std::nullopt, 4, 4, 4, 100});
    }
    return std::make_shared<const core::TraceStore>(std::move(data));
}

/// A calibration of three repetitions in which an operator cost as much.
[[nodiscard]] inline sim::Calibration operatorCalibration(std::vector<double> repetitionsNs)
{
    sim::Calibration calibration;
    calibration.model.costs.push_back(
        {core::OverheadKind::Torch, {}, 8, 6, 10, 4, 3, std::move(repetitionsNs)});
    calibration.model.origin.machine = "here";
    calibration.command = {"/opt/bin/train", "--steps", "8"};
    calibration.repetitions = 3;
    calibration.spanS = 1;
    calibration.overheadS = 0.13;
    calibration.halfWidthS = 0.008;
    return calibration;
}

/// Writes the trace as a file to open; its path.
[[nodiscard]] inline std::filesystem::path
writeTrace(const TempFolder& folder, std::string_view name, const core::TraceStore& trace)
{
    core::NullProgress progress;
    const auto path = folder.path(name);
    const auto written =
        core::writeDatabase(trace, nullptr, path, core::Overwrite::Yes, progress, {});
    return written ? path : std::filesystem::path();
}

} // namespace hscope::test
