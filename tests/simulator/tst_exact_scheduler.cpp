// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/documents.h"
#include "simulator/sched/brute_force_scheduler.h"
#include "simulator/sched/exact_scheduler.h"
#include "simulator/sched/greedy_scheduler.h"
#include "simulator/verify/placement_check.h"
#include "tests/simulator/brute_force.h"

#include <QTest>

#include <cmath>

using namespace hscope;

namespace {

constexpr std::int64_t kMostUnits = 40;
constexpr std::int64_t kFewUnits = 9; // The most that a limit of a random problem is.

core::Result<sim::Placement> place(const sim::Scheduler& scheduler, const sim::Problem& problem)
{
    sim::NullSchedulerObserver observer;
    return scheduler.run({problem, 0, 1000, false, {}, observer});
}

/// Whether two costs agree to rounding; both none counts.
bool agree(const std::optional<double>& a, const std::optional<double>& b)
{
    return a.has_value() == b.has_value() && (!a || std::abs(*a - *b) <= 1e-9 * *b);
}

} // namespace

class tst_ExactScheduler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithBruteForce_data();
    void agreesWithBruteForce();
    void saysHowMuchThroughputCanBeReached();
    void noThroughputFloorIsFine();
    void slowestScheduleIsPossible();
    void floorThatIsJustMet();
    void unitsThatShareEverything();
    void sameProblemSameBytes();
    void stopsWhenAsked();
    void tenThousandLayersAreRefused();
};

void tst_ExactScheduler::agreesWithBruteForce_data()
{
    QTest::addColumn<int>("instances");
    QTest::addColumn<bool>("limits");
    QTest::addColumn<bool>("fixedCost");
    QTest::addColumn<bool>("edges");
    QTest::addColumn<bool>("measured");
    QTest::newRow("chains with ample limits") << 600 << false << false << false << false;
    QTest::newRow("a fixed cost per hour") << 400 << false << true << false << false;
    QTest::newRow("edges that skip layers") << 400 << false << true << true << false;
    QTest::newRow("limits that bind") << 800 << true << false << false << false;
    QTest::newRow("limits, fixed cost and edges") << 600 << true << true << true << false;
    QTest::newRow("measured times") << 500 << false << true << false << true;
    QTest::newRow("measured times and limits") << 500 << true << false << true << true;
}

void tst_ExactScheduler::agreesWithBruteForce()
{
    QFETCH(const int, instances);
    test::RandomProblemShape shape;
    QFETCH(const bool, limits);
    QFETCH(const bool, fixedCost);
    QFETCH(const bool, edges);
    QFETCH(const bool, measured);
    shape.hasLimits = limits;
    shape.hasFixedCost = fixedCost;
    shape.hasEdges = edges;
    shape.hasMeasuredTimes = measured;
    shape.mostLayers = 4;
    std::mt19937_64 random(20211110);
    int feasible = 0;
    int certified = 0;
    for (int i = 0; i < instances; ++i) {
        test::RandomProblem instance = test::randomProblem(random, shape);
        for (sim::ResourceType& type : instance.cluster.resourceTypes) {
            type.limit = type.limit.value_or(kMostUnits); // So that trying all units ends.
        }
        const std::optional<double> expected = test::bruteForceCost(
            instance.workload, instance.cluster, limits ? kFewUnits : kMostUnits);
        const auto problem = sim::Problem::create(instance.workload, instance.cluster);
        QVERIFY2(problem, problem ? "" : problem.error().message.c_str());
        const auto exact = place(sim::ExactScheduler(), *problem);
        QVERIFY(exact);
        QVERIFY2(agree(exact->costUsd, expected),
                 qPrintable(QStringLiteral("instance %1: exact %2, brute force %3")
                                .arg(i)
                                .arg(exact->costUsd.value_or(-1), 0, 'g', 17)
                                .arg(expected.value_or(-1), 0, 'g', 17)));
        QVERIFY(exact->provenOptimal);
        const auto tried = place(sim::BruteForceScheduler(), *problem);
        QVERIFY(tried && agree(tried->costUsd, expected));
        const auto greedy = place(sim::GreedyScheduler(), *problem);
        QVERIFY(greedy && (!greedy->costUsd || *greedy->costUsd >= *expected * (1 - 1e-9)));
        if (exact->feasible) {
            ++feasible;
            const sim::PlacementCheck check =
                sim::checkPlacement(instance.workload, instance.cluster, *exact);
            QVERIFY2(check.holds(), check.holds() ? "" : check.problems.front().c_str());
            certified += check.optimality == sim::Optimality::Certified ? 1 : 0;
        }
    }
    QVERIFY2(feasible > instances / 5, "the instances hardly test anything");
    QVERIFY(limits || certified > feasible * 9 / 10);
}

