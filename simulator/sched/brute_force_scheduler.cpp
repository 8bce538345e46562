// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/brute_force_scheduler.h"

#include "simulator/model/provisioning.h"
#include "simulator/sched/placement_builder.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace hscope::sim {

namespace {

/// The types that can run each layer.
std::vector<std::vector<std::size_t>> choicesOf(const Problem& problem)
{
    std::vector<std::vector<std::size_t>> choices(problem.layerCount());
    for (std::size_t layer = 0; layer < problem.layerCount(); ++layer) {
        for (std::size_t type = 0; type < problem.typeCount(); ++type) {
            if (problem.canRun(layer, type)) {
                choices[layer].push_back(type);
            }
        }
    }
    return choices;
}

/// Counts through all placements like an odometer.
class PlanCounter
{
public:
    explicit PlanCounter(std::vector<std::vector<std::size_t>> choices)
        : m_choices(std::move(choices))
        , m_positions(m_choices.size(), 0)
    {
        for (const std::vector<std::size_t>& types : m_choices) {
            m_plan.push_back(types.front());
        }
    }

    [[nodiscard]] const TypePlan& plan() const { return m_plan; }

    /// False after the last placement.
    bool next()
    {
        for (std::size_t layer = m_plan.size(); layer-- > 0;) {
            m_positions[layer] = (m_positions[layer] + 1) % m_choices[layer].size();
            m_plan[layer] = m_choices[layer][m_positions[layer]];
            if (m_positions[layer] != 0) {
                return true;
            }
        }
        return false;
    }

private:
    std::vector<std::vector<std::size_t>> m_choices;
    std::vector<std::size_t> m_positions;
    TypePlan m_plan;
};

} // namespace

core::Result<Placement> BruteForceScheduler::run(const SchedulerRequest& request) const
{
    constexpr std::int64_t kStep = 1024;
    const Problem& problem = request.problem;
    std::vector<std::vector<std::size_t>> choices = choicesOf(problem);
    double plans = 1;
    double power = 0; // Of ten: thousands of layers have more plans than a double can say.
    for (const std::vector<std::size_t>& types : choices) {
        plans *= static_cast<double>(types.size());
        power += std::log10(static_cast<double>(types.size()));
    }
    if (plans > kMostPlans) {
        const std::string count = std::isfinite(plans)
                                      ? fmt::format("{:.6g}", plans)
                                      : fmt::format("about 1e{:.0f}", std::floor(power));
        return core::failure(
            core::ErrorCode::Exhausted,
            fmt::format("brute-force tries up to {:.0f} placements; {} layers on {} types have {}",
                        kMostPlans, problem.layerCount(), problem.typeCount(), count));
    }
    PlanCounter counter(std::move(choices));
    std::optional<Schedule> best;
    double bound = std::numeric_limits<double>::infinity();
    std::int64_t evaluations = 0;
    do {
        if (evaluations % kStep == 0) {
            if (request.stop.stop_requested()) {
                return core::failure(core::ErrorCode::Cancelled, "brute-force was stopped");
            }
            request.observer.progressed(evaluations, static_cast<std::int64_t>(plans));
        }
        ++evaluations;
        Provisioning found =
            provisionWithBound(problem, counter.plan(),
                               best ? best->costUsd : std::numeric_limits<double>::infinity());
        bound = std::min(bound, found.lowerBoundUsd);
        if (found.schedule && (!best || found.schedule->costUsd < best->costUsd)) {
            best = std::move(found.schedule);
        }
    } while (counter.next());
    if (!best) {
        return infeasiblePlacement(
            request, name(),
            fmt::format("none of {} placements {}", evaluations, meetsFloorText(problem)),
            std::nullopt, evaluations);
    }
    Placement placement = placementOf(request, name(), *best, evaluations);
    placement.lowerBoundUsd = bound;
    placement.provenOptimal = bound >= best->costUsd;
    return placement;
}

} // namespace hscope::sim
