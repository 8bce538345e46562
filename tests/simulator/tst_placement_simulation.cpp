// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/placement_simulation.h"
#include "tests/simulator/small_problem.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace hscope::sim;
using namespace hscope::test;
using hscope::core::Error;
using hscope::core::ErrorCode;
using hscope::core::NullProgress;
using hscope::core::Result;

namespace {

Result<SimulationResult> run(const Problem& problem, const Placement& placement,
                             const SimulationOptions& options = {})
{
    NullProgress progress;
    HSCOPE_TRY_ASSIGN(const SimulationPlan plan, planSimulation(problem, placement, options));
    return simulate(problem, plan, {}, progress, {});
}

SimulationOptions exactly(std::int64_t microbatches)
{
    SimulationOptions options;
    options.microbatches = microbatches;
    return options;
}

std::string sentence(const Result<SimulationResult>& result)
{
    return result ? "no error" : result.error().message;
}

/// |a - b| in nanoseconds.
double apartNs(double a, double b)
{
    return std::abs(a - b) * 1e9;
}

/// A random schedule of the small problem's layers.
Placement randomPlacement(std::mt19937_64& random, std::size_t layers)
{
    Placement placement = smallPlacement();
    placement.stages.clear();
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const std::string type = random() % 2 == 0 ? "cpu" : "gpu";
        if (placement.stages.empty() || placement.stages.back().type != type) {
            placement.stages.push_back(
                {layer, layer, type, static_cast<std::int64_t>(random() % 30 + 1), {}});
        }
        placement.stages.back().lastLayer = layer;
    }
    return placement;
}

} // namespace

class tst_PlacementSimulation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reproducesTheAnalyticPeriod();
    void holdsReplicasForTheExecutionTime();
    void simulatesToAWholeRound();
    void extrapolatesTheRestOfTheTraining();
    void simulatesExactlyWhatIsAskedFor();
    void hasNoPeriodWithTooFewMicrobatches();
    void billsWholeSteps();
    void makesBoundaryTrafficATransfer();
    void splitsTheSpan();
    void refusesPlacementsThatDoNotFit_data();
    void refusesPlacementsThatDoNotFit();
    void refusesReplicasThatDoNotExist();
    void refusesWhatItCannotSimulate();
};

void tst_PlacementSimulation::reproducesTheAnalyticPeriod()
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 300; ++i) {
        Workload workload = smallWorkload();
        for (Layer& layer : workload.layers) {
            for (auto& [type, profile] : layer.profile) {
                profile.computeSeconds = static_cast<double>(random() % 1'000'000) * 1.37e-9;
                profile.communicationSeconds = static_cast<double>(random() % 1'000'000) * 1.1e-9;
                profile.alpha = static_cast<double>(random() % 11) / 10;
                profile.beta = static_cast<double>(random() % 11) / 10;
            }
        }
        const Problem problem = problemOf(workload);
        const auto result = run(problem, randomPlacement(random, workload.layers.size()));
        QVERIFY2(result.has_value(), sentence(result).c_str());
        const double samples = 16; // a microbatch
        QVERIFY(result->periodSeconds.has_value());
        QVERIFY(apartNs(*result->periodSeconds, result->analyticPeriodSeconds) * samples <= 1);
        QVERIFY(std::abs(*result->throughput * *result->periodSeconds - 1) < 1e-12);
    }
}

void tst_PlacementSimulation::holdsReplicasForTheExecutionTime()
{
    const Problem problem = problemOf(smallWorkload());
    const Placement placement = smallPlacement();
    const auto plan = planSimulation(problem, placement, {});
    QVERIFY(plan.has_value());
    QCOMPARE(plan->samplesPerMicrobatch, 16);
    QCOMPARE(plan->pipeline.stages.size(), 2U);
    // Layers 0-1 on four cpu: compute 3 ms, communication 0.5 ms + 2 * 4e5 bytes / 1e9 byte/s.
    QCOMPARE(plan->pipeline.stages[0].service, Duration(48'000'000));
    QCOMPARE(plan->pipeline.stages[0].exposedTransfer, Duration(0));
    // Layers 2-3 on two gpu: compute 0.4 ms, communication 0.2 ms + 2 * 4e5 bytes / 2e9 byte/s.
    QCOMPARE(plan->pipeline.stages[1].service, Duration(9'600'000));
    QCOMPARE(plan->pipeline.stages[1].exposedTransfer, Duration(3'200'000));
    QVERIFY(!plan->pipeline.stages[0].transfer.has_value());
}

