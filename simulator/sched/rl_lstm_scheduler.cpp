// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/rl_lstm_scheduler.h"

#include "simulator/rl/random_stream.h"
#include "simulator/sched/placement_builder.h"
#include "simulator/sched/policy_training.h"
#include "simulator/sched/search_budget.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

core::Result<void> train(Policy& policy, const PolicyInput& input, PlanJudge& judge,
                         const SchedulerRequest& request)
{
    TrainingSettings settings;
    const auto perRound = static_cast<std::int64_t>(settings.plansPerRound);
    const std::int64_t rounds = std::max<std::int64_t>(1, request.evaluations / perRound);
    PolicyTrainer trainer(policy, input, {&judge, 1}, settings);
    rl::RandomStream seeds(request.seed);
    const TimeBudget time(request.seconds);
    for (std::int64_t round = 1; round <= rounds && !time.isSpent(); ++round) {
        if (request.stop.stop_requested()) {
            return failure(ErrorCode::Cancelled, "training was cancelled");
        }
        const double progress =
            std::max(time.share(), static_cast<double>(round - 1) /
                                       static_cast<double>(std::max<std::int64_t>(1, rounds - 1)));
        HSCOPE_TRY_ASSIGN(const double meanReward, trainer.round(seeds.next(), progress));
        HSCOPE_TRY_ASSIGN(const TypePlan decision, trainer.decision(0));
        const std::optional<Schedule> decided = provision(request.problem, decision);
        request.observer.trained(
            {round, rounds, meanReward, judge.bestCostUsd(),
             decided ? decided->costUsd : std::numeric_limits<double>::infinity()});
        request.observer.progressed(round, rounds);
    }
    return {};
}

} // namespace

RlLstmScheduler::RlLstmScheduler(PolicyFiles files)
    : m_files(std::move(files))
{
}

RlLstmScheduler::RlLstmScheduler(const hscope_policy_table& table, std::vector<std::byte> weights)
    : m_table(&table)
    , m_weights(std::move(weights))
{
}

core::Result<void> RlLstmScheduler::prepare() const
{
    HSCOPE_TRY(shipped());
    return {};
}

core::Result<std::shared_ptr<const RlLstmScheduler::Shipped>> RlLstmScheduler::open() const
{
    const hscope_policy_table* table = m_table;
    std::vector<std::byte> weights = m_weights;
    if (table == nullptr) {
        // The cheap check first: LibTorch takes a while to load.
        HSCOPE_TRY_ASSIGN(weights, readPolicyWeights(m_files.weights));
        HSCOPE_TRY_ASSIGN(table, loadPolicyPlugin(m_files.library));
    }
    core::Result<Policy> policy = makePolicy(*table, weights);
    if (!policy) {
        return tl::unexpected(std::move(policy).error().with(
            m_files.weights.empty() ? "the weights of rl-lstm" : m_files.weights.string()));
    }
    return std::make_shared<const Shipped>(Shipped{table, std::move(weights), std::move(*policy)});
}

core::Result<std::shared_ptr<const RlLstmScheduler::Shipped>> RlLstmScheduler::shipped() const
{
    const std::scoped_lock lock(m_mutex);
    if (!m_shipped) {
        HSCOPE_TRY_ASSIGN(m_shipped, open());
    }
    return m_shipped;
}

core::Result<Placement> RlLstmScheduler::run(const SchedulerRequest& request) const
{
    HSCOPE_TRY_ASSIGN(const std::shared_ptr<const Shipped> shippedPolicy, shipped());
    const Problem& problem = request.problem;
    PlanJudge judge(problem);
    PolicyInput input(problem.layerCount(), problem.typeCount());
    input.add(problem, judge.reference());
    PolicyPlans decided;
    if (request.fineTune) {
        HSCOPE_TRY_ASSIGN(Policy policy, makePolicy(*shippedPolicy->table, shippedPolicy->weights));
        HSCOPE_TRY(train(policy, input, judge, request));
        HSCOPE_TRY_ASSIGN(decided, policy.decide(input.view()));
    } else {
        HSCOPE_TRY_ASSIGN(decided, shippedPolicy->policy.decide(input.view()));
    }
    Placement placement = placementOfPlan(request, name(), planAt(decided, 0, problem.layerCount()),
                                          judge.evaluations() + 1);
    if (std::isfinite(judge.bestCostUsd())) {
        placement.bestSampledCostUsd = judge.bestCostUsd();
    }
    return placement;
}

} // namespace hscope::sim
