// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/documents.h"
#include "simulator/model/problem.h"
#include "simulator/model/provisioning.h"
#include "tests/simulator/brute_force.h"

#include <QTest>

#include <cmath>

using namespace hscope;

namespace {

sim::Problem bundled(const std::string& workload, const std::string& cluster)
{
    const std::filesystem::path folder(HSCOPE_SCENARIOS);
    return sim::Problem::create(
               sim::readWorkload(folder / "workloads" / (workload + ".json")).value(),
               sim::readCluster(folder / "clusters" / (cluster + ".json")).value())
        .value();
}

bool near(double a, double b, double precision = 1e-7)
{
    return std::abs(a - b) <= precision * std::abs(b);
}

sim::Layer layerOf(const char* type, const sim::LayerProfile& profile)
{
    return {"layer", "fc", {}, 0, 0, 0, 0, 0, {}, {{type, profile}}};
}

sim::Workload workloadOf(std::vector<sim::Layer> layers)
{
    sim::Workload workload;
    workload.name = "w";
    workload.samplesPerEpoch = 3600;
    workload.epochs = 1;
    workload.layers = std::move(layers);
    return workload;
}

sim::Cluster clusterOf(std::vector<sim::ResourceType> types)
{
    sim::Cluster cluster;
    cluster.name = "c";
    cluster.resourceTypes = std::move(types);
    return cluster;
}

sim::ResourceType typeOf(const char* id, std::optional<std::int64_t> limit = {},
                         std::optional<double> nic = 1)
{
    return {id, sim::DeviceKind::Cpu, id, 1, limit, {}, nic, {}, {}, {}};
}

} // namespace

class tst_Problem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workedExampleOnOneType();
    void workedExampleOnTwoTypes();
    void cutsOfATwoTowerModel();
    void aLongerStageCanBeFaster();
    void measuredTimesReplaceTheFormula();
    void leastUnitsAreTheFirstThatMeetThePeriod();
    void refuses_data();
    void refuses();
    void drawnDevicesAreTheLimit();
    void provisioningIsExact();
    void newtonBalancesAndRoundsUp();
};

// Both worked examples of the scenarios' description, worked out by hand there.
void tst_Problem::workedExampleOnOneType()
{
    const sim::Problem problem = bundled("CTRDNN", "paper-like");
    const sim::StageRange all{0, 16, 0};
    QVERIFY(near(problem.stageTime(all, 6)->execution(), 1.846124083e-5, 1e-9));
    QVERIFY(near(problem.stageTime(all, 6)->communication, 4.832471875e-6, 1e-9));
    QCOMPARE(problem.leastUnits(all, problem.longestPeriod(), sim::PeriodTest::AtMost),
             std::optional<std::int64_t>(6));
    const auto schedule = sim::costOf(problem, {{all, 6}});
    QVERIFY(near(schedule->costUsd, 1.23074938889, 1e-9));
}

void tst_Problem::workedExampleOnTwoTypes()
{
    const sim::Problem problem = bundled("MATCHNET_gru", "paper-like");
    const sim::StageRange cpu{0, 4, 0};
    const sim::StageRange gpu{4, 16, 1};
    QVERIFY(near(problem.stageTime(cpu, 170)->compute, 1.828927e-5, 1e-6));
    QVERIFY(near(problem.stageTime(cpu, 170)->communication, 5.321391e-6, 1e-6));
    QVERIFY(near(problem.stageTime(gpu, 4)->execution(), 1.828249e-5, 1e-6));
    QVERIFY(near(problem.boundarySeconds(4, 0), 3.938462e-6, 1e-6));
    QVERIFY(near(sim::costOf(problem, {{cpu, 170}, {gpu, 4}})->costUsd, 83.72422, 1e-6));
}

void tst_Problem::cutsOfATwoTowerModel()
{
    const std::vector<double> expected = {0,     632,  40448, 40448, 512,  512, 512, 1304, 51200,
                                          51200, 1024, 1024,  1024,  1024, 4,   4,   0};
    QCOMPARE(sim::cutBytes(bundled("MATCHNET_gru", "paper-like").workload()), expected);
    QCOMPARE(sim::cutBytes(bundled("NCE", "paper-like").workload()),
             (std::vector<double>{0, 56, 1248, 8424, 24, 0}));
}

void tst_Problem::aLongerStageCanBeFaster()
{
    const sim::Problem problem = bundled("MATCHNET_gru", "paper-like");
    QVERIFY(near(problem.stageTime({2, 3, 1}, 1)->communication, 104.7e-6, 1e-3));
    QVERIFY(near(problem.stageTime({2, 4, 1}, 1)->communication, 53.5e-6, 1e-3));
    QVERIFY(!problem.exceedsForAnyEnd({2, 3, 1}, 60e-6)); // So no search may stop here.
}

