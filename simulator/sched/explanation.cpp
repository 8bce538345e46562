// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/explanation.h"

namespace hscope::sim {

namespace {

/// The schedule with `change` more units in one stage, nothing else changed.
std::optional<ChangedCost> withUnits(const Problem& problem, const Schedule& schedule,
                                     std::size_t stage, std::int64_t change)
{
    std::vector<ProvisionedStage> stages = schedule.stages;
    stages[stage].units += change;
    if (stages[stage].units < 1) {
        return std::nullopt;
    }
    const bool keepsLimits = withinLimits(problem, stages);
    const std::optional<Schedule> changed = costOf(problem, std::move(stages));
    if (!changed) { // Beyond the limit of the type there are no times.
        return ChangedCost{schedule.period, schedule.costUsd, false};
    }
    return ChangedCost{changed->period, changed->costUsd,
                       keepsLimits && changed->period <= problem.longestPeriod()};
}

LayerMove bestMove(const Problem& problem, TypePlan& plan, std::size_t layer)
{
    LayerMove move{layer, std::nullopt, 0};
    const std::size_t own = plan[layer];
    for (std::size_t type = 0; type < problem.typeCount(); ++type) {
        if (type == own || !problem.canRun(layer, type)) {
            continue;
        }
        plan[layer] = type;
        const std::optional<Schedule> changed = provision(problem, plan);
        if (changed && (!move.type || changed->costUsd < move.costUsd)) {
            move.type = type;
            move.costUsd = changed->costUsd;
        }
    }
    plan[layer] = own;
    return move;
}

} // namespace

core::Result<std::vector<StageExplanation>>
explain(const Problem& problem, const Schedule& schedule, const std::stop_token& stop)
{
    TypePlan plan;
    for (const ProvisionedStage& stage : schedule.stages) {
        plan.insert(plan.end(), stage.range.end - stage.range.first, stage.range.type);
    }
    const double hourly = problem.cluster().fixedCostUsdPerHour + schedule.weight;
    std::vector<StageExplanation> explanations;
    for (std::size_t i = 0; i < schedule.stages.size(); ++i) {
        StageExplanation explanation;
        explanation.stage = schedule.stages[i];
        const StageRange& range = explanation.stage.range;
        explanation.terms =
            problem.stageTerms(range, explanation.stage.units).value_or(StageTerms{});
        explanation.time = explanation.terms.at(static_cast<double>(explanation.stage.units));
        explanation.slack = schedule.period - explanation.time.execution();
        explanation.setsPeriod = explanation.slack <= 0;
        explanation.shareOfCost =
            problem.price(range.type) * static_cast<double>(explanation.stage.units) / hourly;
        explanation.oneMoreUnit = *withUnits(problem, schedule, i, 1);
        explanation.oneFewerUnit = withUnits(problem, schedule, i, -1);
        for (std::size_t layer = range.first; layer < range.end; ++layer) {
            if (stop.stop_requested()) {
                return core::failure(core::ErrorCode::Cancelled, "explaining was stopped");
            }
            explanation.moves.push_back(bestMove(problem, plan, layer));
        }
        explanations.push_back(std::move(explanation));
    }
    return explanations;
}

} // namespace hscope::sim
