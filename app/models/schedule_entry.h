// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/placement.h"
#include "simulator/model/workload.h"

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hscope::app {

/// What is scheduled on what, and the two choices that can be changed in the window.
struct ScheduleScenario
{
    std::shared_ptr<const sim::Workload> workload; ///< As its document says.
    std::shared_ptr<const sim::Cluster> cluster;
    double floor = 0;            ///< Least samples/s; in place of the workload's.
    bool chargesBoundary = true; ///< Likewise.

    [[nodiscard]] bool isEmpty() const { return workload == nullptr || cluster == nullptr; }
};

/// One scheduler and how far it is with the scenario.
struct ScheduleEntry
{
    enum class State
    {
        Waiting,
        Running,
        Done,
        Infeasible, ///< The scheduler found no schedule that meets the floor.
        Failed
    };

    QString scheduler;
    QString summary; ///< What it does, in a few words.
    State state = State::Waiting;
    std::optional<sim::Placement> placement; ///< Of Done and Infeasible.
    QString reason;                          ///< Of Infeasible and Failed, without a full stop.
    std::optional<double> decisionSeconds;   ///< Wall time of the decision; none: not measured.

    [[nodiscard]] bool hasSchedule() const
    {
        return placement && placement->feasible && placement->costUsd.has_value();
    }

    friend bool operator==(const ScheduleEntry&, const ScheduleEntry&) = default;
};

/// A point of the least cost that a throughput floor allows.
struct FrontPoint
{
    double throughput = 0; ///< Samples/s that the schedule reaches; floors up to here cost as much.
    double costUsd = 0;

    friend bool operator==(const FrontPoint&, const FrontPoint&) = default;
};

/// What costs are compared with.
struct CostReference
{
    double costUsd = 0;
    bool isProven = false; ///< No schedule costs less.

    friend bool operator==(const CostReference&, const CostReference&) = default;
};

/// The cost of a schedule that is proven optimal, else the least cost of all; none without a
/// schedule.
[[nodiscard]] std::optional<CostReference> costReference(std::span<const ScheduleEntry> entries);

/// The first entry with a schedule: what the others are compared with.
[[nodiscard]] std::optional<std::size_t> firstWithSchedule(std::span<const ScheduleEntry> entries);

/// Ids of the types that run each of `layers` layers; empty texts where the placement has no stage.
[[nodiscard]] std::vector<std::string> typesByLayer(const sim::Placement& placement,
                                                    std::size_t layers);

/// `0–2 cpu-core ×36, 3–5 v100 ×11`.
[[nodiscard]] QString stagesText(const sim::Placement& placement);

/// Why an infeasible placement is none: `infeasible: at most 35 600 samples/s can be reached, the
/// floor asks for 50 000`.
[[nodiscard]] QString infeasibleText(const sim::Placement& placement, double floor);

/// What the cost pays for: `one epoch of 1 000 000 000 samples`.
[[nodiscard]] QString trainingText(const sim::Workload& workload);

/// How the layers' times came about: `device rates from profiles, none marked as measured`, or
/// which part of them was measured.
[[nodiscard]] QString ratesText(const sim::Workload& workload);

/// The smallest cost difference that counts, relative: less is arithmetic.
inline constexpr double kSameCost = 1e-9;

} // namespace hscope::app
