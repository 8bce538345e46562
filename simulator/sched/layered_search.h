// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/provisioning.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace hscope::sim {

/// The schedule of least hourly weight whose stages all meet a period, limits per type not shared
/// out.
///
/// A shortest path in a layered graph: a node is (boundary j, type t), the end of a stage on t
/// after layer j-1; an edge from (i, t') to (j, t), t' != t, is the stage of layers i..j-1 on t and
/// weighs price x fewest units:
///
///     F[j][t] = min over i < j, t' != t of F[i][t'] + price(t) leastUnits(i, j, t, period)
///
/// Keeping the best and the second best F[i][.] makes a run O(layers^2 types). The values F are
/// also what proves the least weight: any F that satisfies every edge as an inequality is a lower
/// bound.
///
/// Thread: one; the object keeps its memory between runs.
class LayeredSearch
{
public:
    static constexpr double kUnreachable = std::numeric_limits<double>::infinity();

    /// `stop` is asked once per layer.
    LayeredSearch(const Problem& problem, std::stop_token stop);

    /// Finds the least of period x weight over all periods up to `period`, as
    /// Problem::leastUnitSeconds() bounds it; infinity if there is none. The potentials are bounds
    /// too, in USD per hour x seconds.
    double leastRate(double period);

    /// Finds the least weight for a period, with `extraPrice` (one per type, or empty) added to the
    /// prices. False if no schedule meets the period, or a stop was requested.
    bool run(double period, PeriodTest test, std::span<const double> extraPrice = {});

    /// Of the last run that found a schedule: least weight, extra prices included.
    [[nodiscard]] double weight() const { return m_weight; }

    /// Of the last run that found a schedule.
    [[nodiscard]] std::vector<ProvisionedStage> stages() const;

    /// F of the last run: element (j - 1) * types + t.
    [[nodiscard]] std::span<const double> potentials() const
    {
        return std::span(m_least).subspan(m_problem.typeCount());
    }

private:
    /// How a node is reached.
    struct Arrival
    {
        std::uint32_t first = 0; ///< First layer of the stage.
        std::uint32_t type = 0;  ///< Of the stage before.
        std::int64_t units = 0;
    };

    struct Edge
    {
        double weight = 0;
        std::int64_t units = 0;
    };

    /// The least and the second least F of a boundary.
    struct TwoLeast
    {
        double least = kUnreachable;
        double second = kUnreachable;
        std::uint32_t type = 0; ///< Of the least.
        std::uint32_t secondType = 0;
    };

    [[nodiscard]] TwoLeast twoLeast(std::size_t boundary) const;

    /// Finds F for all nodes; `edgeOf(stage)` is the stage's edge, none if it cannot be one, and
    /// `isLast(stage)` whether no longer stage can. False if a stop was requested.
    template <typename EdgeOf, typename IsLast>
    bool findLeast(const EdgeOf& edgeOf, const IsLast& isLast);
    const Problem& m_problem;
    std::stop_token m_stop;
    std::vector<double> m_least; ///< F by boundary (from 0), then type.
    std::vector<Arrival> m_arrivals;
    double m_weight = 0;
    std::size_t m_lastType = 0;
};

} // namespace hscope::sim
