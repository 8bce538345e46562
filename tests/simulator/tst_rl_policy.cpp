// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// The policy plugin through its C interface, and rl-lstm with it.
#include "simulator/model/provisioning.h"
#include "simulator/sched/exact_scheduler.h"
#include "simulator/sched/instance_generator.h"
#include "simulator/sched/policy_features.h"
#include "simulator/sched/policy_training.h"
#include "simulator/sched/rl_lstm_scheduler.h"
#include "tests/simulator/policy_problems.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>
#include <map>
#include <numeric>

using namespace hscope;
using test::twoLayers;

namespace {

/// Remembers what training reports.
class Rounds final : public sim::SchedulerObserver
{
public:
    void progressed(std::int64_t /*done*/, std::int64_t /*total*/) override {}

    void trained(const sim::TrainingRound& round) override { rounds.push_back(round); }

    /// Of rounds first to first + count - 1.
    [[nodiscard]] double meanReward(std::size_t first, std::size_t count) const
    {
        return std::accumulate(rounds.begin() + static_cast<std::ptrdiff_t>(first),
                               rounds.begin() + static_cast<std::ptrdiff_t>(first + count), 0.0,
                               [](double sum, const sim::TrainingRound& round) {
                                   return sum + round.meanReward;
                               }) /
               static_cast<double>(count);
    }

    std::vector<sim::TrainingRound> rounds;
};

sim::Problem generated(std::uint64_t seed, std::size_t layers, std::size_t types)
{
    auto problem = sim::generateInstance({layers, types}, seed);
    Q_ASSERT(problem);
    return std::move(*problem);
}

std::vector<std::byte> bytesOf(const std::string& path)
{
    return sim::readPolicyWeights(path).value_or(std::vector<std::byte>{});
}

} // namespace

class tst_RlPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void learnsAnObviousPlan();
    void updatesLeadToTheRewardedPlan();
    void rewardRises();
    void sameSeedSameBytes();
    void severalProblemsAtOnceAreThoseOneByOne();
    void neverChoosesWhatCannotRun();
    void savedWeightsDecideAlike();
    void refusesDamagedWeights_data();
    void refusesDamagedWeights();
    void refusesBadArguments();
    void shippedWeightsDecideOnAnyNumberOfTypes();
    void schedulerTwiceSamePlacement();

private:
    const hscope_policy_table* m_table = nullptr;
};

void tst_RlPolicy::initTestCase()
{
    if (std::string_view(HSCOPE_RL_PLUGIN).empty()) {
        QSKIP("built without LibTorch (HSCOPE_WITH_TORCH): there is no policy plugin");
    }
    const auto table = sim::loadPolicyPlugin(HSCOPE_RL_PLUGIN);
    QVERIFY2(table, table ? "" : table.error().message.c_str());
    m_table = *table;
}

/// Fresh weights: what is learnt here comes from the rewards alone.
void tst_RlPolicy::learnsAnObviousPlan()
{
    const sim::Problem problem = twoLayers(); // Layer 0 is cheap on a, layer 1 on b.
    auto policy = sim::makeFreshPolicy(*m_table, 3);
    QVERIFY(policy);
    sim::PlanJudge judge(problem);
    sim::PolicyInput input(2, 2);
    input.add(problem, judge.reference());
    sim::PolicyTrainer trainer(*policy, input, {&judge, 1}, {});
    for (std::uint64_t round = 0; round < 60; ++round) {
        QVERIFY(trainer.round(round, static_cast<double>(round) / 59));
    }
    QCOMPARE(*trainer.decision(0), (sim::TypePlan{0, 1}));
}

/// Gradients come from LibTorch, decisions do not: both must mean the same network.
void tst_RlPolicy::updatesLeadToTheRewardedPlan()
{
    const sim::Problem problem = generated(21, 8, 4);
    auto policy = sim::makeFreshPolicy(*m_table, 2);
    sim::PolicyInput input(8, 4);
    input.add(problem, sim::referenceSchedule(problem));
    const sim::PolicyPlans wanted{3, 0, 1, 1, 2, 0, 3, 2};
    const hscope_policy_step step{sizeof step, 0.01F, 0.0F, 1.0F};
    const float advantage = 1;
    for (int i = 0; i < 200; ++i) {
        QVERIFY(policy->update(input.view(), wanted, {&advantage, 1}, step));
    }
    QVERIFY(*policy->decide(input.view()) == wanted);
    const sim::PolicyPlans drawn = *policy->sample(input.view(), 100, 1);
    int hits = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        hits += sim::planAt(drawn, i, 8) == sim::planAt(wanted, 0, 8) ? 1 : 0;
    }
    QVERIFY2(hits > 80, qPrintable(QString::number(hits)));
}