void tst_PlacementSimulation::simulatesToAWholeRound()
{
    const Problem problem = problemOf(smallWorkload());
    const auto plan = planSimulation(problem, smallPlacement(), {});
    // 4 + 2 replicas, then 1000, then up to a multiple of the slowest stage's 4, plus one.
    QCOMPARE(plan->pipeline.microbatches, 1'009);
    Placement wide = smallPlacement();
    wide.stages[0].units = 7'000;
    const auto widePlan = planSimulation(problem, wide, {});
    QCOMPARE(slowestPart(widePlan->pipeline).replicas, 2);
    QCOMPARE(widePlan->pipeline.microbatches, 7'002 + 28'000 + 1);
}

void tst_PlacementSimulation::extrapolatesTheRestOfTheTraining()
{
    Workload workload = smallWorkload();
    workload.samplesPerEpoch = 16 * 100'000 - 5; // the last microbatch is a smaller one
    const Problem problem = problemOf(workload);
    const auto result = run(problem, smallPlacement());
    const auto whole = run(problem, smallPlacement(), exactly(100'000));
    QVERIFY(result->extrapolated);
    QVERIFY(!whole->extrapolated);
    QCOMPARE(result->simulatedMicrobatches, 1'009);
    QCOMPARE(whole->simulatedMicrobatches, 100'000);
    QCOMPARE(*result->periodSeconds, *whole->periodSeconds);
    // Off by less than a round of the slowest stage: 48 ms.
    QVERIFY(std::abs(result->makespanSeconds - whole->makespanSeconds) < 0.048);

    workload.samplesPerEpoch = 16 * 500; // fits into the horizon
    const auto little = run(problemOf(workload), smallPlacement());
    QVERIFY(!little->extrapolated);
    QCOMPARE(little->simulatedMicrobatches, 500);
}

void tst_PlacementSimulation::simulatesExactlyWhatIsAskedFor()
{
    const Problem problem = problemOf(smallWorkload());
    const auto result = run(problem, smallPlacement(), exactly(9));
    // Two rounds and a ninth microbatch: 3 x 48 ms, then 9.6 ms.
    QCOMPARE(result->simulatedSpan, Duration(153'600'000));
    QCOMPARE(result->makespanSeconds, 0.1536);
    QCOMPARE(result->fill, Duration(57'600'000));
    QCOMPARE(result->events, 18U);
    QVERIFY(!result->extrapolated);
    QCOMPARE(*result->periodSeconds, 0.048 / 4 / 16);
}

void tst_PlacementSimulation::hasNoPeriodWithTooFewMicrobatches()
{
    const Problem problem = problemOf(smallWorkload());
    const auto result = run(problem, smallPlacement(), exactly(4));
    QVERIFY(!result->periodSeconds.has_value());
    QVERIFY(!result->throughput.has_value());
    QVERIFY(result->makespanSeconds > 0);
    QVERIFY(run(problem, smallPlacement(), exactly(5))->periodSeconds.has_value());
}

void tst_PlacementSimulation::billsWholeSteps()
{
    Cluster cluster = smallCluster();
    const double usdPerHour = 1 + 4 * 0.5 + 2 * 3; // fixed, four cpu, two gpu
    const auto costWith = [&](double step) {
        cluster.billingStepSeconds = step;
        return run(problemOf(smallWorkload(), cluster), smallPlacement(), exactly(9))->costUsd;
    };
    QCOMPARE(costWith(1), 1 * usdPerHour / 3600);
    QCOMPARE(costWith(3600), usdPerHour);
    QCOMPARE(costWith(0.1), 0.2 * usdPerHour / 3600);
    QCOMPARE(costWith(0.0256), 0.1536 * usdPerHour / 3600); // six steps, not seven
}

void tst_PlacementSimulation::makesBoundaryTrafficATransfer()
{
    const Problem problem = problemOf(smallWorkload());
    SimulationOptions options;
    options.transfers = TransferMode::Blocking;
    const auto plan = planSimulation(problem, smallPlacement(), options);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->pipeline.stages[0].service, Duration(48'000'000));
    // Without 0.4 ms per sample of boundary traffic computation takes longer than the rest.
    QCOMPARE(plan->pipeline.stages[1].service, Duration(6'400'000));
    // 16 samples, there and back, at the slower NIC's 1 GB/s.
    QCOMPARE(*plan->pipeline.stages[0].transfer, Duration(12'800'000));
    const auto result = run(problem, smallPlacement(), options);
    QCOMPARE(*result->periodSeconds, (0.048 + 0.0128) / 4 / 16);
    QVERIFY(*result->periodSeconds > result->analyticPeriodSeconds);
}

void tst_PlacementSimulation::splitsTheSpan()
{
    const Problem problem = problemOf(smallWorkload());
    for (const TransferMode mode : {TransferMode::Overlapped, TransferMode::Blocking}) {
        SimulationOptions options = exactly(10);
        options.transfers = mode;
        const auto result = run(problem, smallPlacement(), options);
        QCOMPARE(result->stages.size(), 2U);
        QCOMPARE(result->stages[0].devices.size(), 4U);
        for (const StageUse& stage : result->stages) {
            QCOMPARE(stage.split.total(),
                     result->simulatedSpan * static_cast<std::int64_t>(stage.devices.size()));
            for (const DeviceTime& device : stage.devices) {
                QCOMPARE(device.split.total(), result->simulatedSpan);
            }
        }
        QCOMPARE(result->stages[0].devices[1].microbatches, 3);
        QCOMPARE(result->stages[0].devices[2].microbatches, 2);
        QCOMPARE(result->stages[1].devices[1].microbatches, 5);
    }
}

void tst_PlacementSimulation::refusesPlacementsThatDoNotFit_data()
{
    QTest::addColumn<Placement>("placement");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, auto change, const char* expected) {
        Placement placement = smallPlacement();
        change(placement);
        QTest::newRow(name) << placement << QString(expected);
    };
    row(
        "infeasible", [](Placement& p) { p.feasible = false; },
        "the placement says that no schedule is feasible: it places nothing");
    row("no stages", [](Placement& p) { p.stages.clear(); }, "the placement has no stages");
    row(
        "a gap", [](Placement& p) { p.stages[1].firstLayer = 3; },
        "stage 1 holds layer 3 where layer 2 comes next: stages must cover all layers in order");
    row(
        "inverted", [](Placement& p) { p.stages[1].lastLayer = 1; },
        "stage 1 holds layers 2-1 where layer 2 comes next: stages must cover all layers in order");
    row(
        "too many layers", [](Placement& p) { p.stages[1].lastLayer = 9; },
        "stage 1 holds layers 2-9, but the workload's last layer is 3");
    row(
        "too few layers", [](Placement& p) { p.stages[1].lastLayer = 2; },
        "the stages end with layer 2, but the workload's last layer is 3");
    row(
        "a split run", [](Placement& p) { p.stages[1].type = "cpu"; },
        "stages 0 and 1 are both on cpu: neighbouring layers on one type are one stage");
    row(
        "an unknown type", [](Placement& p) { p.stages[1].type = "tpu"; },
        "stage 1 (layers 2-3) is on \"tpu\", which is no resource type of the cluster");
    row(
        "a type without a profile", [](Placement& p) { p.stages[1].type = "xpu"; },
        "stage 1 (layers 2-3) is on xpu, which cannot run layer 2 (layer2)");
    row(
        "no units", [](Placement& p) { p.stages[0].units = 0; },
        "stage 0 (layers 0-1) has 0 units; 1 to 1000000000 are possible");
    row(
        "units beyond the limit", [](Placement& p) { p.stages[1].units = 65; },
        "the placement uses 65 units of gpu, but the cluster has 64");
    row(
        "more devices than can be simulated", [](Placement& p) { p.stages[0].units = 900'000'000; },
        "more than 4000000 devices cannot be simulated");
}

void tst_PlacementSimulation::refusesPlacementsThatDoNotFit()
{
    QFETCH(Placement, placement);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(sentence(run(problemOf(smallWorkload()), placement))),
             expected);
}

void tst_PlacementSimulation::refusesReplicasThatDoNotExist()
{
    Cluster cluster = smallCluster();
    cluster.nodes = {{"a", 1, std::nullopt, {{"cpu", 4, 1}, {"gpu", 1, 1}}, {}, {}},
                     {"b", 1, std::nullopt, {{"gpu", 1, 1}}, {}, {}}};
    const Problem problem = problemOf(smallWorkload(), cluster);
    Placement placement = smallPlacement();
    placement.stages[1].replicas = {{"gpu", "a", 0}, {"gpu", "b", 0}};
    QVERIFY(run(problem, placement).has_value());

    Placement twice = placement;
    twice.stages[1].replicas[1].node = "a";
    QCOMPARE(sentence(run(problem, twice)), "device 0 of type gpu in node a has two replicas");
    Placement nowhere = placement;
    nowhere.stages[1].replicas[1].device = 1;
    QCOMPARE(sentence(run(problem, nowhere)),
             "stage 1 (layers 2-3) is on gpu and names device 1 of type \"gpu\" in node \"b\", "
             "which the cluster does not have");
    Placement few = placement;
    few.stages[1].replicas.pop_back();
    QCOMPARE(sentence(run(problem, few)), "stage 1 (layers 2-3) has 2 units, but 1 replicas");
}

void tst_PlacementSimulation::refusesWhatItCannotSimulate()
{
    const Problem problem = problemOf(smallWorkload());
    SimulationOptions network;
    network.semantics = Semantics::Network;
    QCOMPARE(run(problem, smallPlacement(), network).error().code, ErrorCode::Unsupported);
    QCOMPARE(run(problem, smallPlacement(), exactly(0)).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(run(problem, smallPlacement(), exactly(std::int64_t{1} << 62)).error().code,
             ErrorCode::Exhausted);
    Workload odd = smallWorkload();
    odd.microbatches = 3;
    QCOMPARE(sentence(run(problemOf(odd), smallPlacement())),
             "a batch of 64 samples cannot be divided into 3 equal microbatches");
}

QTEST_GUILESS_MAIN(tst_PlacementSimulation)
#include "tst_placement_simulation.moc"
