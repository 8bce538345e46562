// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// What rl-lstm does around its network, with a stand-in for the plugin; and the searches it is
// compared with. Needs no LibTorch.
#include "simulator/sched/instance_generator.h"
#include "simulator/sched/local_search.h"
#include "simulator/sched/policy_features.h"
#include "simulator/sched/policy_library.h"
#include "simulator/sched/random_search.h"
#include "simulator/sched/rl_lstm_scheduler.h"
#include "tests/simulator/policy_problems.h"
#include "tests/simulator/table_policy.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace hscope;

namespace {

/// Asks to stop in a given round.
class StopsInRound final : public sim::SchedulerObserver
{
public:
    explicit StopsInRound(std::int64_t round)
        : m_round(round)
    {
    }

    void progressed(std::int64_t /*done*/, std::int64_t /*total*/) override {}

    void trained(const sim::TrainingRound& round) override
    {
        lastRound = round.round;
        if (round.round == m_round) {
            source.request_stop();
        }
    }

    std::stop_source source;
    std::int64_t lastRound = 0;

private:
    std::int64_t m_round;
};

QString messageOf(const core::Result<sim::Placement>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}

} // namespace

class tst_RlHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void missingWeightsAreASentence();
    void missingPluginIsASentence();
    void anotherLibraryIsASentence();
    void damagedWeightsAreASentence();
    void decidesWithShippedWeights();
    void trainingFindsTheObviousPlan();
    void stopsWhenAsked();
    void rewardsRankPlans();
    void featuresAreFiniteAndRelative();
    void generatesTheSameFromTheSameSeed();
    void searchesFindTheObviousPlan();
    void searchesKeepToTheirBudget();
};

void tst_RlHost::missingWeightsAreASentence()
{
    sim::NullSchedulerObserver observer;
    const sim::Problem problem = test::twoLayers();
    const sim::RlLstmScheduler scheduler(
        sim::PolicyFiles{"/nowhere/libhscope_rl.so", "/nowhere/rl-lstm.policy"});
    const auto result = scheduler.run({problem, 0, 0, false, {}, observer});
    QVERIFY(!result);
    QCOMPARE(result.error().code, core::ErrorCode::Unavailable);
    QCOMPARE(messageOf(result),
             "rl-lstm needs the weights rl-lstm.policy, which are not at /nowhere/rl-lstm.policy: "
             "reinstall Heteroscope, or make them with train_policy");
    QVERIFY(messageOf(
                sim::RlLstmScheduler(sim::PolicyFiles{}).run({problem, 0, 0, false, {}, observer}))
                .contains("which are not installed"));
}

void tst_RlHost::missingPluginIsASentence()
{
    const auto none = sim::loadPolicyPlugin({});
    QVERIFY(!none);
    QCOMPARE(none.error().code, core::ErrorCode::Unavailable);
    QCOMPARE(
        none.error().message,
        std::string("rl-lstm needs the plugin libhscope_rl.so, which is not installed: install "
                    "LibTorch (Debian: libtorch-dev) and build with HSCOPE_WITH_TORCH=ON"));
    const auto missing = sim::loadPolicyPlugin("/nowhere/libhscope_rl.so");
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, core::ErrorCode::Unavailable);
    const QString text = QString::fromStdString(missing.error().message);
    QVERIFY2(text.contains("could not be loaded") && text.contains("/nowhere/libhscope_rl.so") &&
                 text.contains("Debian: libtorch1.13"),
             qPrintable(text));
}

void tst_RlHost::anotherLibraryIsASentence()
{
    const auto other = sim::loadPolicyPlugin("libm.so.6"); // A library without our interface.
    QVERIFY(!other);
    QCOMPARE(other.error().code, core::ErrorCode::Unavailable);
    QVERIFY(QString::fromStdString(other.error().message).contains("has another interface"));
}

