// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/provisioning.h"

#include <algorithm>
#include <cmath>

namespace hscope::sim {

namespace {

/// The fewest units of each stage for a period; none if a stage cannot meet it or a limit breaks.
std::optional<std::vector<ProvisionedStage>> fewestUnits(const Problem& problem,
                                                         std::span<const StageRange> stages,
                                                         double period, PeriodTest test)
{
    std::vector<ProvisionedStage> provisioned;
    provisioned.reserve(stages.size());
    for (const StageRange& stage : stages) {
        const std::optional<std::int64_t> units = problem.leastUnits(stage, period, test);
        if (!units) {
            return std::nullopt;
        }
        provisioned.push_back({stage, *units});
    }
    return withinLimits(problem, provisioned) ? std::optional(std::move(provisioned))
                                              : std::nullopt;
}

} // namespace

std::vector<StageRange> stagesOf(std::span<const std::size_t> plan)
{
    std::vector<StageRange> stages;
    for (std::size_t layer = 0; layer < plan.size(); ++layer) {
        if (stages.empty() || stages.back().type != plan[layer]) {
            stages.push_back({layer, layer, plan[layer]});
        }
        stages.back().end = layer + 1;
    }
    return stages;
}

bool withinLimits(const Problem& problem, std::span<const ProvisionedStage> stages)
{
    constexpr std::size_t kFew = 32;
    if (stages.size() > kFew) {
        std::vector<std::int64_t> units(problem.typeCount(), 0);
        return std::all_of(stages.begin(), stages.end(), [&](const ProvisionedStage& stage) {
            std::int64_t& sum = units[stage.range.type];
            sum += stage.units;
            return sum <= problem.limit(stage.range.type);
        });
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
        // Few stages: summing a type anew for each of its stages needs no memory.
        std::int64_t units = 0;
        for (const ProvisionedStage& stage : stages) {
            units += stage.range.type == stages[i].range.type ? stage.units : 0;
        }
        if (units > problem.limit(stages[i].range.type)) {
            return false;
        }
    }
    return true;
}

std::optional<Schedule> costOf(const Problem& problem, std::vector<ProvisionedStage> stages)
{
    Schedule schedule;
    for (const ProvisionedStage& stage : stages) {
        const std::optional<StageTime> time = problem.stageTime(stage.range, stage.units);
        if (!time) {
            return std::nullopt;
        }
        schedule.period = std::max(schedule.period, time->execution());
        schedule.weight += problem.price(stage.range.type) * static_cast<double>(stage.units);
    }
    schedule.costUsd = problem.costUsd(schedule.period, schedule.weight);
    schedule.stages = std::move(stages);
    return schedule;
}

namespace {

/// What period x hourly cost of the stages cannot go below for any period up to `period`.
double leastRate(const Problem& problem, std::span<const StageRange> stages, double period)
{
    double rate = 0;
    for (const StageRange& stage : stages) {
        rate += problem.price(stage.type) * problem.leastUnitSeconds(stage, period);
    }
    return rate;
}

} // namespace

Provisioning provisionWithBound(const Problem& problem, std::span<const std::size_t> plan,
                                double below)
{
    // Where units share all of a stage's time, ever more units at ever shorter periods save ever
    // less: the end is where a proof says so, or where hardly anything can be left to save.
    constexpr double kPrecision = 1e-9;
    constexpr int kExactPeriods = 1000;
    constexpr int kMostPeriods = 2000;
    constexpr double kShorter = 0.99;
    constexpr double kHardlyAnything = 1e-4;
    const std::vector<StageRange> stages = stagesOf(plan);
    const double fixed = problem.cluster().fixedCostUsdPerHour;
    std::optional<Schedule> best;
    // period x hourly cost, which the cost is proportional to.
    const double ofOne = problem.costOfRate(1);
    double bestRate = ofOne > 0 ? below / ofOne : std::numeric_limits<double>::infinity();
    double period = problem.longestPeriod();
    std::optional<double> bound; // Of the rate, where not all shorter periods are excluded.
    PeriodTest test = PeriodTest::AtMost;
    // Infinity says less than it seems: a stage that shares nothing may meet the period itself.
    if (const double least = leastRate(problem, stages, period);
        std::isfinite(least) && least >= bestRate) {
        return {std::nullopt, below};
    }
    for (int tried = 0; tried < kMostPeriods; ++tried) {
        if (tried >= kExactPeriods) {
            bound = bound.value_or(leastRate(problem, stages, period));
            if (bestRate <= *bound * (1 + kHardlyAnything)) {
                break;
            }
            period *= kShorter;
        }
        auto provisioned = fewestUnits(problem, stages, period, test);
        if (!provisioned) {
            break;
        }
        std::optional<Schedule> schedule = costOf(problem, std::move(*provisioned));
        const double hourly = fixed + schedule->weight;
        const double reached = schedule->period;
        if (reached * hourly < bestRate) {
            bestRate = reached * hourly;
            best = std::move(schedule);
        }
        period = std::min({period, reached, bestRate / hourly});
        test = PeriodTest::LessThan;
        const double rest = leastRate(problem, stages, period);
        if (rest >= bestRate * (1 - kPrecision)) {
            break;
        }
    }
    const double cost = best ? best->costUsd : below;
    const double least = bound ? std::min(cost, problem.costOfRate(*bound)) : cost;
    return {std::move(best), least};
}

std::optional<Schedule> provision(const Problem& problem, std::span<const std::size_t> plan)
{
    return provisionWithBound(problem, plan).schedule;
}

std::optional<double> shortestPeriod(const Problem& problem, std::span<const std::size_t> plan)
{
    constexpr double kPrecision = 1e-12;
    const std::vector<StageRange> stages = stagesOf(plan);
    const auto reached = [&](double period) -> std::optional<double> {
        auto provisioned = fewestUnits(problem, stages, period, PeriodTest::AtMost);
        return provisioned ? std::optional(costOf(problem, std::move(*provisioned))->period)
                           : std::nullopt;
    };
    std::optional<double> shortest = reached(problem.slowestPeriod());
    double tooShort = 0;
    while (shortest && *shortest - tooShort > kPrecision * *shortest) {
        const double middle = tooShort + (*shortest - tooShort) / 2;
        if (const std::optional<double> period = reached(middle)) {
            shortest = period;
        } else {
            tooShort = middle;
        }
    }
    return shortest;
}

namespace {

/// The continuous model of a fixed placement: units of each stage are real numbers of at least 1.
class ContinuousCost
{
public:
    ContinuousCost(const Problem& problem, std::span<const StageRange> stages)
        : m_fixed(problem.cluster().fixedCostUsdPerHour)
    {
        for (const StageRange& stage : stages) {
            if (const std::optional<StageTerms> terms = problem.stageTerms(stage, 1)) {
                m_stages.push_back({*terms, problem.price(stage.type)});
            }
        }
    }

