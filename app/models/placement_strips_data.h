// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/layer_run.h"
#include "app/models/schedule_entry.h"
#include "app/models/type_appearance.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::app {

/// What the placement strips show: one row per scheduler, one column per layer.
///
///            input embed pool | fc1 relu1 | fc2
///   exact    [o x36          ][# x11     ][o x160]   4 stages   the optimum
///   greedy   [# x14                      ][o x152]   3 stages   3 layers differ
///   cpu-only  infeasible: at most ...
struct PlacementStripsData
{
    struct Stage
    {
        LayerRun layers;
        std::size_t type = 0; ///< Index into `types`.
        std::int64_t units = 1;
        /// Square root of the units' share of the type's limit, 0 to 1; of a type without limit of
        /// the most units in any row.
        double height = 0;

        friend bool operator==(const Stage&, const Stage&) = default;
    };

    struct Row
    {
        QString scheduler;
        std::vector<Stage> stages;       ///< Empty: `message` says why.
        std::vector<LayerRun> differing; ///< Where the type is not that of the first schedule.
        std::size_t differingLayers = 0;
        QString note;       ///< `4 stages`
        QString difference; ///< `the optimum`, `3 layers differ`
        QString message;
        bool isProblem = false; ///< The message is a reason, not that it is still running.
        bool isByHand = false;
        std::vector<std::size_t> layerTypes; ///< By layer, indices into `types`; empty: unknown.
    };

    std::vector<QString> layers;
    std::vector<TypeAppearance> types;             ///< Those of the cluster, in its order.
    std::vector<QString> captions;                 ///< Parallel to `types`.
    std::vector<bool> isUsed;                      ///< Parallel to `types`: some row has it.
    std::vector<Row> rows;                         ///< Parallel to the entries.
    std::vector<std::vector<std::size_t>> choices; ///< By layer: the types that can run it.
    QString reference; ///< The scheduler that rows are compared with; may be empty.
};

[[nodiscard]] PlacementStripsData stripsOf(const ScheduleScenario& scenario,
                                           std::span<const ScheduleEntry> entries);

/// The same as CSV: a line per layer, a column per scheduler with the type it runs on and the units
/// of its stage.
[[nodiscard]] QString stripsCsv(const PlacementStripsData& data);

} // namespace hscope::app