void tst_Problem::measuredTimesReplaceTheFormula()
{
    const sim::LayerProfile measured{1, 1, 0.5, 0.5, {}, {}, {{2, 10}, {4, 6}, {8, 7}}};
    const sim::LayerProfile formula{4, 1, 1, 1, {}, {}, {}};
    const auto problem =
        sim::Problem::create(workloadOf({layerOf("cpu", measured), layerOf("cpu", formula)}),
                             clusterOf({typeOf("cpu")}));
    QVERIFY(problem);
    const sim::StageRange first{0, 1, 0};
    QVERIFY(!problem->stageTime(first, 1)); // Nothing was measured there.
    QVERIFY(near(problem->stageTime(first, 2)->execution(), 10));
    QVERIFY(near(problem->stageTime(first, 4)->execution(), 6));
    QVERIFY(near(problem->stageTime(first, 3)->execution(),
                 6 + 4 * (1. / 3 - 1. / 4) / (1. / 2 - 1. / 4))); // Linear in 1/k.
    QVERIFY(near(problem->stageTime(first, 8)->execution(), 7));
    QVERIFY(near(problem->stageTime(first, 100)->execution(),
                 7)); // No gain is claimed beyond the last point.
    QVERIFY(near(problem->stageTime({0, 2, 0}, 4)->execution(), 6 + 1));
    QCOMPARE(problem->leastUnits(first, 6.5, sim::PeriodTest::AtMost),
             std::optional<std::int64_t>(4));
    QVERIFY(!problem->leastUnits(first, 6, sim::PeriodTest::LessThan));
}

void tst_Problem::leastUnitsAreTheFirstThatMeetThePeriod()
{
    std::mt19937_64 random(99);
    for (int i = 0; i < 300; ++i) {
        const test::RandomProblem instance =
            test::randomProblem(random, {5, 3, false, false, true, i % 2 == 0});
        const auto problem = sim::Problem::create(instance.workload, instance.cluster);
        QVERIFY(problem);
        for (std::size_t end = 1; end <= problem->layerCount(); ++end) {
            const sim::StageRange stage{end / 2 == end ? 0 : end / 2, end,
                                        random() % problem->typeCount()};
            // Periods that are some number's own time are the hard ones.
            const auto own =
                problem->stageTime(stage, 1 + static_cast<std::int64_t>(random() % 30));
            const double period = own ? own->execution() : 1e-5;
            for (const sim::PeriodTest test :
                 {sim::PeriodTest::AtMost, sim::PeriodTest::LessThan}) {
                std::optional<std::int64_t> expected;
                for (std::int64_t units = 1; units <= 2000 && !expected; ++units) {
                    const auto time = problem->stageTime(stage, units);
                    const bool meets =
                        time && (test == sim::PeriodTest::AtMost ? time->execution() <= period
                                                                 : time->execution() < period);
                    expected = meets ? std::optional(units) : std::nullopt;
                }
                const auto found = problem->leastUnits(stage, period, test);
                QVERIFY(found == expected || (!expected && found && *found > 2000));
            }
        }
    }
}

void tst_Problem::refuses_data()
{
    QTest::addColumn<QString>("message");
    QTest::newRow("no type for a layer")
        << "layer 1 (layer) of workload w has no profile for any resource type of cluster c";
    QTest::newRow("no units for a layer")
        << "can only run on types of which cluster c has no units";
    QTest::newRow("no bandwidth")
        << "has no nic_gb_per_s: add it, or set charge_boundary_traffic to false";
    QTest::newRow("no price") << "resource type gpu of cluster c has no price";
    QTest::newRow("overflow") << "check prices, epochs and samples_per_epoch";
    QTest::newRow("no time") << "take no time at all";
    QTest::newRow("no layers") << "workload w has no layers";
}

void tst_Problem::refuses()
{
    const QByteArray row = QTest::currentDataTag();
    const sim::LayerProfile profile{1e-3, 0, 1, 1, {}, {}, {}};
    sim::Workload workload = workloadOf({layerOf("cpu", profile), layerOf("cpu", profile)});
    sim::Cluster cluster = clusterOf({typeOf("cpu"), typeOf("gpu")});
    if (row == "no type for a layer") {
        workload.layers[1] = layerOf("tpu", profile);
    } else if (row == "no units for a layer") {
        cluster.resourceTypes[0].limit = 0;
    } else if (row == "no bandwidth") {
        workload.layers[0].profile["gpu"] = profile;
        cluster.resourceTypes[1].nicGbPerSecond.reset();
    } else if (row == "no price") {
        workload.layers[0].profile["gpu"] = profile;
        cluster.resourceTypes[1].priceUsdPerHour = 0;
    } else if (row == "overflow") {
        workload.epochs = 1e300;
        workload.samplesPerEpoch = 1e7;
    } else if (row == "no time") {
        workload = workloadOf({layerOf("cpu", {0, 0, 1, 1, {}, {}, {}})});
    } else {
        workload.layers.clear();
    }
    const auto problem = sim::Problem::create(workload, cluster);
    QVERIFY(!problem);
    QFETCH(const QString, message);
    QVERIFY2(QString::fromStdString(problem.error().message).contains(message),
             problem.error().message.c_str());
}