void tst_RlHost::damagedWeightsAreASentence()
{
    sim::NullSchedulerObserver observer;
    const sim::Problem problem = test::twoLayers();
    const sim::RlLstmScheduler scheduler(test::tablePolicy(), std::vector<std::byte>(2));
    const auto result = scheduler.run({problem, 0, 0, false, {}, observer});
    QVERIFY(!result);
    QCOMPARE(result.error().code, core::ErrorCode::Corrupt);
    QCOMPARE(messageOf(result), "the weights of rl-lstm: not one byte");
}

void tst_RlHost::decidesWithShippedWeights()
{
    sim::NullSchedulerObserver observer;
    const sim::Problem problem = test::twoLayers();
    const sim::RlLstmScheduler scheduler(test::tablePolicy(), test::tableWeights(1));
    const auto placement = scheduler.run({problem, 3, 0, false, {}, observer});
    QVERIFY(placement);
    QCOMPARE(placement->stages.size(), std::size_t{1});
    QCOMPARE(placement->stages[0].type, std::string("b"));
    QCOMPARE(placement->stages[0].units, 110);
    QCOMPARE(placement->scheduler, std::string("rl-lstm"));
    QCOMPARE(placement->seed, std::uint64_t{3});
    QVERIFY(!placement->provenOptimal && !placement->bestSampledCostUsd);
}

