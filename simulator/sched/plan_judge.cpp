// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/plan_judge.h"

#include "simulator/sched/layer_load.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hscope::sim {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// USD per hour that a layer costs on a type if nothing is rounded, at a period of 1 s.
double layerPrice(const Problem& problem, std::size_t layer, std::size_t type)
{
    const LayerLoad load = layerLoad(problem, layer, type);
    return problem.price(type) * std::max(load.compute(), load.communication());
}

std::size_t cheapestType(const Problem& problem, std::size_t layer)
{
    std::size_t best = 0;
    double least = kInfinity;
    for (std::size_t type = 0; type < problem.typeCount(); ++type) {
        if (problem.canRun(layer, type)) {
            const double price = layerPrice(problem, layer, type);
            if (price < least) {
                least = price;
                best = type;
            }
        }
    }
    return best;
}

void take(const Problem& problem, const TypePlan& plan, std::optional<Schedule>& best)
{
    std::optional<Schedule> schedule = provision(problem, plan);
    if (schedule && (!best || schedule->costUsd < best->costUsd)) {
        best = std::move(schedule);
    }
}

/// The plan as a key: its bytes.
std::string keyOf(std::span<const std::size_t> plan)
{
    std::string key;
    key.reserve(plan.size() * sizeof(std::uint32_t));
    for (const std::size_t type : plan) {
        const auto number = static_cast<std::uint32_t>(type);
        key.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    return key;
}

/// -log(ratio) while the ratio is below e, then flatter, so that it stays above the reward of what
/// is not feasible: log(e) = 1 = 2 - 1/log(e), and there both are equally steep.
double rewardOf(double ratio)
{
    constexpr double kLeastRatio = 1e-6; // A cost of 0 is as good as can be, not infinitely good.
    const double logarithm = std::log(std::max(kLeastRatio, ratio));
    return logarithm <= 1 ? -logarithm : PlanJudge::kInfeasibleReward + 1 / logarithm;
}

} // namespace

TypePlan cheapestTypes(const Problem& problem)
{
    TypePlan plan;
    plan.reserve(problem.layerCount());
    for (std::size_t layer = 0; layer < problem.layerCount(); ++layer) {
        plan.push_back(cheapestType(problem, layer));
    }
    return plan;
}

ReferenceSchedule referenceSchedule(const Problem& problem)
{
    const TypePlan plan = cheapestTypes(problem);
    double bound = 0;
    for (std::size_t layer = 0; layer < plan.size(); ++layer) {
        bound += layerPrice(problem, layer, plan[layer]);
    }
    std::optional<Schedule> best;
    take(problem, plan, best);
    for (std::size_t type = 0; type < problem.typeCount(); ++type) {
        bool runs = true;
        for (std::size_t layer = 0; layer < plan.size() && runs; ++layer) {
            runs = problem.canRun(layer, type);
        }
        if (runs) {
            take(problem, TypePlan(plan.size(), type), best);
        }
    }
    ReferenceSchedule reference{best.has_value(), problem.longestPeriod(),
                                bound / problem.longestPeriod(), 0};
    if (best) {
        reference = {true, best->period, best->weight, best->costUsd};
    } else {
        reference.costUsd = problem.costUsd(reference.period, reference.weight);
    }
    // Free resources, or nothing to do: any scale will do.
    const auto usable = [](double value) {
        return value > 0 && std::isfinite(value) ? value : 1.0;
    };
    return {reference.feasible, usable(reference.period), usable(reference.weight),
            usable(reference.costUsd)};
}

double violation(const Problem& problem, std::span<const std::size_t> plan)
{
    const double period = problem.longestPeriod();
    double sum = 0;
    std::vector<double> units(problem.typeCount());
    for (const StageRange& stage : stagesOf(plan)) {
        if (const auto least = problem.leastUnits(stage, period, PeriodTest::AtMost)) {
            units[stage.type] += static_cast<double>(*least);
            continue;
        }
        const std::int64_t most = std::max<std::int64_t>(1, problem.limit(stage.type));
        const std::optional<StageTime> time = problem.stageTime(stage, most);
        const double excess = time ? time->execution() / period - 1 : 1.0;
        sum += std::clamp(excess, 0.0, 1.0) + 1e-3;
    }
    for (std::size_t type = 0; type < units.size(); ++type) {
        const auto limit = static_cast<double>(problem.limit(type));
        if (units[type] > limit) {
            sum += std::min(1.0, units[type] / std::max(1.0, limit) - 1);
        }
    }
    return sum;
}

PlanJudge::PlanJudge(const Problem& problem)
    : m_problem(problem)
    , m_reference(referenceSchedule(problem))
    , m_bestCost(kInfinity)
{
}

double PlanJudge::judge(std::span<const std::size_t> plan)
{
    const auto [entry, isNew] = m_rewards.try_emplace(keyOf(plan), 0.0);
    if (!isNew) {
        return entry->second;
    }
    const std::optional<Schedule> schedule = provision(m_problem, plan);
    if (!schedule) {
        entry->second = kInfeasibleReward - violation(m_problem, plan);
        return entry->second;
    }
    if (schedule->costUsd < m_bestCost) {
        m_bestCost = schedule->costUsd;
        m_best.assign(plan.begin(), plan.end());
    }
    entry->second = rewardOf(schedule->costUsd / m_reference.costUsd);
    return entry->second;
}

} // namespace hscope::sim
