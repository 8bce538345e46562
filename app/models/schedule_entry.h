// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "simulator/model/cluster.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"
#include "simulator/model/workload.h"

#include <QString>

#include <cstdint>
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

    friend bool operator==(const ScheduleScenario&, const ScheduleScenario&) = default;
};

/// The scenario as schedulers read it. Thread: any. Errors: those of Problem::create().
[[nodiscard]] core::Result<std::shared_ptr<const sim::Problem>>
problemOf(const ScheduleScenario& scenario);

/// What one seed of a run gave.
struct SeedResult
{
    std::uint64_t seed = 0;
    std::optional<double> costUsd; ///< None: no feasible schedule.

    friend bool operator==(const SeedResult&, const SeedResult&) = default;
};

/// One scheduler and how far it is with the scenario.
struct ScheduleEntry
{
    /// Where the placement comes from.
    enum class Origin
    {
        Scheduler, ///< A scheduler that runs anew with every change of the scenario.
        Opened,    ///< A document.
        ByHand,    ///< Layers that were moved by hand.
        Trained    ///< A learning scheduler after it has trained.
    };

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
    Origin origin = Origin::Scheduler;
    /// The result is that of the scenario before its last change; a new one is on its way.
    bool isStale = false;
    std::shared_ptr<const sim::Problem> problem = nullptr; ///< What the placement was made for.
    std::optional<double> trainingSeconds = std::nullopt;  ///< Wall time; none: not trained.
    std::vector<SeedResult> seeds = {}; ///< Of a run with several; the placement is the cheapest.

    [[nodiscard]] bool isPending() const
    {
        return isStale || state == State::Waiting || state == State::Running;
    }

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

/// The part of what is paid for units in which they wait for the slowest stage, 0 to 1: a unit of a
/// stage works for ET of each period. None without a schedule or a problem.
[[nodiscard]] std::optional<double> bubbleOf(const ScheduleEntry& entry);

/// The first entry with a schedule: what the others are compared with.
[[nodiscard]] std::optional<std::size_t> firstWithSchedule(std::span<const ScheduleEntry> entries);

/// Ids of the types that run each of `layers` layers; empty texts where the placement has no stage.
[[nodiscard]] std::vector<std::string> typesByLayer(const sim::Placement& placement,
                                                    std::size_t layers);

/// The entry with what `placement` says: a schedule, or why there is none.
void setPlacement(ScheduleEntry& entry, sim::Placement placement,
                  std::shared_ptr<const sim::Problem> problem);

/// `entry` under another problem: the same layers on the same types. An opened placement keeps its
/// units, for all others they are provisioned anew.
void reassess(ScheduleEntry& entry, const std::shared_ptr<const sim::Problem>& problem);

/// An error's message as a part of a sentence: one line, without a full stop.
[[nodiscard]] QString reasonText(const core::Error& error);

/// One unit for each maximal run of layers on the same type.
[[nodiscard]] std::vector<sim::PlacedStage>
stagesOfTypes(std::span<const std::string> typesByLayer);

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