void tst_RlPolicy::rewardRises()
{
    const sim::Problem problem = generated(7, 12, 3);
    const auto fresh = sim::makeFreshPolicy(*m_table, 1);
    const sim::RlLstmScheduler scheduler(*m_table, *fresh->save());
    Rounds observer;
    const auto placement = scheduler.run({problem, 5, 64 * 80, true, {}, observer});
    QVERIFY(placement);
    QCOMPARE(observer.rounds.size(), std::size_t{80});
    QVERIFY2(observer.meanReward(70, 10) > observer.meanReward(0, 10) + 0.1,
             qPrintable(QString("from %1 to %2")
                            .arg(observer.meanReward(0, 10))
                            .arg(observer.meanReward(70, 10))));
    QCOMPARE(observer.rounds.back().round, 80);
    QCOMPARE(observer.rounds.back().decisionCostUsd, *placement->costUsd);
    QCOMPARE(observer.rounds.back().bestCostUsd, *placement->bestSampledCostUsd);
}

void tst_RlPolicy::sameSeedSameBytes()
{
    const sim::Problem problem = generated(11, 9, 2);
    std::vector<std::vector<std::byte>> results;
    for (int run = 0; run < 2; ++run) {
        auto policy = sim::makeFreshPolicy(*m_table, 42);
        sim::PlanJudge judge(problem);
        sim::PolicyInput input(9, 2);
        input.add(problem, judge.reference());
        sim::PolicyTrainer trainer(*policy, input, {&judge, 1}, {});
        for (std::uint64_t round = 0; round < 10; ++round) {
            QVERIFY(trainer.round(round, 0));
        }
        results.push_back(*policy->save());
    }
    QVERIFY(results[0] == results[1]);
    QVERIFY(*sim::makeFreshPolicy(*m_table, 43)->save() != results[0]);
}

void tst_RlPolicy::severalProblemsAtOnceAreThoseOneByOne()
{
    const auto policy = sim::makeFreshPolicy(*m_table, 1);
    sim::PolicyInput all(10, 4);
    sim::PolicyPlans expected;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const sim::Problem problem = generated(seed, 10, 4);
        sim::PolicyInput one(10, 4);
        one.add(problem, sim::referenceSchedule(problem));
        all.add(problem, sim::referenceSchedule(problem));
        const sim::PolicyPlans plan = *policy->decide(one.view());
        expected.insert(expected.end(), plan.begin(), plan.end());
    }
    QVERIFY(*policy->decide(all.view()) == expected);
}

void tst_RlPolicy::neverChoosesWhatCannotRun()
{
    sim::Problem problem = test::layersWithGaps();
    auto policy = sim::makeFreshPolicy(*m_table, 8);
    sim::PolicyInput input(problem.layerCount(), problem.typeCount());
    input.add(problem, sim::referenceSchedule(problem));
    const sim::PolicyPlans plans = *policy->sample(input.view(), 500, 1);
    std::map<std::size_t, int> choices;
    for (std::size_t i = 0; i < 500; ++i) {
        const sim::TypePlan plan = sim::planAt(plans, i, problem.layerCount());
        for (std::size_t layer = 0; layer < plan.size(); ++layer) {
            QVERIFY(problem.canRun(layer, plan[layer]));
            ++choices[plan[layer]];
        }
    }
    QCOMPARE(choices.size(), problem.typeCount()); // The others do occur.
    // Steps towards what was drawn keep the mask.
    const std::vector<float> advantages(500, 1.0F);
    const hscope_policy_step step{sizeof step, 0.01F, 0.0F, 1.0F};
    QVERIFY(policy->update(input.view(), plans, advantages, step));
    const sim::TypePlan plan = sim::planAt(*policy->decide(input.view()), 0, problem.layerCount());
    for (std::size_t layer = 0; layer < plan.size(); ++layer) {
        QVERIFY(problem.canRun(layer, plan[layer]));
    }
}

void tst_RlPolicy::savedWeightsDecideAlike()
{
    const sim::Problem problem = generated(5, 16, 5);
    const auto policy = sim::makeFreshPolicy(*m_table, 77);
    const auto again = sim::makePolicy(*m_table, *policy->save());
    QVERIFY(again);
    sim::PolicyInput input(16, 5);
    input.add(problem, sim::referenceSchedule(problem));
    QVERIFY(*policy->sample(input.view(), 20, 9) == *again->sample(input.view(), 20, 9));
    QVERIFY(*policy->save() == *again->save());
}