void tst_RlHost::trainingFindsTheObviousPlan()
{
    const sim::Problem problem = test::twoLayers();
    const sim::RlLstmScheduler scheduler(test::tablePolicy(), test::tableWeights(1));
    StopsInRound observer(-1);
    const sim::SchedulerRequest request{problem, 3, 16'000, true, {}, observer};
    const auto placement = scheduler.run(request);
    QVERIFY(placement);
    QCOMPARE(placement->stages.size(), std::size_t{2});
    QCOMPARE(*placement->costUsd, 20.0); // 10 + 10 units at 1 USD/h for an hour of samples.
    QCOMPARE(*placement->bestSampledCostUsd, 20.0);
    QCOMPARE(observer.lastRound, 250);
    QCOMPARE(placement->evaluations, 5); // There are four plans; the decision counts again.
    QVERIFY(*scheduler.run(request) == *placement);
}

void tst_RlHost::stopsWhenAsked()
{
    const sim::Problem problem = test::twoLayers();
    const sim::RlLstmScheduler scheduler(test::tablePolicy(), test::tableWeights(0));
    StopsInRound observer(2);
    const auto result =
        scheduler.run({problem, 3, 16'000, true, observer.source.get_token(), observer});
    QVERIFY(!result);
    QCOMPARE(result.error().code, core::ErrorCode::Cancelled);
    QCOMPARE(observer.lastRound, 2);
    QVERIFY(!sim::RandomScheduler().run(
        {problem, 3, 100, false, observer.source.get_token(), observer}));
    QVERIFY(!sim::LocalSearchScheduler().run(
        {problem, 3, 100, false, observer.source.get_token(), observer}));
}

void tst_RlHost::rewardsRankPlans()
{
    const sim::Problem problem = test::twoLayers();
    sim::PlanJudge judge(problem);
    QCOMPARE(judge.reference().costUsd, 20.0); // Each layer's cheapest type.
    QCOMPARE(judge.judge(sim::TypePlan{0, 1}), 0.0);
    const double oneType = judge.judge(sim::TypePlan{0, 0});
    const double swapped = judge.judge(sim::TypePlan{1, 0});
    QCOMPARE(oneType, -2 + 1 / std::log(110.0 / 20)); // Beyond e times the reference: flattened.
    QVERIFY(swapped < oneType && swapped > sim::PlanJudge::kInfeasibleReward);
    QCOMPARE(judge.evaluations(), 3);
    judge.judge(sim::TypePlan{1, 0});
    QCOMPARE(judge.evaluations(), 3);
    QCOMPARE(judge.best(), (sim::TypePlan{0, 1}));
    // What cannot run at all is worse than anything that can.
    const sim::Problem gaps = test::layersWithGaps();
    sim::PlanJudge strict(gaps);
    const double broken = strict.judge(sim::TypePlan{0, 0, 0, 0, 0, 0});
    const double lessBroken = strict.judge(sim::TypePlan{1, 2, 0, 1, 2, 2});
    QVERIFY(broken < sim::PlanJudge::kInfeasibleReward);
    QVERIFY(lessBroken < sim::PlanJudge::kInfeasibleReward);
    QVERIFY(strict.judge(sim::TypePlan{1, 2, 0, 1, 2, 0}) > sim::PlanJudge::kInfeasibleReward);
}

void tst_RlHost::featuresAreFiniteAndRelative()
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto problem = sim::generateInstance({5 + seed % 16, 1 + seed % 9}, seed);
        QVERIFY2(problem, problem ? "" : problem.error().message.c_str());
        sim::PolicyInput input(problem->layerCount(), problem->typeCount());
        input.add(*problem, sim::referenceSchedule(*problem));
        const hscope_policy_problems view = input.view();
        const std::size_t cells = problem->layerCount() * problem->typeCount();
        for (std::size_t i = 0; i < cells * HSCOPE_POLICY_TYPE_FEATURES; ++i) {
            QVERIFY(std::abs(view.type_features[i]) < 10);
        }
        for (std::size_t i = 0; i < problem->layerCount() * HSCOPE_POLICY_LAYER_FEATURES; ++i) {
            QVERIFY(std::abs(view.layer_features[i]) < 10);
        }
    }
    // Another currency and a longer training change nothing.
    const sim::Problem problem = test::twoLayers();
    sim::Cluster dear = problem.cluster();
    for (sim::ResourceType& type : dear.resourceTypes) {
        type.priceUsdPerHour *= 1024;
    }
    sim::Workload longer = problem.workload();
    longer.epochs *= 8;
    const auto scaled = sim::Problem::create(longer, dear);
    QVERIFY(scaled);
    sim::PolicyInput first(2, 2);
    sim::PolicyInput second(2, 2);
    first.add(problem, sim::referenceSchedule(problem));
    second.add(*scaled, sim::referenceSchedule(*scaled));
    QVERIFY(std::equal(first.view().type_features,
                       first.view().type_features + 4 * HSCOPE_POLICY_TYPE_FEATURES,
                       second.view().type_features));
}

void tst_RlHost::generatesTheSameFromTheSameSeed()
{
    const auto first = sim::generateInstance({16, 4}, 5);
    const auto again = sim::generateInstance({16, 4}, 5);
    const auto other = sim::generateInstance({16, 4}, 6);
    QVERIFY(first && again && other);
    QVERIFY(first->workload() == again->workload() && first->cluster() == again->cluster());
    QVERIFY(first->workload() != other->workload());
    QCOMPARE(first->layerCount(), std::size_t{16});
    QCOMPARE(first->typeCount(), std::size_t{4});
}

void tst_RlHost::searchesFindTheObviousPlan()
{
    const sim::Problem problem = test::twoLayers();
    sim::NullSchedulerObserver observer;
    const sim::SchedulerRequest request{problem, 1, 50, false, {}, observer};
    const auto random = sim::RandomScheduler().run(request);
    const auto local = sim::LocalSearchScheduler().run(request);
    QVERIFY(random && local);
    QCOMPARE(*random->costUsd, 20.0);
    QCOMPARE(*local->costUsd, 20.0);
    QVERIFY(*sim::RandomScheduler().run(request) == *random);
    QVERIFY(*sim::LocalSearchScheduler().run(request) == *local);
}

void tst_RlHost::searchesKeepToTheirBudget()
{
    const auto problem = sim::generateInstance({20, 8}, 3);
    QVERIFY(problem);
    sim::NullSchedulerObserver observer;
    const sim::SchedulerRequest request{*problem, 1, 300, false, {}, observer};
    QVERIFY(sim::RandomScheduler().run(request)->evaluations <= 300);
    QVERIFY(sim::LocalSearchScheduler().run(request)->evaluations <= 300);
}

QTEST_APPLESS_MAIN(tst_RlHost)
#include "tst_rl_host.moc"
