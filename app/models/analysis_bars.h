// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/bar_list.h"
#include "app/models/device_truth_model.h"
#include "app/models/gpu_truth_source.h"
#include "core/analysis/transition_means.h"

#include <span>

/// The bars and titles of the panels for GPU truth and transitions.
namespace hscope::app {

/// The tables beside the bars of GPU truth, as their keys name them.
enum TruthTable : int
{
    OperationTable,
    DeviceTable
};

/// A group per device: what it did, what sampling says, why it paused; all on the scale of the wall
/// time. `model` says which rows the devices have.
[[nodiscard]] BarList deviceBars(const GpuTruthSource::Devices& devices,
                                 const DeviceTruthModel& model, core::Duration wall);

/// A group with a bar per operation, in the order given; at most `limit`.
[[nodiscard]] BarGroup operationBars(std::span<const core::OperationTruth> operations,
                                     const QString& title, std::size_t limit);

/// What the panel says in one line: `GPU 0 is 12.4% busy, sampling says 100.0%`.
[[nodiscard]] QString gpuTruthTitle(const GpuTruthSource::Devices& devices, core::Duration wall);

/// A bar per operation, a part per category; the operation that changes most comes first. Means per
/// iteration if there are iterations, else totals. At most `limit` operations.
[[nodiscard]] BarGroup transitionBars(std::span<const core::TransitionMean> means,
                                      std::size_t limit);

/// `training enters gpu_api 12.3 times per iteration`; the name takes at most `nameLimit`
/// characters.
[[nodiscard]] QString transitionTitle(std::span<const core::TransitionMean> means, int nameLimit);

} // namespace hscope::app