void tst_ExactScheduler::saysHowMuchThroughputCanBeReached()
{
    // One layer of 1 s on one unit, perfectly parallel, at most 4 units: 4 samples/s.
    sim::Workload workload;
    workload.name = "w";
    workload.samplesPerEpoch = 1;
    workload.epochs = 1;
    workload.throughputLimit = 5;
    workload.chargeBoundaryTraffic = false;
    workload.layers = {{"a", "fc", {}, 0, 0, 0, 0, 0, {}, {{"cpu", {1, 0, 1, 1, {}, {}, {}}}}}};
    sim::Cluster cluster;
    cluster.name = "c";
    cluster.resourceTypes = {{"cpu", sim::DeviceKind::Cpu, "cpu", 1, 4, {}, {}, {}, {}, {}}};
    const auto placement = place(sim::ExactScheduler(), *sim::Problem::create(workload, cluster));
    QVERIFY(placement && !placement->feasible && placement->stages.empty());
    QVERIFY(std::abs(*placement->highestThroughput - 4) < 1e-8);
    QVERIFY(placement->reason->find("the highest throughput that can be reached is 4 samples/s") !=
            std::string::npos);

    workload.throughputLimit = 4; // Just met.
    const auto met = place(sim::ExactScheduler(), *sim::Problem::create(workload, cluster));
    QVERIFY(met && met->feasible && met->stages.front().units == 4);
}

void tst_ExactScheduler::noThroughputFloorIsFine()
{
    std::mt19937_64 random(7);
    test::RandomProblem instance = test::randomProblem(random, {});
    instance.workload.throughputLimit = 0;
    const auto problem = sim::Problem::create(instance.workload, instance.cluster);
    const auto placement = place(sim::ExactScheduler(), *problem);
    QVERIFY(placement && placement->feasible);
    QVERIFY(agree(placement->costUsd,
                  test::bruteForceCost(instance.workload, instance.cluster, kMostUnits)));
    const sim::PlacementCheck check =
        sim::checkPlacement(instance.workload, instance.cluster, *placement);
    QVERIFY2(check.holds(), check.holds() ? "" : check.problems.front().c_str());
    QCOMPARE(check.optimality, sim::Optimality::Certified);
}

// A floor that asks for nothing: the longest period and the time of all layers on one unit are sums
// of the same numbers in another order, of which either may be the larger by a rounding. One unit
// of the only type is what costs least then, and what a limit of 1 leaves.
void tst_ExactScheduler::slowestScheduleIsPossible()
{
    std::mt19937_64 random(301);
    std::uniform_real_distribution<double> seconds(1e-5, 1e-3);
    for (int i = 0; i < 300; ++i) {
        sim::Workload workload;
        workload.name = "w";
        workload.samplesPerEpoch = 3600;
        workload.epochs = 1;
        workload.throughputLimit = i % 2;
        workload.chargeBoundaryTraffic = false;
        double total = 0;
        for (int layer = 0; layer < 4; ++layer) {
            const double time = seconds(random);
            total += time;
            workload.layers.push_back(
                {"a", "fc", {}, 0, 0, 0, 0, 0, {}, {{"cpu", {time, 0, 0.9, 1, {}, {}, {}}}}});
        }
        sim::Cluster cluster;
        cluster.name = "c";
        cluster.resourceTypes = {{"cpu", sim::DeviceKind::Cpu, "cpu", 1, {}, {}, {}, {}, {}, {}}};
        if (i % 3 == 0) {
            cluster.resourceTypes.front().limit = 1;
        }
        const auto problem = sim::Problem::create(workload, cluster);
        const auto exact = place(sim::ExactScheduler(), *problem);
        QVERIFY(exact && exact->feasible);
        QVERIFY2(agree(exact->costUsd, total), "one unit costs least");
        const auto tried = place(sim::BruteForceScheduler(), *problem);
        QVERIFY(tried && agree(tried->costUsd, total));
    }
}

// 0.5 ms + 9.5 ms / 19 is the period of a floor of 1,000/s, but for a rounding.
void tst_ExactScheduler::floorThatIsJustMet()
{
    sim::Workload workload;
    workload.name = "w";
    workload.samplesPerEpoch = 3600;
    workload.epochs = 1;
    workload.throughputLimit = 1000;
    workload.chargeBoundaryTraffic = false;
    workload.layers = {
        {"a", "fc", {}, 0, 0, 0, 0, 0, {}, {{"gpu", {0.01, 0, 0.95, 1, {}, {}, {}}}}}};
    sim::Cluster cluster;
    cluster.name = "c";
    cluster.fixedCostUsdPerHour = 1000; // So that the shortest period is not the cheapest.
    cluster.resourceTypes = {{"gpu", sim::DeviceKind::Gpu, "gpu", 1, 19, {}, {}, {}, {}, {}}};
    const auto exact = place(sim::ExactScheduler(), *sim::Problem::create(workload, cluster));
    QVERIFY(exact && exact->feasible);
    QCOMPARE(exact->stages.front().units, std::int64_t{19});
    const sim::PlacementCheck check = sim::checkPlacement(workload, cluster, *exact);
    QVERIFY2(check.holds(), check.holds() ? "" : check.problems.front().c_str());
}