void tst_Problem::drawnDevicesAreTheLimit()
{
    sim::Cluster cluster = clusterOf({typeOf("cpu"), typeOf("gpu", 3)});
    QCOMPARE(sim::unitLimit(cluster, 0), std::optional<std::int64_t>());
    QCOMPARE(sim::unitLimit(cluster, 1), std::optional<std::int64_t>(3));
    cluster.nodes = {{"a", 2, {}, {{"cpu", 4, 1}, {"gpu", 2, 1}}, {}, {}},
                     {"b", 1, {}, {{"cpu", 1, 1}}, {}, {}}};
    QCOMPARE(sim::unitLimit(cluster, 0), std::optional<std::int64_t>(9));
    QCOMPARE(sim::unitLimit(cluster, 1), std::optional<std::int64_t>(3)); // Of 4 that are drawn.
}

void tst_Problem::provisioningIsExact()
{
    std::mt19937_64 random(17);
    int compared = 0;
    for (int i = 0; i < 400; ++i) {
        test::RandomProblem instance =
            test::randomProblem(random, {4, 2, true, i % 2 == 0, false, false});
        // Each layer on one type only: then brute force tries the units of this placement alone.
        sim::TypePlan plan;
        for (sim::Layer& layer : instance.workload.layers) {
            const std::size_t type = layer.profile.contains("type-1") && random() % 2 == 0 ? 1 : 0;
            const std::string id = layer.profile.contains("type-" + std::to_string(type))
                                       ? "type-" + std::to_string(type)
                                       : layer.profile.begin()->first;
            layer.profile = {{id, layer.profile.at(id)}};
            plan.push_back(id == "type-0" ? 0 : 1);
        }
        const auto problem = sim::Problem::create(instance.workload, instance.cluster);
        QVERIFY(problem);
        const std::optional<double> expected =
            test::bruteForceCost(instance.workload, instance.cluster, 9);
        const std::optional<sim::Schedule> schedule = sim::provision(*problem, plan);
        QCOMPARE(schedule.has_value(), expected.has_value());
        if (schedule) {
            QVERIFY(near(schedule->costUsd, *expected, 1e-9));
            ++compared;
        }
    }
    QVERIFY(compared > 80);
}

void tst_Problem::newtonBalancesAndRoundsUp()
{
    // Without a fixed cost the continuous optimum is at the limit: units are those that just meet
    // it.
    const sim::Problem problem = bundled("CTRDNN_heavy", "paper-like");
    const sim::TypePlan plan = {0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const auto newton = sim::provisionNewton(problem, plan);
    QVERIFY(newton);
    for (const sim::ProvisionedStage& stage : newton->stages) {
        QCOMPARE(problem.leastUnits(stage.range, problem.longestPeriod(), sim::PeriodTest::AtMost),
                 std::optional(stage.units));
    }
    QVERIFY(sim::provision(problem, plan)->costUsd <= newton->costUsd);

    // With one, an interior optimum: period x (C0 + p Q / (period - S)) is least where its
    // derivative is 0, at period = S + sqrt(p Q S / C0). Here S = 0.1, Q = 0.9, p = 1, C0 = 4: S +
    // 0.15, so k = 0.9 / 0.15 = 6.
    sim::Workload workload = workloadOf({layerOf("cpu", {1, 0, 0.9, 1, {}, {}, {}})});
    sim::Cluster cluster = clusterOf({typeOf("cpu")});
    cluster.fixedCostUsdPerHour = 4;
    workload.throughputLimit = 1.5;
    const sim::Problem interior = sim::Problem::create(workload, cluster).value();
    const auto schedule = sim::provisionNewton(interior, sim::TypePlan{0});
    QVERIFY(schedule);
    QVERIFY(schedule->stages.front().units == 6 ||
            schedule->stages.front().units == 7); // 6 exactly, but for rounding.
}

QTEST_APPLESS_MAIN(tst_Problem)

#include "tst_problem.moc"
