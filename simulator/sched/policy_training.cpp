// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/policy_training.h"

#include <algorithm>
#include <cmath>

namespace hscope::sim {

TypePlan planAt(const PolicyPlans& plans, std::size_t index, std::size_t layers)
{
    const auto first = plans.begin() + static_cast<std::ptrdiff_t>(index * layers);
    TypePlan plan;
    plan.reserve(layers);
    std::transform(first, first + static_cast<std::ptrdiff_t>(layers), std::back_inserter(plan),
                   [](std::int32_t type) { return static_cast<std::size_t>(type); });
    return plan;
}

PolicyTrainer::PolicyTrainer(Policy& policy, const PolicyInput& input, std::span<PlanJudge> judges,
                             const TrainingSettings& settings)
    : m_policy(policy)
    , m_input(input)
    , m_judges(judges)
    , m_settings(settings)
    , m_baselines(judges.size())
{
}

double PolicyTrainer::levelOf(std::span<const double> rewards) const
{
    if (m_settings.eliteShare < 1) {
        std::vector<double> sorted(rewards.begin(), rewards.end());
        std::sort(sorted.begin(), sorted.end());
        const double last = static_cast<double>(sorted.size() - 1);
        return sorted[static_cast<std::size_t>((1 - m_settings.eliteShare) * last)];
    }
    double mean = 0;
    for (const double reward : rewards) {
        mean += reward / static_cast<double>(rewards.size());
    }
    return mean;
}

void PolicyTrainer::note(Baseline& baseline, std::span<const double> rewards) const
{
    const double level = levelOf(rewards);
    if (!baseline.started) {
        baseline = {true, level, 0};
    }
    double deviation = 0;
    for (const double reward : rewards) {
        deviation += std::abs(reward - baseline.level) / static_cast<double>(rewards.size());
    }
    if (baseline.deviation == 0) {
        baseline.deviation = deviation;
    }
    baseline.level += m_settings.baselineRate * (level - baseline.level);
    baseline.deviation += m_settings.baselineRate * (deviation - baseline.deviation);
}

double PolicyTrainer::advantageOf(const Baseline& baseline, double reward) const
{
    constexpr double kLeastDeviation = 1e-3; // Where all plans are equal there is nothing to learn.
    constexpr double kMost = 5;
    const double advantage =
        (reward - baseline.level) / std::max(kLeastDeviation, baseline.deviation);
    return std::clamp(advantage, m_settings.eliteShare < 1 ? 0.0 : -kMost, kMost);
}

core::Result<double> PolicyTrainer::round(std::uint64_t seed, double progress)
{
    const hscope_policy_problems problems = m_input.view();
    const std::size_t count = m_settings.plansPerRound;
    HSCOPE_TRY_ASSIGN(const PolicyPlans plans, m_policy.sample(problems, count, seed));
    std::vector<float> advantages;
    advantages.reserve(m_judges.size() * count);
    double sum = 0;
    for (std::size_t problem = 0; problem < m_judges.size(); ++problem) {
        std::vector<double> rewards;
        for (std::size_t i = 0; i < count; ++i) {
            rewards.push_back(
                m_judges[problem].judge(planAt(plans, problem * count + i, m_input.layers())));
            sum += rewards.back();
        }
        Baseline& baseline = m_baselines[problem];
        note(baseline, rewards);
        for (const double reward : rewards) {
            advantages.push_back(static_cast<float>(advantageOf(baseline, reward)));
        }
    }
    const hscope_policy_step step{sizeof(hscope_policy_step),
                                  static_cast<float>(m_settings.learningRate),
                                  static_cast<float>(m_settings.entropyWeight * (1 - progress)),
                                  static_cast<float>(m_settings.mostGradientNorm)};
    HSCOPE_TRY(m_policy.update(problems, plans, advantages, step));
    return sum / static_cast<double>(advantages.size());
}

core::Result<TypePlan> PolicyTrainer::decision(std::size_t index) const
{
    HSCOPE_TRY_ASSIGN(const PolicyPlans plans, m_policy.decide(m_input.view()));
    return planAt(plans, index, m_input.layers());
}

} // namespace hscope::sim
