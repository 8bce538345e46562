// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/problem.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace hscope::sim {

/// A resource type for each layer, as indices into the cluster's types.
using TypePlan = std::vector<std::size_t>;

/// A stage with its units.
struct ProvisionedStage
{
    StageRange range;
    std::int64_t units = 1;

    bool operator==(const ProvisionedStage&) const = default;
};

/// A placement with units: all that the cost depends on.
struct Schedule
{
    std::vector<ProvisionedStage> stages;
    double period = 0; ///< Seconds per sample.
    double weight = 0; ///< Sum of price x units, USD per hour.
    double costUsd = 0;

    bool operator==(const Schedule&) const = default;
};

/// The cheapest units of a fixed placement, as far as they were found.
struct Provisioning
{
    std::optional<Schedule> schedule; ///< None where no number of units is enough or cheap enough.
    /// No units cost less; the schedule's cost if that is the least. Infinity where none are
    /// enough.
    double lowerBoundUsd = 0;

    bool operator==(const Provisioning&) const = default;
};

/// The maximal runs of equal types of `plan`.
[[nodiscard]] std::vector<StageRange> stagesOf(std::span<const std::size_t> plan);

/// Whether the units of each type, over all its stages, are at most what the cluster offers.
[[nodiscard]] bool withinLimits(const Problem& problem, std::span<const ProvisionedStage> stages);

/// Period, weight and cost of stages whose units are given. None if a layer cannot run there.
[[nodiscard]] std::optional<Schedule> costOf(const Problem& problem,
                                             std::vector<ProvisionedStage> stages);

/// The units that cost least for a fixed placement, exactly, within the limits and the throughput
/// floor; none if no number of units is enough.
///
/// For a period x the fewest units per stage are best, and their weight W(x) never falls as x
/// falls, so each period in [best cost / (fixed + W(x)), x) can be skipped (docs/SIMULATION.md).
///
/// Where units share all of a stage's time there may be no least cost, only one that ever more
/// units come ever closer to: then 1,000 periods are tried one after the other and up to 1,000 more
/// in steps of a hundredth, until a ten-thousandth is left to save. The bound says how much is.
///
/// Whoever has a schedule of `below` USD already gets none unless it costs less, and `below` as the
/// bound: most placements are excluded at once then.
///
/// Cost: O(stages) per period that is tried, usually a few dozen.
[[nodiscard]] Provisioning
provisionWithBound(const Problem& problem, std::span<const std::size_t> plan,
                   double below = std::numeric_limits<double>::infinity());

/// The schedule of provisionWithBound().
[[nodiscard]] std::optional<Schedule> provision(const Problem& problem,
                                                std::span<const std::size_t> plan);

/// The shortest period that a fixed placement can reach within the limits, whatever it costs; none
/// if the limits do not even allow the fewest units. Seconds per sample, to a relative 1e-12.
[[nodiscard]] std::optional<double> shortestPeriod(const Problem& problem,
                                                   std::span<const std::size_t> plan);

/// The paper's provisioning: equal times in all stages, Newton's method for the period of least
/// cost of the continuous model, units rounded up (HeterPS section 4; algebra in
/// docs/SIMULATION.md). None if the rounded units break a limit or the floor.
[[nodiscard]] std::optional<Schedule> provisionNewton(const Problem& problem,
                                                      std::span<const std::size_t> plan);

} // namespace hscope::sim