// With alpha = beta = 1 and no limit any number of units costs the same: there are endlessly many
// periods.
void tst_ExactScheduler::unitsThatShareEverything()
{
    sim::Workload workload;
    workload.name = "w";
    workload.samplesPerEpoch = 3600;
    workload.epochs = 1;
    workload.throughputLimit = 10;
    workload.chargeBoundaryTraffic = false;
    workload.layers = {{"a", "fc", {}, 0, 0, 0, 0, 0, {}, {{"cpu", {1, 0, 1, 1, {}, {}, {}}}}}};
    sim::Cluster cluster;
    cluster.name = "c";
    cluster.resourceTypes = {{"cpu", sim::DeviceKind::Cpu, "cpu", 2, {}, {}, {}, {}, {}, {}},
                             {"gpu", sim::DeviceKind::Gpu, "gpu", 3, {}, {}, {}, {}, {}, {}}};
    const auto placement = place(sim::ExactScheduler(), *sim::Problem::create(workload, cluster));
    QVERIFY(placement && placement->provenOptimal);
    QVERIFY(std::abs(*placement->costUsd - 2) < 1e-9); // 1 s x 2 USD/h x 3600 samples / 3600.
    const sim::PlacementCheck check = sim::checkPlacement(workload, cluster, *placement);
    QVERIFY2(check.holds(), check.holds() ? "" : check.problems.front().c_str());
    QCOMPARE(check.optimality, sim::Optimality::Certified);

    // Two stages whose units never come out even: no schedule costs least, each is beaten by a
    // larger one.
    workload.layers.push_back(
        {"b", "fc", {}, 0, 0, 0, 0, 0, {}, {{"gpu", {std::sqrt(2), 0, 1, 1, {}, {}, {}}}}});
    const auto endless = place(sim::ExactScheduler(), *sim::Problem::create(workload, cluster));
    const double infimum = 2 + 3 * std::sqrt(2);
    QVERIFY(endless && endless->feasible);
    const auto tried = place(sim::BruteForceScheduler(), *sim::Problem::create(workload, cluster));
    QVERIFY(tried && tried->feasible && !tried->provenOptimal);
    QVERIFY(*tried->lowerBoundUsd <= infimum * (1 + 1e-9));
    QVERIFY(*tried->costUsd >= infimum && *tried->costUsd < infimum * 1.001);
    QVERIFY(*endless->lowerBoundUsd <= infimum * (1 + 1e-9) &&
            *endless->lowerBoundUsd > infimum * (1 - 1e-6));
    QVERIFY(*endless->costUsd >= infimum * (1 - 1e-9) && *endless->costUsd < infimum * 1.001);
    QVERIFY(sim::checkPlacement(workload, cluster, *endless).holds());
}

void tst_ExactScheduler::sameProblemSameBytes()
{
    std::mt19937_64 random(3);
    const test::RandomProblem instance =
        test::randomProblem(random, {8, 3, true, true, true, true});
    const auto problem = sim::Problem::create(instance.workload, instance.cluster);
    const auto again = sim::Problem::create(instance.workload, instance.cluster);
    for (const sim::Scheduler* scheduler : std::initializer_list<const sim::Scheduler*>{
             new sim::ExactScheduler, new sim::GreedyScheduler}) {
        const std::unique_ptr<const sim::Scheduler> owner(scheduler);
        QCOMPARE(sim::toJson(*place(*scheduler, *problem)),
                 sim::toJson(*place(*scheduler, *again)));
    }
}

void tst_ExactScheduler::stopsWhenAsked()
{
    std::mt19937_64 random(3);
    const test::RandomProblem instance = test::randomProblem(random, {});
    const auto problem = sim::Problem::create(instance.workload, instance.cluster);
    std::stop_source source;
    source.request_stop();
    sim::NullSchedulerObserver observer;
    const auto result =
        sim::ExactScheduler().run({*problem, 0, 1000, false, source.get_token(), observer});
    QVERIFY(!result);
    QCOMPARE(result.error().code, core::ErrorCode::Cancelled);
}

void tst_ExactScheduler::tenThousandLayersAreRefused()
{
    std::mt19937_64 random(11);
    test::RandomProblem instance = test::randomProblem(random, {2, 2, false, false, false, false});
    const sim::Layer layer = instance.workload.layers.front();
    instance.workload.layers.assign(10'000, layer);
    instance.workload.throughputLimit = 1e5;
    const auto problem = sim::Problem::create(instance.workload, instance.cluster);
    QVERIFY(problem);
    const auto refused = place(sim::ExactScheduler(), *problem);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, core::ErrorCode::Exhausted);
    QVERIFY(refused.error().message.find("10000 layers on 2 types have 100010000") !=
            std::string::npos);
    const auto greedy = place(sim::GreedyScheduler(), *problem);
    QVERIFY(greedy && (greedy->feasible || greedy->highestThroughput));
}

QTEST_APPLESS_MAIN(tst_ExactScheduler)

#include "tst_exact_scheduler.moc"