void tst_RlPolicy::refusesDamagedWeights_data()
{
    QTest::addColumn<int>("keep");
    QTest::addColumn<int>("flip");
    QTest::newRow("nothing") << 0 << -1;
    QTest::newRow("a header only") << 16 << -1;
    QTest::newRow("cut off") << 100000 << -1;
    QTest::newRow("another format") << -1 << 0;
    QTest::newRow("another version") << -1 << 8;
    QTest::newRow("another number of weights") << -1 << 12;
    QTest::newRow("a changed weight") << -1 << 5000;
}

void tst_RlPolicy::refusesDamagedWeights()
{
    QFETCH(const int, keep);
    QFETCH(const int, flip);
    std::vector<std::byte> weights = *sim::makeFreshPolicy(*m_table, 1)->save();
    if (keep >= 0) {
        weights.resize(static_cast<std::size_t>(keep));
    }
    if (flip >= 0) {
        weights[static_cast<std::size_t>(flip)] ^= std::byte{4};
    }
    const auto policy = sim::makePolicy(*m_table, weights);
    QVERIFY(!policy);
    QCOMPARE(policy.error().code, core::ErrorCode::Corrupt);
    QCOMPARE(policy.error().message,
             std::string("these are no weights, damaged ones, or those of another version"));
}

void tst_RlPolicy::refusesBadArguments()
{
    hscope_policy* policy = nullptr;
    QCOMPARE(m_table->create(nullptr, 0, 1, nullptr), HSCOPE_POLICY_BAD_ARGUMENT);
    QCOMPARE(m_table->create(nullptr, 0, 1, &policy), HSCOPE_POLICY_OK);
    const sim::Problem problem = twoLayers();
    sim::PolicyInput input(2, 2);
    input.add(problem, sim::referenceSchedule(problem));
    hscope_policy_problems problems = input.view();
    std::int32_t plan[2] = {0, 2}; // There is no type 2.
    const float advantage = 1;
    const hscope_policy_step step{sizeof step, 0.01F, 0.0F, 1.0F};
    QCOMPARE(m_table->update(policy, &problems, 1, plan, &advantage, &step),
             HSCOPE_POLICY_BAD_ARGUMENT);
    QCOMPARE(m_table->decide(policy, &problems, nullptr), HSCOPE_POLICY_BAD_ARGUMENT);
    QCOMPARE(m_table->sample(policy, &problems, 0, 1, plan), HSCOPE_POLICY_BAD_ARGUMENT);
    problems.layers = -1;
    QCOMPARE(m_table->decide(policy, &problems, plan), HSCOPE_POLICY_BAD_ARGUMENT);
    QVERIFY(std::strlen(m_table->last_error()) > 0);
    m_table->destroy(policy);
}

void tst_RlPolicy::shippedWeightsDecideOnAnyNumberOfTypes()
{
    const sim::RlLstmScheduler scheduler({HSCOPE_RL_PLUGIN, HSCOPE_RL_WEIGHTS});
    sim::NullSchedulerObserver observer;
    for (const unsigned types : {1U, 2U, 7U, 64U}) {
        const sim::Problem problem = generated(1234, 16, types);
        const auto placement = scheduler.run({problem, 1, 0, false, {}, observer});
        QVERIFY2(placement, placement ? "" : placement.error().message.c_str());
        QCOMPARE(placement->scheduler, std::string("rl-lstm"));
        QCOMPARE(placement->evaluations, 1);
        QVERIFY(!placement->bestSampledCostUsd);
    }
}

void tst_RlPolicy::schedulerTwiceSamePlacement()
{
    const sim::Problem problem = generated(99, 8, 2);
    const std::vector<std::byte> weights = bytesOf(HSCOPE_RL_WEIGHTS);
    sim::NullSchedulerObserver observer;
    const sim::SchedulerRequest request{problem, 17, 640, true, {}, observer};
    const auto first = sim::RlLstmScheduler(*m_table, weights).run(request);
    const auto second = sim::RlLstmScheduler(*m_table, weights).run(request);
    QVERIFY(first && second);
    QVERIFY(*first == *second);
    QVERIFY(first->feasible);
}

QTEST_APPLESS_MAIN(tst_RlPolicy)
#include "tst_rl_policy.moc"