    /// Every period must be above this.
    [[nodiscard]] double infimum() const
    {
        double least = 0;
        for (const Stage& stage : m_stages) {
            least = std::max({least, stage.terms.serialCompute, stage.terms.serialCommunication});
        }
        return least;
    }

    /// First and second derivative of period x (fixed + sum price k(period)), where
    /// k(period) = shared / (period - serial) of the term that binds, or 1.
    struct Derivatives
    {
        double first = 0;
        double second = 0;
    };

    [[nodiscard]] Derivatives at(double period) const
    {
        Derivatives sum{m_fixed, 0};
        for (const Stage& stage : m_stages) {
            const double compute = stage.terms.sharedCompute / (period - stage.terms.serialCompute);
            const double communication =
                stage.terms.sharedCommunication / (period - stage.terms.serialCommunication);
            if (std::max(compute, communication) <= 1) {
                sum.first += stage.price;
                continue;
            }
            const bool computeBinds = compute >= communication;
            const double serial =
                computeBinds ? stage.terms.serialCompute : stage.terms.serialCommunication;
            const double shared =
                computeBinds ? stage.terms.sharedCompute : stage.terms.sharedCommunication;
            const double room = period - serial;
            sum.first -= stage.price * shared * serial / (room * room);
            sum.second += 2 * stage.price * shared * serial / (room * room * room);
        }
        return sum;
    }

private:
    struct Stage
    {
        StageTerms terms;
        double price = 0;
    };

    double m_fixed;
    std::vector<Stage> m_stages;
};

} // namespace

std::optional<Schedule> provisionNewton(const Problem& problem, std::span<const std::size_t> plan)
{
    constexpr int kIterations = 100;
    constexpr double kPrecision = 1e-12;
    const std::vector<StageRange> stages = stagesOf(plan);
    const ContinuousCost cost(problem, stages);
    double low = cost.infimum();
    double high = problem.longestPeriod();
    // The cost is convex in the period; without an interior minimum the limit itself is best.
    double period = high;
    for (int i = 0; i < kIterations && cost.at(high).first > 0 && high - low > kPrecision * high;
         ++i) {
        const ContinuousCost::Derivatives derivatives = cost.at(period);
        (derivatives.first > 0 ? high : low) = period;
        const double next = period - derivatives.first / derivatives.second;
        const bool inside = derivatives.second > 0 && next > low && next < high;
        period = inside ? next : low + (high - low) / 2;
    }
    auto provisioned = fewestUnits(problem, stages, period, PeriodTest::AtMost);
    return provisioned ? costOf(problem, std::move(*provisioned)) : std::nullopt;
}

} // namespace hscope::sim
